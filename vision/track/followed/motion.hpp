#pragma once
/// Whether a base moves or rests, how fast, and which way it came. Table frame. Pure.

#include <vector>

#include "models/pose.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct Motion {
  static constexpr int kSettleFrames = 3;  ///< frames without a move before a base counts as settled

  PrintPose velocity;           ///< per frame
  double off_its_way_mm = 1e9;  ///< how far from where it was going the newest fit found it
  bool moving = false;
  int still_frames = 0;
  bool settled = false;
  double settled_since = 0;
  std::vector<Point> path;

  bool rests() const { return !moving && still_frames > 0; }
  /// Where it is after `share` of a frame's way on from `pose`.
  PrintPose on_its_way(const PrintPose& pose, double share) const;

  /// From the pose of the frame before to that of a new fit.
  void step(const PrintPose& from, const PrintPose& to);
  /// It was not seen a frame ago.
  void appear();
  /// It moved to `pose`, or is there for the first time.
  void move_to(const PrintPose& pose);
  /// A fit found it where it was; `counts`: its pixels changed, so the frame is none without a look.
  void stay(bool counts);
  /// Out of sight.
  void vanish();
  /// At the end of a frame in which it is seen: counts as settled after a few at rest.
  void settle(double t);
};

}  // namespace polemarch::vision
