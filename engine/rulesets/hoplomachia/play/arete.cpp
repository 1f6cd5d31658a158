/// What changes the arete tracks (HM-ARE, HM-EVT).
#include "engine/rulesets/hoplomachia/topics/arete.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

void change_arete(Unfold& u, Side side, int by, std::string rule, std::string why) {
  const State& state = u.state();
  const int to = std::min(kAreteTop, state.armies[side].arete + by);
  const int change = to - state.armies[side].arete;
  if (by == 0) return;
  u.emit(AreteChanged{side, {state.at.turn, state.at.phase, change, to, std::move(rule), std::move(why)}});
}

void score_lochos_lost(Unfold& u, const LochosRef& ref) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, ref.unit);
  const Lochos& lochos = lochos_at(state, ref);
  if (lochos.scored || unit.baggage) return;
  const bool counts = card_of(state, unit).disciplined() || is_mounted(unit.troop) || state.options.stands_count_as_lochoi;
  if (!counts) return;  // HM-AMB-57
  const Side side = unit.side;
  u.emit(LossScored{ref.unit, ref.at});
  const std::string why = "a lochos of " + ref.unit.text + " is lost";
  change_arete(u, side, kLochosLost.own, "HM-EVT-01", why);
  change_arete(u, other(side), kLochosLost.enemy, "HM-EVT-02", why);
}

void score_unit_lost(Unfold& u, const UnitId& id) {
  const std::size_t lochoi = taxis_at(u.state(), id).lochoi.size();
  for (std::size_t i = 0; i < lochoi; ++i) score_lochos_lost(u, {id, static_cast<int>(i)});
  const Side side = taxis_at(u.state(), id).side;
  const Army& army = u.state().armies[side];
  if (army.senior != id || army.senior_scored) return;  // HM-AMB-85
  u.emit(LossScored{id, -1});
  change_arete(u, side, kSeniorLost.own, "HM-EVT-03", "the senior taxis is lost");
  change_arete(u, other(side), kSeniorLost.enemy, "HM-EVT-04", "the enemy's senior taxis is lost");
}

std::vector<std::string> strategoi_in(const State& state, const UnitId& unit, int lochos) {
  std::vector<std::string> out;
  for (const auto& [key, who] : state.strategoi)
    if (who.alive && who.in.unit == unit && (lochos < 0 || who.in.at == lochos)) out.push_back(key);
  return out;
}

void lose_strategos(Unfold& u, const std::string& key, std::string how, std::string rule) {
  const Strategos who = u.state().strategoi.at(key);
  if (!who.alive) return;
  u.emit(StrategosLost{key, how, rule});
  change_arete(u, who.side, kStrategosKilled.own, "HM-EVT-05", key + " is lost");
}

void resume(Unfold&, const AreteRoll&, const Answers&) {}
void resume(Unfold&, const StrategosRoll&, const Answers&) {}
void resume(Unfold&, const NewHegemon&, const Answers&) {}
void resume(Unfold&, const GateRoll&, const Answers&) {}

}  // namespace polemarch::hoplomachia
