#include "vision/track/followed/motion.hpp"

#include <cmath>
#include <numbers>

namespace polemarch::vision {

PrintPose Motion::on_its_way(const PrintPose& pose, double share) const {
  return {pose.x_mm + share * velocity.x_mm, pose.y_mm + share * velocity.y_mm, pose.up_rad + share * velocity.up_rad};
}

void Motion::step(const PrintPose& from, const PrintPose& to) {
  const PrintPose expected = on_its_way(from, 1);
  off_its_way_mm = std::hypot(to.x_mm - expected.x_mm, to.y_mm - expected.y_mm);
  velocity = {to.x_mm - from.x_mm, to.y_mm - from.y_mm, std::remainder(to.up_rad - from.up_rad, 2 * std::numbers::pi)};
}

void Motion::appear() {
  off_its_way_mm = 1e9;
  velocity = {};
}

void Motion::move_to(const PrintPose& pose) {
  constexpr double kPathStepMm = 5;  // the path is kept in steps of this length
  if (settled) path.clear();
  settled = false;
  still_frames = 0;
  const Point at{Length::from_mm(pose.x_mm), Length::from_mm(pose.y_mm)};
  if (path.empty() || std::hypot((path.back().x - at.x).mm(), (path.back().y - at.y).mm()) >= kPathStepMm) path.push_back(at);
}

void Motion::stay(bool counts) {
  velocity = {};
  if (counts) ++still_frames;
}

void Motion::vanish() {
  moving = settled = false;
  still_frames = 0;
}

void Motion::settle(double t) {
  if (moving) return;
  if (!settled && still_frames >= kSettleFrames) {
    settled = true;
    settled_since = t;
  }
  if (still_frames == 0) still_frames = 1;
}

}  // namespace polemarch::vision
