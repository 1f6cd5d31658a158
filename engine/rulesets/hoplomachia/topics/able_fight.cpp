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

bool has_belos_charge(const State& state, const UnitId& id) {
  if (!able_to_belos_charge(state, id).allowed()) return false;
  const Side side = taxis_at(state, id).side;
  const Round round = round_of(taxis_at(state, id));
  const Length most = belos_charge_move(state, id) + kBelosChargeReach + state.tolerance;
  for (const auto& [other, unit] : state.units)
    if (unit.side != side && unit.on_table() && !unit.hidden && !unit.scenery && !far_apart(round, round_of(unit), most) &&
        may_belos_charge(state, id, other).ruling != engine::Ruling::Refused)
      return true;
  return false;
}

}  // namespace

bool able_in_fight(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  switch (state.at.phase) {
    case Phase::Automatic: {
      static constexpr std::array kModes{Mode::Rout, Mode::Pursue, Mode::Evade};
      return runs_due(state, id, kModes[static_cast<std::size_t>(state.at.stage)]);
    }
    case Phase::OffensiveBelos:
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) return may_shoot(state, id).ruling != engine::Ruling::Refused;
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges)) return has_belos_charge(state, id);
      return !ekdromoi_due(state, id).empty();
    case Phase::Epidromos:
      if (drives(state, id)) return true;  // HM-OPT9-04
      if (unit.ekdromoi_of) return may_sally(state, id).allowed();
      if (!under_charge(unit)) return false;
      return may_charge(state, id, {}).ruling != engine::Ruling::Refused || !wheel_targets(state, id).empty();
    case Phase::DefensiveBelos:
      return unit.mode != Mode::Evade && may_shoot(state, id).ruling != engine::Ruling::Refused;
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
