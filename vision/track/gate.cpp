#include "vision/track/gate.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

constexpr double kRise = 0.10;         // share by which the change must exceed the usual; lower opens on smaller moves and more noise
constexpr double kSpreads = 6.0;       // usual spreads on top of that; lower opens more often by chance
constexpr double kOdd = 3.0;           // spreads that open it at once while Budget::odd_looks last; lower looks more often by chance
constexpr double kLasting = 2.5;       // spreads that open it when the change exceeds them in so many frames running:
constexpr int kLastingFrames = 3;      // more waits longer for moves of a tenth of a millimetre
constexpr double kOverNoise = 1.35;    // times the picture's own noise, where nothing is known of the place
constexpr double kNoisierPrint = 3.0;  // times the picture's own noise that a print at rest may show
constexpr double kLearning = 0.05;     // share of each frame in what is usual

/// One frame in which the print did not move.
void learn_usual(Track& track, int now) {
  const bool young = track.usual_seen < Track::kUsualKnown;
  const double off = now - track.usual;
  track.usual += (young ? 1.0 / ++track.usual_seen : kLearning) * off;
  track.usual_spread = young ? std::max(track.usual_spread, 0.02 * track.usual)
                             : std::max(0.015 * track.usual, track.usual_spread + kLearning * (std::abs(off) * 1.25 - track.usual_spread));
}

}  // namespace

void Gate::begin_frame(bool light_changed) {
  all_ = light_changed || open_next_;
  open_next_ = false;
}

void Gate::begin_bases(bool light_changed) {
  all_ = all_ || light_changed || open_next_;
  open_next_ = false;
}

bool Gate::opens(Track& track, const Reference& reference, Budget& budget) const {
  track.change_now = reference.change().change_in(track.box);
  if (all_) return true;
  const int now = track.change_now;
  if (track.usual_seen < Track::kUsualKnown) {
    if (now > reference.noise_over(track.box) * (kOverNoise + kRise)) return true;
  } else if (now - track.usual > kRise * track.usual + kSpreads * track.usual_spread) {
    return true;
  } else if (now - track.usual > kLasting * track.usual_spread) {  // a tenth of a millimetre does no more, but that stays
    const bool odd = now - track.usual > kOdd * track.usual_spread && budget.odd_looks-- > 0;
    return ++track.raised_frames >= kLastingFrames || odd;
  }
  track.raised_frames = 0;
  learn_usual(track, now);
  return false;
}

void learn_from_fit(Track& track, bool unmoved, const Reference& reference) {
  track.raised_frames = 0;
  // A camera that smooths flat mats but not edges is noisier over a print than elsewhere: a fit that finds the base unmoved teaches that.
  const bool taught = unmoved && !reference.light_changed() && track.change_now < kNoisierPrint * reference.noise_over(track.box);
  if (!taught) {
    track.usual_seen = 0;
    track.usual = track.usual_spread = 0;
  } else if (track.usual_seen < Track::kUsualKnown) {
    learn_usual(track, track.change_now);
  } else {
    track.usual += kLearning * (track.change_now - track.usual);  // the spread is not learnt from what opened the gate
  }
}

}  // namespace polemarch::vision
