/// Which units have something to do in a stage of the fighting.
#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

bool runs_due(const State& state, const UnitId& unit, Mode mode) {
  return std::any_of(state.fight.flights.begin(), state.fight.flights.end(), [&](const Flight& flight) {
    return flight.unit == unit && flight.mode == mode && flight.since < state.at.turn && flight.moved_in < state.at.turn;
  });
}

bool has_belos_charge(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  if (!facts.belos_charger(id).allowed()) return false;
  const Side side = taxis_at(state, id).side;
  const Round& round = facts.round(id);
  const Length most = belos_charge_move(state, id) + kBelosChargeReach + state.tolerance;
  for (const auto& [other, unit, there] : facts.bodies())
    if (unit->side != side && !far_apart(round, there, most) && unit->on_table() && !unit->hidden && !unit->scenery &&
        may_belos_charge(facts, id, *other).ruling != engine::Ruling::Refused)
      return true;
  return false;
}

}  // namespace

bool able_in_fight(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  switch (state.at.phase) {
    case Phase::Automatic: {
      static constexpr std::array kModes{Mode::Rout, Mode::Pursue, Mode::Evade};
      return runs_due(state, id, kModes[static_cast<std::size_t>(state.at.stage)]);
    }
    case Phase::OffensiveBelos:
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) return may_shoot(facts, id).ruling != engine::Ruling::Refused;
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges)) return has_belos_charge(facts, id);
      return !ekdromoi_due(state, id).empty();
    case Phase::Epidromos:
      if (drives(state, id)) return true;  // HM-OPT9-04
      if (unit.ekdromoi_of) return may_sally(state, id).allowed();
      if (charges_lights(unit)) return may_charge(facts, id, {}).ruling != engine::Ruling::Refused;
      if (!under_charge(unit)) return false;
      return may_charge(facts, id, {}).ruling != engine::Ruling::Refused || !facts.wheel(id).empty();
    case Phase::DefensiveBelos:
      return unit.mode != Mode::Evade && may_shoot(facts, id).ruling != engine::Ruling::Refused;
    case Phase::Melee:
      return !pairs_to_fight(state, id, state.at.stage == 1).empty();
    case Phase::Katastrophe:
      return in_stage(state, Phase::Katastrophe, KatastropheStage::Checks) && has_to_check(state, id);
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Salpinx:
    case Phase::Commands:
    case Phase::Mantis:
    case Phase::Marches:
    case Phase::Ended:
      return false;
  }
  return false;
}

}  // namespace polemarch::hoplomachia
