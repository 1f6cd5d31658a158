#include "engine/rulesets/blade_and_bow/play/play.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {

BaseId base_of(const UnitId& unit) { return {unit.text + ".1"}; }

std::vector<UnitId> ids_of(const std::vector<const Leader*>& leaders) {
  std::vector<UnitId> ids;
  ids.reserve(leaders.size());
  for (const Leader* leader : leaders) ids.push_back(leader->id);
  return ids;
}

std::vector<engine::Option> options_of(const std::vector<Square>& squares) {
  std::vector<engine::Option> options;
  options.reserve(squares.size());
  for (const Square square : squares) options.push_back({name_of(square), name_of(square)});
  return options;
}

void owe_place(Unfold& u, const UnitId& id, std::string rule) {
  const Unit& unit = u.state().units.at(id);
  engine::OwedPlacement owed{
      .unit = id, .bases = {base_of(id)}, .removed = !unit.on_map(), .who = viewer_of(unit.side), .rule = std::move(rule)};
  if (unit.on_map()) {
    owed.poses = {pose_in(u.state().map, unit.square, unit.facing)};
    owed.region = outline_of(u.state().map, unit.square);
  }
  u.owe(std::move(owed));
}

void owe_leader(Unfold& u, const UnitId& id, std::string rule) {
  const Leader& leader = u.state().leaders.at(id);
  engine::OwedPlacement owed{
      .unit = id, .bases = {base_of(id)}, .removed = !leader.on_map(), .who = viewer_of(leader.side), .rule = std::move(rule)};
  if (leader.on_map()) {
    owed.region = outline_of(u.state().map, leader.square);
    owed.poses = {pose_in(u.state().map, leader.square, Facing::N)};
  }
  u.owe(std::move(owed));
}

void owe_anew(Unfold& u, const UnitId& id) {
  const auto& owed = u.state().agenda.owed;
  const auto old = std::find_if(owed.begin(), owed.end(), [&](const engine::OwedPlacement& o) { return o.unit == id && !o.removed; });
  if (old == owed.end() || old->rule.empty()) return;  // what a step back left owed is overtaken by itself
  std::string rule = old->rule;
  if (find_leader(u.state(), id) != nullptr)
    owe_leader(u, id, std::move(rule));
  else
    owe_place(u, id, std::move(rule));
}

void face(Unfold& u, const UnitId& id, Facing facing) {
  u.emit(UnitFaced{id, facing});
  owe_anew(u, id);
}

void disrupt(Unfold& u, const UnitId& unit, std::string rule) {
  if (!u.state().units.at(unit).disrupted) u.emit(UnitDisrupted{unit, std::move(rule)});
}

void lose_wall(Unfold& u, const UnitId& id) {
  if (!u.state().units.at(id).wall) return;
  if (u.state().action && u.state().action->walls_lost.contains(id)) return;
  u.emit(WallLost{id, false});
}

void push_away(Unfold& u, const UnitId& id, Square to, std::vector<UnitId> leaders) {
  const Side side = u.state().units.at(id).side;
  u.emit(UnitDisplaced{id, to, leaders});
  for (const UnitId& leader : leaders) owe_anew(u, leader);
  disrupt(u, id, "BB-INT-11");
  owe_place(u, id, "BB-INT-09");
  u.later(captures_at(u.state(), to, side));
}

void rout(Unfold& u, const UnitId& id, const std::string& rule) {
  const Unit& unit = u.state().units.at(id);
  const std::vector<UnitId> leaders = ids_of(leaders_at(u.state(), unit.square, unit.side));
  u.emit(UnitRouted{id, leaders, rule});
  owe_place(u, id, rule);
  for (const UnitId& leader : leaders) owe_leader(u, leader, rule);
}

void eliminate(Unfold& u, const UnitId& id, const std::string& rule) {
  const Unit& unit = u.state().units.at(id);
  const std::vector<Step> danger = casualties_with(u.state(), id);
  u.emit(UnitEliminated{id, 1 + (unit.has_ranks() ? unit.ranks.value.value_or(0) : 0), rule});
  owe_place(u, id, rule);
  u.later(danger);
}

std::vector<Step> captures_at(const State& state, Square square, Side side) {
  std::vector<Step> steps;
  for (const Leader* leader : leaders_at(state, square, other(side))) steps.emplace_back(CasualtyFirst{leader->id, true});
  return steps;
}

std::vector<Step> casualties_with(const State& state, const UnitId& id) {
  std::vector<Step> steps;
  const Unit& unit = state.units.at(id);
  if (!unit.on_map()) return steps;
  for (const Leader* leader : leaders_at(state, unit.square, unit.side))
    if (!state.fight || !state.fight->checked_leaders.contains(leader->id)) steps.emplace_back(CasualtyFirst{leader->id, false});
  return steps;
}

void sudden_end(Unfold& u, const UnitId& camp) {
  if (!u.state().scenario.sudden_camp || *u.state().scenario.sudden_camp != camp) return;
  u.emit(BattleEnded{sudden_outcome(u.state(), camp)});
}

}  // namespace polemarch::blade_and_bow
