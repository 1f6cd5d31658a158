#include "assistant/observe/manoeuvre.hpp"

#include "assistant/observe/shift.hpp"
#include "engine/geometry/drill.hpp"

namespace polemarch::assistant::observe {

namespace {

constexpr Length kKeptShape = 5_mm;  // bases may shift so far against each other and still be the same block: hands are not rulers
constexpr double kTurnedDeg = 3.0;

}  // namespace

std::optional<std::string> manoeuvre_of(const Sighting& seen, const std::vector<engine::Place>& places) {
  if (seen.bases.empty() || !seen.removed.empty()) return std::nullopt;
  std::vector<geometry::BaseMove> moves;
  for (const ObservedBase& base : seen.bases) {
    const engine::Place* place = place_of(places, base.base);
    if (place == nullptr || !place->on_table || (moves.empty() && !place->region.empty())) return std::nullopt;
    const Spot now = spot_of(base);
    moves.push_back({place->footprint, place->pose, {Length::from_mm(now.x), Length::from_mm(now.y), Angle::from_deg(now.heading)}});
  }
  if (shift_of(seen, places) <= kKeptShape.mm() &&
      turn_between(spot_of(place_of(places, seen.bases.front().base)->pose), spot_of(seen.bases.front())) <= kTurnedDeg)
    return std::nullopt;
  const auto drill = geometry::drill_of(moves, kKeptShape);
  return drill ? std::optional(geometry::named(drill->path, drill->block)) : std::nullopt;
}

}  // namespace polemarch::assistant::observe
