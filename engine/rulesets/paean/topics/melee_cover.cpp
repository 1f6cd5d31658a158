/// Who stands in cover or behind works, and the save that gives in close combat.
#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"

namespace polemarch::paean {

Cover cover_of(const State& state, const UnitId& unit, Vec2 from) {
  const std::vector<Stand> stands = stands_of(state, unit);
  Cover best = Cover::None;
  for (const Piece& piece : state.terrain) {
    const Cover cover = cover_of(piece.ground);
    if (cover <= best || stands.empty()) continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    // Defence works and walls are stood behind with the enemy beyond: somebody touches them, the rows behind him are behind them, too.
    const bool lined = cover >= Cover::Works && std::any_of(stands.begin(), stands.end(), [&](const Stand& stand) {
                         return geometry::distance_to(stand.shape, outline) <= 3.0;
                       });
    const auto in = std::count_if(stands.begin(), stands.end(), [&](const Stand& stand) {
      return geometry::share_inside(stand.shape, outline) >= 0.5 ||  // a base on the edge counts as in it
             (lined && geometry::runs_through(outline, stand.shape.centre, from));
    });
    if (2 * in >= static_cast<std::ptrdiff_t>(stands.size())) best = cover;
  }
  return best;
}

MeleeCover melee_cover_of(const State& state, const UnitId& unit, const UnitId& foe) {
  const auto origin = [&](const UnitId& id) {
    const auto found = state.formations.find(id);
    return found == state.formations.end() || found->second.origin.empty() ? id : found->second.origin;
  };
  constexpr int kFightingInCover = 2;
  for (const Covered& covered : state.fights.covers) {
    const bool defends = origin(covered.defender) == origin(unit) && origin(covered.attacker) == origin(foe);
    const bool attacks = origin(covered.attacker) == origin(unit) && origin(covered.defender) == origin(foe);
    const bool first = state.formations.at(defends ? foe : unit).status.phases == 0;  // of this attacker's fight
    const Vec2 from_foe = body_of(state, foe).centre();
    if (defends) {
      if (cover_of(state, unit, from_foe) == Cover::None) return {};  // PA-RES-39
      if (first) return {covered.cover, melee_cover(covered.cover), covered.edge ? "PA-RES-34" : "PA-RES-37"};
      if (covered.edge && !covered.pushed) return {covered.cover, melee_cover(covered.cover), "PA-RES-35"};
      return {covered.cover, kFightingInCover, covered.edge ? "PA-RES-36" : "PA-RES-38"};
    }
    if (attacks) {
      if (first) return covered.edge ? MeleeCover{} : MeleeCover{covered.cover, kFightingInCover, "PA-RES-44"};
      if (covered.edge && !covered.pushed) return {covered.cover, kFightingInCover, "PA-RES-43"};
      // PA-AMB-93: once the defender is out of it, those who stand in it keep the save.
      if (cover_of(state, foe, body_of(state, unit).centre()) == Cover::None && cover_of(state, unit, from_foe) == Cover::None) return {};
      return {covered.cover, kFightingInCover, covered.edge ? "PA-RES-36" : "PA-RES-38"};
    }
  }
  return {};
}

std::optional<Covered> cover_at_first(const State& state, const UnitId& defender, const UnitId& attacker) {
  const Cover cover = cover_of(state, defender, body_of(state, attacker).centre());
  if (cover == Cover::None) return std::nullopt;
  const std::vector<Stand> stands = stands_of(state, attacker);
  const bool inside = std::any_of(state.terrain.begin(), state.terrain.end(), [&](const Piece& piece) {
    return cover_of(piece.ground) == cover && std::any_of(stands.begin(), stands.end(), [&](const Stand& stand) {
             return geometry::share_inside(stand.shape, geometry::outline_in_mm(piece.outline)) >= 0.5;
           });
  });
  return Covered{defender, attacker, cover, !inside, false};
}

}  // namespace polemarch::paean
