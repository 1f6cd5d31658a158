#include "vision/track/refits.hpp"

#include <algorithm>

namespace polemarch::vision {

namespace {
constexpr int kWhileLearning = 4;           // a frame, until the noise is learnt
constexpr std::size_t kWantedPerFrame = 3;  // fitted again for a reason of their own

bool rests(const Track& track) { return track.presence.seen() && track.motion.rests(); }
}  // namespace

/// The one whose change stands out most, since it may have started off; else in turn.
std::size_t Refits::likeliest_to_move(const Moment& now, const Tracks& tracks) {
  std::size_t most = tracks.size();
  double best = 0;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& t = tracks[i];
    if (t.change.raised_frames != 1 || !t.presence.seen() || t.motion.moving || t.change.followed_in == now.number || t.change.spread <= 0)
      continue;
    const double raised = t.change.excess() / t.change.spread;
    if (raised > best) most = i, best = raised;
  }
  return most < tracks.size() ? most : in_turn(tracks);
}

void Refits::fit_some(const Moment& now, Tracks& tracks, Follower& follower, Noise& noise, int usual) {
  const bool seen = std::ranges::any_of(tracks, [](const Track& track) { return track.presence.followed(); });
  if (!seen) return;
  const bool learning = noise.fits() < Noise::kLearnFits && usual > 0;
  const int refits = learning ? std::max(kWhileLearning, usual) : usual;
  for (int k = 0, tried = 0; k < refits && tried < static_cast<int>(tracks.size()); ++tried) {
    const std::size_t index = k == 0 ? likeliest_to_move(now, tracks) : in_turn(tracks);
    if (!rests(tracks[index])) continue;
    follower.follow(now, index, false);
    if (k == 0) noise.take_probe(now.gray, tracks, index);
    ++k;
  }
  for (std::size_t i = 0, k = 0; i < tracks.size() && k < kWantedPerFrame; ++i) {
    if (!tracks[i].refit_wanted || !rests(tracks[i])) continue;
    follower.follow(now, i, false);
    ++k;
  }
}

}  // namespace polemarch::vision
