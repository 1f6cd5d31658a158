#pragma once
/// What a camera's sharpening does to a print: it adds the picture less the picture blurred, which leaves halos along every edge. The
/// camera's own radius is unknown, so three stand for all. Their amounts are learnt from the residuals of resting prints. A lens whose
/// spread is no Gaussian shows in them too. Pure.

#include <array>
#include <optional>
#include <vector>

namespace polemarch::vision {

constexpr std::size_t kHalos = 3;
constexpr std::array<double, kHalos> kHaloRadiiPx{1.0, 1.8, 3.2};  ///< standard deviations blurred by, pixels
using HaloAmounts = std::array<double, kHalos>;

/// The halos of one print, each of amount one, on its template's raster.
using HaloRasters = std::array<std::vector<float>, kHalos>;

/// What the residuals of one fit say of the amounts beside those its template was made with, everything the fit solves for unknown.
struct HaloSums {
  std::array<double, kHalos * kHalos> information{};
  std::array<double, kHalos> left{};  ///< information times what is to be added
  std::array<double, kHalos> blur{};  ///< what one of each adds to the fit's column of blur
  double pixels = 0;                  ///< compared; 0: nobody asked
};

struct FitJob;
struct FitSolution;
/// `variance`: of the residuals, grey levels squared.
HaloSums halo_sums(const FitJob& job, const FitSolution& found, const HaloRasters& halos, double variance);

/// The camera's halos from all prints together.
class HaloOfCamera {
 public:
  /// `about`: the amounts of the template that was fitted; sums of others are of no use. `column_px2`: the blur, pixels squared, that one
  /// of the fit's column of blur stands for.
  void take(const HaloSums& sums, const HaloAmounts& about, double column_px2);
  /// What templates are to be made with: changes seldom, in steps worth new templates.
  const HaloAmounts& amounts() const { return amounts_; }
  bool learnt() const { return steps_ >= kSteps; }
  /// Renews amounts() by a Gauss-Newton step; what a print's blur gains by it, pixels squared. None when they stay.
  std::optional<double> renew();

 private:
  static constexpr int kSteps = 6;
  std::array<double, kHalos * kHalos> information_{};
  std::array<double, kHalos> left_{}, blur_px2_{};
  double pixels_ = 0;
  HaloAmounts amounts_{};
  int prints_ = 0, steps_ = 0;
};

}  // namespace polemarch::vision
