#include "vision/track/followed/size_seen.hpp"

#include <algorithm>

namespace polemarch::vision {

namespace {
constexpr double kEnoughShown = 0.8;   // of a print's pixels must show it for its size to count
constexpr double kMemory = 60;         // resting fits that the size of a print rests on
constexpr double kLengthStays = 0.66;  // part of a strip's lasting residual that its length takes
}  // namespace

void SizeSeen::learn(const PrintFit& fit, const Scatter& scatter, bool has_own_fit) {
  if (fit.size_sd <= 0 || fit.share < kEnoughShown) return;
  const double one = 1.0 / (fit.size_sd * fit.size_sd * std::max(1.0, scatter.place));
  // What of a strip's residuals stays in every frame is in its error; for squares the fit tells it.
  const double memory = has_own_fit ? 1 / (1 / kMemory + kLengthStays * scatter.lasting_share()) : kMemory;
  information = std::min(information + one, memory * one);
  const double share = one / information;
  mean += share * (fit.size_change - mean);
  pulled += share * (fit.size_pulled - pulled);
}

}  // namespace polemarch::vision
