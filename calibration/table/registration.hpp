#pragma once
/// The table's registration: lens, camera pose and the border markers' places from one look, fitted together, with the covariance of
/// it all. Table frame in mm, pixels as in OpenCV. Method: Levenberg-Marquardt on all marker corners with priors on lens, places and
/// print scale; image noise is estimated from the residuals. Pure.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calibration/table/raised_prints.hpp"
#include "models/camera.hpp"
#include "models/detection.hpp"
#include "models/result.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"

namespace polemarch::calibration {

/// A border marker as seen in one picture. Corners in OpenCV's order.
struct BorderSighting {
  MarkerId marker;
  std::array<PixelPoint, 4> corners;
  /// Covariance of (x0 y0 x1 y1 x2 y2 x3 y3), px^2, row-major; empty: independent corners, all alike. Its scale is
  /// taken from the residuals, one factor for all markers.
  std::vector<double> covariance;
};

/// The table's border markers among all that was detected; doubled numbers are left out (which is the real one cannot be told).
std::vector<BorderSighting> border_sightings(const Table& table, const std::vector<Detection>& found);

struct RegistrationSettings {
  double heading_sd_deg = 0.3;    ///< degrees; how straight border markers are laid; default 0.3; less trusts their edges more
  double print_scale = 1.0;       ///< printed over nominal size, from a ruler on the 200 mm line (196.4 mm: 0.982); default 1
  double print_scale_sd = 0.002;  ///< how sure that is; default 0.002 (0.4 mm on 200 mm)
  // Without a camera.json the lens starts from these; with one, from its own covariance.
  double focal_share = 0.8;            ///< focal length over picture width; default 0.8 (64 degrees across: most phones and webcams)
  double focal_sd_share = 0.2;         ///< its doubt; default 0.2; a border all at one height says little of it, and raised markers need it
  std::optional<FocalEstimate> focal;  ///< what else tells it (raised prints); believed besides; only without a camera.json
  double aspect_sd = 0.002;         ///< of fx over fy, of cameras that stretch; default 0.002; most have square pixels: the border is asked
  double k1_sd = 0.3, k2_sd = 0.2;  ///< doubt of the radial distortion, as a lens of bends_at_share would have it; defaults 0.3 and 0.2
  double bends_at_share = 0;        ///< focal length over picture width for which these terms are meant; default 0: focal_share
  double k3_sd = 0.06,
         tangential_sd = 0.003;     ///< of the strongest lenses; defaults 0.06 and 0.003; most have next to none: the border is asked
  double refocus_sd_share = 0.002;  ///< with a camera.json: focal length may have changed this much since (focus, heat); default 0.002
  // When no marker has a known place: the four outermost lie in the table's corners.
  double corner_inset_mm = 17.5;  ///< from both table edges to the centre of a corner marker; default 17.5: half a printed corner tile
};

/// A border marker after the fit.
struct FittedMarker {
  BorderMarker place;  ///< x, y, heading as fitted; sd_mm of the fit
  bool used = true;
  std::string why_not;                  ///< when not used
  double residual_px = 0;               ///< RMS of its corners
  double moved_mm = 0;                  ///< between declared and fitted place (0 where the place was not known)
  std::array<PixelPoint, 4> offset_px;  ///< seen minus predicted corners: what stays the same from look to look
};

struct Registration {
  Camera camera;  ///< with factors of the joint fit
  std::vector<FittedMarker> markers;
  double noise_px = 0;                         ///< standard deviation of a corner coordinate, estimated
  double table_rms_mm = 0;                     ///< standard error over the table's plane: RMS
  double table_max_mm = 0;                     ///< and at its worst place
  double laying_ratio = 1;                     ///< how much worse (over 1) or better (under 1) than stated the markers are laid
  double print_scale = 1, print_scale_sd = 0;  ///< as fitted
  double border_size_ratio = 1;  ///< the border's prints over what table.json says, where that is plainly another size; else 1
  double prints_look = 1;        ///< the border's prints over what is declared of them, by their distances; beyond border_size_ratio
  /// Share of all distances that the camera's factors leave open, since the border's prints and its places tell two sizes; 0: one.
  double open_scale = 0;
  std::vector<TableNotice> notices;  ///< what should be said: moved markers, changed zoom, badly laid border
};

/// Registers the table from one look. `lens`: a camera.json's camera (its pose is not used), for pictures of this size.
/// Errors, one line each: fewer than three border markers, no way to tell table corners, mirrored picture, no fit.
Result<Registration> register_table(const Table& table, const std::vector<BorderSighting>& seen, int width, int height,
                                    const std::optional<Camera>& lens, const RegistrationSettings& settings);

/// The same a slice at a time, for somebody who has frames to look at meanwhile. However it is sliced, the result is the same.
class RegistrationWork {
 public:
  RegistrationWork(const Table& table, std::vector<BorderSighting> seen, int width, int height, std::optional<Camera> lens,
                   const RegistrationSettings& settings);
  ~RegistrationWork();
  RegistrationWork(RegistrationWork&&) noexcept;
  RegistrationWork& operator=(RegistrationWork&&) noexcept;

  /// Goes on for about so many steps of a joint fit (24 markers: some 400 in all, a quarter millisecond each at worst). True when done.
  bool advance(int steps);
  /// Once, when done.
  Result<Registration> take();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// The lens of a camera.json for pictures of another size. Errors: another shape of picture (a crop or another mode), said so.
Result<Camera> lens_for(const Camera& camera, int width, int height);

/// Covariance (mm^2: xx, xy, yy) of the table point seen at the pixel of (x, y, z): what the registration alone contributes.
std::array<double, 3> point_covariance(const Camera& camera, double x_mm, double y_mm, double z_mm);

}  // namespace polemarch::calibration
