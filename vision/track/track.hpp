#pragma once
/// One base being followed. Inside of the tracker.

#include <memory>
#include <optional>

#include "models/footprint.hpp"
#include "models/table_state.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/pattern.hpp"
#include "vision/track/change/change_map.hpp"
#include "vision/track/change/surroundings.hpp"
#include "vision/track/fit/fit.hpp"
#include "vision/track/fit/own_fit.hpp"
#include "vision/track/footing.hpp"
#include "vision/track/settings.hpp"

namespace polemarch::vision {

/// Running mean of the fits of a base at rest.
struct Rest {
  int count = 0;
  PrintPose mean;
  std::array<double, 9> cov{};     ///< of one fit, running mean
  std::array<double, 9> pulled{};  ///< of PrintFit, running mean
  bool under_field = false;        ///< the newest fit is; the mean began anew with the first
  bool clean = true;               ///< nothing lay over the print when the mean began
  bool outdated = false;           ///< rests on a template known to be wrong, or on another camera;
  double camera_mm2 = 0;           ///< its variance on the table is this
};

/// How much larger than declared a resting print looks on its plane, share; the information (1 / variance) on that, and the variance that
/// no average removes: what lies or falls on the print.
struct SizeSeen {
  double mean = 0, information = 0, pulled = 0;
  double variance() const { return 1 / information + pulled; }
};

struct Track {
  BaseSpec spec;
  Pattern pattern;                         ///< its raster is kept as `ink`
  std::vector<std::uint8_t> ink;           ///< the pattern's values, 0 ink to 240 paper
  const Dictionary* dictionary = nullptr;  ///< of square families, to read the code again; null for strips and rings
  std::shared_ptr<OwnFit> own;             ///< of strips and rings; null: PrintFitter
  PrintTemplate print;
  double blur_px = 0;        ///< what the template was made for
  double blur_seen_px2 = 0;  ///< running estimate of the variance in the picture
  int blur_fits = 0;         ///< fits it rests on
  double height_mm = 0;
  double ground_mm = -1;                 ///< height of the ground it was found to stand on; < 0: not yet, the terrain under it says
  bool ground_by_size = false;           ///< two grounds were possible, the print's size told
  bool ground_undeclared = false;        ///< that ground is no level of the terrain's: the print's size alone tells
  bool ground_rough = false;             ///< and so far only its corners, a few percent of its size
  SizeSeen size;                         ///< on the plane of now
  std::array<double, 3> height_doubt{};  ///< mm^2 xx, xy, yy that the other ground's likelihood adds

  Seen state = Seen::Gone;
  bool ever_seen = false;
  PrintPose pose;                  ///< newest belief
  PrintPose velocity;              ///< per frame
  double off_its_way_mm = 1e9;     ///< how far from there the newest fit found it
  double gain = 0;                 ///< running mean, grey levels
  double gain_now = 0;             ///< of the last fit
  double residual = 0;             ///< of the last fit, over its gain
  std::array<double, 9> cov{};     ///< of `pose` as one fit (x mm, y mm, up rad)
  std::array<double, 9> pulled{};  ///< of PrintFit
  bool shadowed = false;           ///< likewise
  Rest rest;
  PrintPose reported;  ///< what the state says; changes only on moves and at doublings of the average
  std::array<double, 9> reported_cov{};
  std::array<double, 9> reported_own{};  ///< of the base (x mm, y mm, heading deg), height_doubt not in it
  int next_report = 1;
  int still_frames = 0;
  long followed_in = 0;  ///< the update in which its gate last opened
  double settled_since = 0;
  bool settled = false;
  std::vector<Point> path;

  std::optional<LocalPlane> plane;
  PixelBox box;         ///< pixels that show the print, with a margin
  PixelBox body;        ///< pixels that may show the base itself, its figures leaning any way
  Footing footing;      ///< changes there need no explanation
  Surroundings around;  ///< as they were when it last stood there in peace
  double usual = 0, usual_spread = 0;
  int usual_seen = 0;
  int change_now = 0;     ///< over `box`, in this frame
  int raised_frames = 0;  ///< in a row in which it was more than usual, too little to open the gate at once

  PrintPose home;     ///< of a border marker: where it lay when the table was registered
  int home_fits = 0;  ///< fits its mean rests on
  int lost_frames = 0;
  bool refit_wanted = false;  ///< once it rests: PrintFit::field_wanted, or its ground has just been found
  double bare_since = -1;     ///< t since which the place is quiet without the print; < 0: not
  bool moving = false;

  double reach_mm() const { return std::hypot(print.half_width_mm, print.half_height_mm); }
};

/// What the sizes of all resting prints have in common, shares over what is declared; kept while they move.
struct CommonSize {
  bool known = false;
  double mean = 0, spread = 0;
  double finest = 0;  ///< the spread that they show, however small
  bool two_sheets = false;
};

/// Border markers are followed like bases under names no base may have.
bool is_border(const Track& track);
/// Of a family of strips or side bars: no ring.
bool is_strip(const Track& track);

/// Base pose (centre of the footprint, heading) from the print's pose, with the covariance of (x, y, heading deg).
void base_from_print(const MarkerMount& mount, const PrintPose& print, double& x_mm, double& y_mm, double& heading_deg);
PrintPose print_from_base(const MarkerMount& mount, double x_mm, double y_mm, double heading_deg);
std::array<double, 9> base_covariance(const MarkerMount& mount, const PrintPose& print, const std::array<double, 9>& cov);

/// How one unit-variance change of each calibration factor moves a base (mm, mm, deg).
std::vector<std::array<double, 3>> calibration_loadings(const Camera& camera, const MarkerMount& mount, const PrintPose& print,
                                                        double height_mm);

/// True when the code under the print, bit by bit, is nearer to `track`'s own word than to any other word of its family.
bool reads_as_own(const ImageView& gray, const Track& track, const LocalPlane& plane, const PrintFit& fit);

/// How much larger (variance) the scatter of repeated fits of resting prints is than the fits say of themselves: JPEG and sharpening
/// leave noise that neighbouring pixels share. Measured from all resting prints together while playing.
struct Scatter {
  double place = 1.2, turn = 1.2;
  int first_fits = 0;               ///< what both rest on before a print is fitted again: PrintFit::scatter_place
  int fits = 0;                     ///< repeated fits both rest on
  double fresh = 0, left_over = 0;  ///< variance between two frames, and of the fits' residuals: grey levels squared
  double pairs = 0;                 ///< both rest on
  double least_left = 0;            ///< grey levels squared, the least a resting print left over; 0: none yet
  double plain_left = 0;            ///< of strips, grey levels squared: what one leaves over that no shadow falls on; 0: not known
  /// Takes what a print's first fit says of it.
  void take_first(const PrintFit& fit);
  /// Share of a fit's residual variance that is the same in every frame.
  double lasting_share() const;
  /// Takes what a resting print's fit leaves over, grey levels.
  void take_left(double left);
  /// Standard deviation of a pixel's noise from frame to frame, grey levels; 0 before it is measured.
  double noise() const;
  /// What a print that nothing lies or shines on leaves over, grey levels: noise, and what packing or blur do to every print alike.
  double usual_left() const;
};

/// Takes a fit into the running mean; true when it shows a move since the mean began.
bool take_into_rest(Track& track, const PrintFit& fit, const RestSettings& settings, Scatter& scatter);

}  // namespace polemarch::vision
