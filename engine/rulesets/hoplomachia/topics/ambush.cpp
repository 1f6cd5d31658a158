#include "engine/rulesets/hoplomachia/topics/ambush.hpp"

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

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

std::set<UnitId> surprised_by(const State& state, const UnitId& ambusher, const std::set<UnitId>& attacked) {
  std::set<UnitId> out;
  const Side side = taxis_at(state, ambusher).side;
  for (const UnitId& id : attacked) {
    const Taxis& unit = taxis_at(state, id);
    const bool taxis = card_of(state, unit).disciplined();
    if (unit.side != side && taxis && !unit.surprised) out.insert(id);
  }
  return out;
}

}  // namespace polemarch::hoplomachia
