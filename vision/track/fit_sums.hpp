#pragma once
/// The sums behind a print's fit: columns of the model over all pixels, their normal equations, what is left over. Inside of PrintFitter.
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
  float cx, cy, right_x, right_y, up_x, up_y;
};

/// FitSums of products of all pairs of columns, and of each column with the grey value, then grey squared and the weights.
struct FitSums {
  double pair[kFitPairs];
  double grey[kFitUnknowns];
  double squared, weights;
};

/// `value`: the unknowns; `inverse`: of the normal equations.
struct FitSolution {
  double value[kFitUnknowns] = {};
  double inverse[kFitUnknowns][kFitUnknowns] = {};
  double residual_squared = 0;
};

void sum_columns(const FitJob& job, FitSums& out);

/// Grey minus offset, gain, ramp and what the pose and the blur would still explain, pixel by pixel; `value` as in FitSolution.
void residuals(const FitJob& job, const double* value, float* out);

/// Cholesky with a prior on the diagonal. False when the pixels do not tell the unknowns apart.
bool solve(const FitSums& sums, const double* prior, FitSolution& out);

/// How much a tone curve, grey = t + tone t (1 - t) of the template's t, would still explain: what it is, and the information on it.
struct ToneLeft {
  double tone = 0, information = 0;
};
ToneLeft tone_left(const FitJob& job, const FitSolution& found);

/// How the residuals, patch by patch (clusters of a sandwich covariance), pull the pose: x mm, y mm, up rad. A highlight or the rest of a
/// spear pulls whole patches one way, which pixels taken one by one do not tell. `residual` as residuals() gives it.
std::array<double, 9> pull_of_patches(const FitJob& job, const FitSolution& found, const float* residual);

}  // namespace polemarch::vision
