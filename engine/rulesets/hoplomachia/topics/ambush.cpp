#include "engine/rulesets/hoplomachia/topics/ambush.hpp"

#include <algorithm>

#include "engine/geometry/gap.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

bool may_break_cover(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (!unit.hidden || !unit.hideout) return false;
  const UnitCard& card = card_of(state, unit);
  if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) return card.belos && card.range;
  if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges))
    return card.belos && unit.troop != TroopClass::Toxotes && unit.troop != TroopClass::Sphendonetes;
  return state.at.phase == Phase::Epidromos && has_epidromos(card);
}

std::optional<State> out_of_hiding(const State& state, const UnitId& id) {
  const Taxis& hidden = taxis_at(state, id);
  if (!hidden.hidden || !hidden.hideout || !hidden.hideout->value) return std::nullopt;
  State shown = state;
  Taxis& unit = shown.units.at(id);
  unit.hidden = false;
  unit.fight.must_charge = true;  // the ambush is its order (HM-AMB-39)
  for (const engine::PlacedBase& placed : *hidden.hideout->value)
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) {
          stand.at = placed.at;
          if (lochos.fate == Fate::Waiting) lochos.fate = Fate::Sound;
        }
  return shown;
}

namespace {

/// The stands of a unit in ambush, where they lie.
Shapes shapes_in_hiding(const Taxis& unit) {
  if (unit.on_table()) return shapes_of(unit);
  Shapes shapes;
  if (!unit.hideout || !unit.hideout->value) return shapes;
  for (const Lochos& lochos : unit.lochoi)
    for (const Stand& stand : lochos.stands)
      for (const engine::PlacedBase& placed : *unit.hideout->value)
        if (placed.base == stand.base && !stand.lost) shapes.push_back(geometry::placed(stand.footprint, placed.at));
  return shapes;
}

}  // namespace

std::vector<UnitId> found_by(const State& state, const UnitId& seeker) {
  std::vector<UnitId> out;
  const Taxis& unit = taxis_at(state, seeker);
  if (unit.hidden || unit.scenery || !unit.on_table()) return out;
  for (const auto& [id, other] : state.units) {
    if (!other.hidden || other.side == unit.side) continue;
    const Shapes hiding = shapes_in_hiding(other), seeking = hiding.empty() ? Shapes{} : shapes_of(unit);
    const auto seen_from = [&](const geometry::Shape& own) {
      return std::any_of(hiding.begin(), hiding.end(), [&](const geometry::Shape& theirs) {
        const geometry::Gap gap = geometry::gap_between({&own, 1}, {&theirs, 1});
        return gap.distance().value <= 6_in && clear_line(state, geometry::vec(gap.on_a), geometry::vec(gap.on_b));
      });
    };
    if (std::any_of(seeking.begin(), seeking.end(), seen_from)) out.push_back(id);
  }
  return out;
}

std::set<UnitId> surprised_by(const State& state, const UnitId& ambusher, const std::set<UnitId>& attacked) {
  std::set<UnitId> out;
  const Side side = taxis_at(state, ambusher).side;
  for (const UnitId& id : attacked) {
    const Taxis& unit = taxis_at(state, id);
    if (unit.side != side && is_taxis(state, id) && !unit.surprised) out.insert(id);
  }
  return out;
}

}  // namespace polemarch::hoplomachia
