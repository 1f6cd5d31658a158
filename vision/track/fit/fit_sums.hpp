#pragma once
/// The sums behind a print's fit: columns of the model over all pixels, normal equations, residuals. Inside of PrintFitter.
/// Pure.

#include <array>
#include <cstddef>

namespace polemarch::vision {

constexpr std::size_t kFitUnknowns = 8;  // gain*dx, gain*dy, gain*dturn, offset, gain, ramp x, ramp y, gain*blur
constexpr std::size_t kFitPairs = kFitUnknowns * (kFitUnknowns + 1) / 2;

/// What the inner loop needs; every array is padded to a multiple of eight with weight 0.
struct FitJob {
  const float *x, *y, *grey, *ramp_x, *ramp_y, *weight;
  std::size_t count;
  const float* print;
  int columns, rows;
  float step, left, top;
  float cx = 0, cy = 0, right_x = 0, right_y = 0, up_x = 0, up_y = 0;  ///< where the print is thought to lie
};

/// FitSums of products of all pairs of columns, and of each column with the grey value, then grey squared and the weights.
struct FitSums {
  double pair[kFitPairs];
  double grey[kFitUnknowns];
  double squared, weights;
};

/// `value`: the unknowns; `factor`: Cholesky factor of the normal equations; `inverse`: of them, once asked for.
struct FitSolution {
  double value[kFitUnknowns] = {};
  double factor[kFitUnknowns][kFitUnknowns] = {};
  double inverse[kFitUnknowns][kFitUnknowns] = {};
  double residual_squared = 0;
};

/// The columns of the model for pixels `from` to `from` + 7.
void columns_of(const FitJob& job, std::size_t from, float (&out)[kFitUnknowns][8]);

void sum_columns(const FitJob& job, FitSums& out);

/// Grey minus offset, gain, ramp and what the pose and the blur would still explain, pixel by pixel; `value` as in FitSolution.
void residuals(const FitJob& job, const double* value, float* out);

/// Cholesky with a prior on the diagonal. False when the pixels do not tell the unknowns apart.
bool solve(const FitSums& sums, const double* prior, FitSolution& out);

void invert(FitSolution& found);

/// What two more columns would still explain, fitted together: a tone curve, grey = t + tone t (1 - t) of the template's t, and a print
/// larger by `size` (share of its own). `information` of each, the other one unknown.
struct LeftOver {
  double tone = 0, tone_information = 0;
  double size = 0, size_information = 0;
  double size_pulled = 0;  ///< if asked: variance of `size` by what the residuals pull it by, patch by patch
};
LeftOver left_over(const FitJob& job, const FitSolution& found, bool ask_pull);

/// How residuals pull the pose (x mm, y mm, up rad), patch by patch: the clusters of a sandwich covariance. A highlight or the rest of a
/// spear pulls whole patches one way, which pixels taken one by one do not tell.
class PatchPull {
 public:
  /// `ramp_x`, `ramp_y`: the pixel's place, -1 to 1 over the print; `pull`: influence times residual.
  void add(float ramp_x, float ramp_y, const std::array<double, 3>& pull);
  std::array<double, 9> covariance() const;
  /// What a fit of `unknowns` numbers swallows of what the patches pull by: the rest is all their residuals show.
  static constexpr double swallowed(double unknowns) { return kPatches * kPatches / (kPatches * kPatches - unknowns); }

 private:
  static constexpr int kPatches = 5;  // a side
  std::array<std::array<double, 3>, static_cast<std::size_t>(kPatches) * kPatches> sum_{};
};

/// The pull of `residual` (as residuals() gives it) under a fit.
std::array<double, 9> pull_of_patches(const FitJob& job, const FitSolution& found, const float* residual);

}  // namespace polemarch::vision
