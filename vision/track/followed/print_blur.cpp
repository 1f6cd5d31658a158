#include "vision/track/followed/print_blur.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kFirstPx = 0.6;                 // standard deviation of the lens blur before it is measured
constexpr double kBlurLearning = 0.1;            // share of each still fit's blur
constexpr double kLeastPx2 = 0.1, kMostPx2 = 9;  // of a blur that is learnt
}  // namespace

double PrintBlur::px() const { return seen_px2 > 0 ? std::sqrt(seen_px2) : std::sqrt(kFirstPx * kFirstPx + 1.0 / 12); }

void PrintBlur::learn(const PrintFit& fit, double mm_per_px) {
  const double seen =
      std::clamp(made_px * made_px + std::clamp(fit.blur_change / (mm_per_px * mm_per_px), -0.1, 0.25), kLeastPx2, kMostPx2);
  if (seen_px2 <= 0) seen_px2 = made_px * made_px;
  const double share = std::max(kBlurLearning, 1.0 / (2.0 + ++fits));  // quick at first
  seen_px2 += share * (seen - seen_px2);
}

void PrintBlur::correct(double px2) {
  if (seen_px2 > 0) seen_px2 = std::clamp(seen_px2 + px2, kLeastPx2, kMostPx2);
}

}  // namespace polemarch::vision
