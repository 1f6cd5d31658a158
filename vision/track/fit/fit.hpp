#pragma once
/// The three numbers of a print on a known plane (x, y, turn) from the pixels: Gauss-Newton over the whole print with gain, offset and
/// a linear ramp solved along. Table millimetres. Pure but for its buffers.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/image.hpp"
#include "vision/pixels/local_plane.hpp"
#include "vision/track/fit/halo.hpp"
#include "vision/track/fit/template.hpp"

namespace polemarch::vision {

/// Where a print lies: its centre on the plane and the direction of its own up.
struct PrintPose {
  double x_mm = 0, y_mm = 0;
  double up_rad = 0;  ///< counter-clockwise from table +x
};

struct FitSettings {
  double trim_from = 0.04;    ///< rms over gain; above it pixels that disagree are left out (a hand, a spear, glare)
  double pull_from = 0.035;   ///< rms over gain; above it, or where pixels are left out, the residuals say patch by patch how they pull
  double noise = 0;           ///< grey levels: the picture's own, where it is known
  bool ask_field = false;     ///< a print that does not fit gets fields of offset and gain: highlights, patchy shadows; ten times a fit
  double field_leaves = 0.3;  ///< share of the squared residual that may be left for those fields to be believed; more believes them sooner
  bool ask_scatter = false;   ///< also say PrintFit::scatter; costs a third
  bool ask_more = false;      ///< also say how far tone curve and size are from the template's; costs a tenth
  const HaloRasters* halos = nullptr;  ///< of the template: also say PrintFit::halo; costs three fits
};

struct PrintFit {
  PrintPose pose;
  std::array<double, 9> cov{};     ///< x mm, y mm, up rad; from the information matrix and the residual
  double gain = 0, black = 0;      ///< grey levels
  double residual = 0;             ///< rms of the kept pixels over gain
  double share = 1;                ///< of pixels kept
  std::array<double, 9> pulled{};  ///< of a print that fits badly: what the residuals move it by, patch by patch; else zero
  /// Of FitSettings::ask_scatter: how much more (variance) the residuals pull patch by patch than noise would that no two pixels share, for
  /// place and turn; JPEG and sharpening make them share it. Zero: not asked.
  double scatter_place = 0, scatter_turn = 0;
  bool partly = false;                  ///< pixels were left out, or fields fitted: something lies or shines on it
  double tone_change = 0, tone_sd = 0;  ///< of FitSettings::ask_more: to be added to the template's, and its standard deviation
  double size_change = 0, size_sd = 0;  ///< of FitSettings::ask_more: share by which the print is larger than declared on this plane
  /// Variance of size_change beyond size_sd's: a shadow's border, a figure's foot pull whole patches one way, in every frame alike.
  double size_pulled = 0;
  double blur_change = 0;  ///< how much more variance (mm^2) the picture's blur has than the template's, first order
  HaloSums halo;           ///< of FitSettings::halos
  int samples = 0;
  int steps = 0;
  bool field_wanted = false;  ///< it fits badly and fields were not asked for
  bool under_field = false;   ///< fields of offset and gain were fitted along
  bool shadowed = false;      ///< of an OwnFit: a shadow was taken off first, whose border pulls whatever is left over
  bool reads_own = true;      ///< of an OwnFit: the code reads as this marker's own
  bool steady = false;        ///< the last step was below steady_mm
  bool settled_here = true;   ///< false only inside the fitter: gather the pixels again at `pose`
};

struct FitJob;
struct FitSolution;

class PrintFitter {
 public:
  /// Fits from `start`. None when the print leaves the picture, the gain is too small or the steps do not settle.
  std::optional<PrintFit> fit(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                              const FitSettings& settings);

  /// Correlation (-1 .. 1) of a coarse net of the print's points with the picture: cheap, for search. 0 when it leaves the picture.
  static double likeness(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& at);

  /// Where a coarse net of the print's points agrees best with the picture, within `radius_mm` of `home` and at its turn or `turn_rad` to
  /// either side: up to three starts for fit(), best first.
  struct Start {
    double likeness = 0;
    PrintPose pose;
  };
  static std::array<Start, 3> search(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& home,
                                     double radius_mm, double turn_rad);

 private:
  std::optional<PrintFit> run(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                              const FitSettings& settings, bool may_stop);
  bool gather(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& at);
  std::optional<PrintFit> under_field(const PrintTemplate& print, const FitJob& from, const FitSolution& common, const PrintPose& at,
                                      double prior_blur, const FitSettings& settings, const PrintFit& plain);
  FitJob job_of(const PrintTemplate& print, float& mean, double& all);
  void say_more(const FitJob& job, const FitSolution& found, double variance, const FitSettings& settings, PrintFit& fit);
  double robust_spread();
  double leave_out(double limit);
  std::vector<std::size_t> row_at_;  // first pixel of each row of the picture, and one past the last
  std::vector<int> row_column_;      // its column, in strides
  std::vector<float> x_, y_, grey_, ramp_x_, ramp_y_, weight_, residual_, sorted_;
  std::size_t count_ = 0;
};

}  // namespace polemarch::vision
