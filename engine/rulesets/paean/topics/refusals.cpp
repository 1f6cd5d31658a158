#include "engine/rulesets/paean/topics/refusals.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using engine::Verdict;

namespace {

double signed_gap_mm(const std::vector<geometry::Shape>& ours, const std::vector<geometry::Shape>& theirs) {
  return ours.empty() || theirs.empty() ? 0 : geometry::gap_between(ours, theirs).signed_gap.value.mm();
}

}  // namespace

Verdict off_the_table(const State& state, const std::string& rule, const std::string& what, const std::vector<PlacedBase>& poses) {
  double beyond = 0;
  const auto see = [&](Vec2 at) { beyond = std::max({beyond, -at.x, -at.y, at.x - state.width.mm(), at.y - state.depth.mm()}); };
  for (const PlacedBase& placed : poses) {
    if (base_at(state, placed.base).card.leader()) {
      see(geometry::vec(placed.at.pose.centre()));
      continue;
    }
    for (const geometry::Shape& shape : shapes_at(state, {placed}))
      for (const Vec2 corner : geometry::outline_of(shape)) see(corner);
  }
  return engine::refuse(rule, what + " would leave the table", beyond / 10, 0, "cm");
}

Verdict on_somebody(const State& state, const std::string& rule, const std::string& text, const std::vector<PlacedBase>& poses,
                    const UnitId& other) {
  return engine::refuse(rule, text, -signed_gap_mm(shapes_at(state, poses), shapes_of(state, other)), kBrushMm, "mm");
}

Verdict in_contact_after(const State& state, const std::vector<PlacedBase>& poses, const UnitId& foe) {
  const double gap = signed_gap_mm(shapes_at(state, poses), shapes_of(state, foe));
  return engine::refuse("PA-CHG-01", "only a charge ends in contact with " + foe.text + (gap < 0 ? ", overlapping" : ""),
                        gap < 0 ? -gap : gap, 0, "mm");
}

Verdict not_straight_ahead(const State& state, const UnitId& unit, Angle turn, const UnitId& target) {
  const geometry::Body body = geometry::body_of(shapes_at(state, turned_by(state, unit, turn)));
  double left = -1e12, right = 1e12, ahead = -1e12;
  for (const geometry::Shape& shape : shapes_of(state, target))
    for (const Vec2 corner : geometry::outline_of(shape)) {
      const Vec2 at = body.own_frame(corner);
      left = std::max(left, at.y);
      right = std::min(right, at.y);
      ahead = std::max(ahead, at.x);
    }
  const double aside = std::max(right - body.left, body.right - left), behind = body.front - ahead;
  if (aside > 0) return engine::refuse("PA-CHG-01", target.text + " is not straight ahead but aside", aside / 10, 0, "cm");
  if (behind <= 0) return engine::refuse("PA-CHG-01", target.text + " would only be brushed straight ahead", -aside, kBrushMm, "mm");
  return engine::refuse("PA-CHG-01", target.text + " is not straight ahead but behind the front", behind / 10, 0, "cm");
}

}  // namespace polemarch::paean
