#include "vision/track/followed/usual_change.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kUsualLearning = 0.05;  // share of each frame in what is usual
constexpr double kNoisierPrint = 3.0;    // times the picture's own noise that a print at rest may show
}  // namespace

void UsualChange::learn() {
  const bool young = !known();
  const double off = now - usual;
  usual += (young ? 1.0 / ++seen : kUsualLearning) * off;
  spread = young ? std::max(spread, 0.02 * usual) : std::max(0.015 * usual, spread + kUsualLearning * (std::abs(off) * 1.25 - spread));
}

void UsualChange::learn_from_fit(bool unmoved, double noise) {
  raised_frames = 0;
  // A camera that smooths flat mats but not edges is noisier over a print than elsewhere: a fit that finds the base unmoved teaches that.
  if (!unmoved || now >= kNoisierPrint * noise) {
    seen = 0;
    usual = spread = 0;
  } else if (!known()) {
    learn();
  } else {
    usual += kUsualLearning * (now - usual);  // the spread is not learnt from what opened the gate
  }
}

}  // namespace polemarch::vision
