#pragma once
/// A few prints at rest are fitted again in every frame though nothing changed: averages, slow drift, and the noise of the next frame.

#include "vision/track/follower.hpp"

namespace polemarch::vision {

class Refits {
 public:
  /// `usual`: of TrackSettings::refits_per_frame.
  void fit_some(const Moment& now, Tracks& tracks, Follower& follower, Noise& noise, int usual);

 private:
  std::size_t in_turn(const Tracks& tracks) { return next_ = (next_ + 1) % tracks.size(); }
  std::size_t likeliest_to_move(const Moment& now, const Tracks& tracks);
  std::size_t next_ = 0;
};

}  // namespace polemarch::vision
