#include "vision/track/gate.hpp"

namespace polemarch::vision {

namespace {

constexpr double kRise = 0.10;       // share by which the change must exceed the usual; lower opens on smaller moves and more noise
constexpr double kSpreads = 6.0;     // usual spreads on top of that; lower opens more often by chance
constexpr double kOdd = 3.0;         // spreads that open it at once while Budget::odd_looks last; lower looks more often by chance
constexpr double kLasting = 2.5;     // spreads that open it when the change exceeds them in so many frames running:
constexpr int kLastingFrames = 3;    // more waits longer for moves of a tenth of a millimetre
constexpr double kOverNoise = 1.35;  // times the picture's own noise, where nothing is known of the place

}  // namespace

void Gate::begin_frame(bool light_changed) {
  all_ = light_changed || open_next_;
  open_next_ = false;
}

void Gate::begin_bases(bool light_changed) {
  all_ = all_ || light_changed || open_next_;
  open_next_ = false;
}

bool Gate::opens(UsualChange& change, const PixelBox& box, const Reference& reference, Budget& budget) const {
  change.now = reference.change().change_in(box);
  if (all_) return true;
  if (!change.known()) {
    if (change.now > reference.noise_over(box) * (kOverNoise + kRise)) return true;
  } else if (change.excess() > kRise * change.usual + kSpreads * change.spread) {
    return true;
  } else if (change.exceeds(kLasting)) {  // a tenth of a millimetre does no more, but that stays
    const bool odd = change.exceeds(kOdd) && budget.odd_looks-- > 0;
    return ++change.raised_frames >= kLastingFrames || odd;
  }
  change.raised_frames = 0;
  change.learn();
  return false;
}

}  // namespace polemarch::vision
