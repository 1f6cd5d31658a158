#include "assistant/observe/manoeuvre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "assistant/observe/shift.hpp"
#include "engine/geometry/path.hpp"

namespace polemarch::assistant::observe {

namespace {

constexpr double kKeptShapeMm = 5.0;  // bases may shift so far against each other and still be the same block: hands are not rulers
constexpr double kSlackMm = 3.0;
constexpr Angle kSlackTurn = 1_deg;

double radians(double deg) { return deg * std::numbers::pi / 180.0; }

/// A point seen from a spot: x ahead, y to the left.
struct Local {
  double ahead = 0, left = 0;
};
Local local_of(const Spot& from, const Spot& at) {
  const double c = std::cos(radians(from.heading)), s = std::sin(radians(from.heading));
  const double dx = at.x - from.x, dy = at.y - from.y;
  return {dx * c + dy * s, -dx * s + dy * c};
}

Pose pose_at(const Spot& from, const Local& local) {
  const double c = std::cos(radians(from.heading)), s = std::sin(radians(from.heading));
  return {Length::from_mm(from.x + local.ahead * c - local.left * s), Length::from_mm(from.y + local.ahead * s + local.left * c),
          Angle::from_deg(from.heading)};
}

}  // namespace

std::optional<std::string> manoeuvre_of(const Sighting& seen, const std::vector<engine::Place>& places) {
  if (seen.bases.empty() || !seen.removed.empty()) return std::nullopt;
  const engine::Place* lead = place_of(places, seen.bases.front().base);
  if (lead == nullptr || !lead->on_table || !lead->region.empty()) return std::nullopt;
  const Spot before = spot_of(lead->pose), after = spot_of(seen.bases.front());
  double front = -1e9, rear = 1e9, left = -1e9, right = 1e9;
  for (const ObservedBase& base : seen.bases) {
    const engine::Place* place = place_of(places, base.base);
    if (place == nullptr || !place->on_table) return std::nullopt;
    const Local then = local_of(before, spot_of(place->pose)), now = local_of(after, spot_of(base));
    if (std::hypot(then.ahead - now.ahead, then.left - now.left) > kKeptShapeMm) return std::nullopt;
    const double turn = radians(place->pose.heading.deg() - before.heading);
    const double deep = place->footprint.depth.mm() / 2, wide = place->footprint.frontage.mm() / 2;
    const double ahead = std::abs(deep * std::cos(turn)) + std::abs(wide * std::sin(turn));
    const double aside = std::abs(deep * std::sin(turn)) + std::abs(wide * std::cos(turn));
    front = std::max(front, then.ahead + ahead), rear = std::min(rear, then.ahead - ahead);
    left = std::max(left, then.left + aside), right = std::min(right, then.left - aside);
  }
  if (shift_of(seen, places) <= kKeptShapeMm && turn_between(before, after) <= 3.0) return std::nullopt;
  const Local middle{(front + rear) / 2, (left + right) / 2};
  const Footprint block{Outline::Rectangle, Length::from_mm(left - right), Length::from_mm(front - rear)};
  const Pose from = pose_at(before, middle), to = pose_at(after, middle);
  // As a drill book would: wheel and advance first, then step aside or back, then turn on the spot.
  for (const geometry::PathRules& rules :
       {geometry::PathRules{.askew = kSlackTurn}, geometry::PathRules{.echelon = 90_deg, .backwards = true, .askew = kSlackTurn},
        geometry::PathRules{.pivots = true, .backwards = true, .askew = kSlackTurn}})
    if (const auto path = geometry::cheapest_path(block, from, to, rules, Length::from_mm(kSlackMm))) return geometry::named(*path, block);
  return std::nullopt;
}

}  // namespace polemarch::assistant::observe
