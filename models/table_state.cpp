#include "models/table_state.hpp"

namespace polemarch {

MeasuredPose measured_pose(const ObservedBase& base) {
  MeasuredPose out;
  out.pose = {Length::from_mm(base.x_mm), Length::from_mm(base.y_mm), Angle::from_deg(base.heading_deg).normalised()};
  // own_cov is row-major 3x3 in mm and deg; each mm or deg is a thousand of the engine's units.
  const std::array<std::size_t, 6> upper{0, 1, 2, 4, 5, 8};
  for (std::size_t i = 0; i < upper.size(); ++i) out.error.own[i] = std::llround(base.own_cov[upper[i]] * 1e6);
  for (const auto& factor : base.shared) {
    out.error.shared.push_back({std::llround(factor[0] * 1e3), std::llround(factor[1] * 1e3), std::llround(factor[2] * 1e3)});
  }
  return out;
}

}  // namespace polemarch
