#include "engine/rulesets/blade_and_bow/play/play.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {

void Course::later(std::vector<Step> steps) {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    emit(engine::open_step<Step>(state().agenda, lane(), std::move(*step), {}));
}

void Course::ask(Step step, engine::Wait wait) {
  emit(engine::open_step<Step>(state().agenda, lane(), std::move(step), {std::move(wait)}));
}

void Course::run() {
  while (state().turn.phase != Phase::Over) {
    if (state().agenda.idle()) {
      if (!phase_goes_on(*this)) return;
      continue;
    }
    const engine::OpenStep<Step> open = state().agenda.lanes.back().stack.back();
    for (const engine::Wait& wait : open.waits)
      if (!wait.answer) return;
    emit(engine::StepClosed{state().agenda.lanes.back().id, {}});
    const engine::Answer answer = open.waits.empty() ? engine::Answer{} : open.waits.front().answer->value.value_or(engine::Answer{});
    std::visit([&](const auto& step) { carry_out(*this, step, open.waits.empty() ? nullptr : &answer); }, open.step);
  }
}

engine::Wait dice_wait(Side who, int count, std::string rule, std::string question) {
  return {.id = {},
          .who = viewer_of(who),
          .kind = engine::WaitKind::Chance,
          .rule = std::move(rule),
          .question = std::move(question),
          .options = {},
          .chance = engine::ChanceSpec{.count = count},
          .region = {},
          .bases = {},
          .answer = {}};
}

engine::Wait choice_wait(Side who, std::string rule, std::string question, std::vector<engine::Option> options) {
  return {.id = {},
          .who = viewer_of(who),
          .kind = engine::WaitKind::Choice,
          .rule = std::move(rule),
          .question = std::move(question),
          .options = std::move(options),
          .chance = {},
          .region = {},
          .bases = {},
          .answer = {}};
}

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

namespace {
void drop_old_debt(Course& c, const UnitId& unit) {
  std::vector<int> old;
  for (const engine::OwedPlacement& owed : c.state().agenda.owed)
    if (owed.unit == unit) old.push_back(owed.id);
  for (const int id : old) c.emit(engine::Placed{id, unit, {}});
}
}  // namespace

void owe_place(Course& c, const UnitId& id, std::string rule) {
  drop_old_debt(c, id);
  const Unit& unit = c.state().units.at(id);
  engine::OwedPlacement owed{
      .unit = id, .bases = {base_of(id)}, .poses = {}, .region = {}, .who = viewer_of(unit.side), .rule = std::move(rule)};
  if (unit.on_map()) {
    owed.poses = {pose_in(c.state().map, unit.square, unit.facing)};
    owed.region = outline_of(c.state().map, unit.square);
  } else {
    owed.removed = true;
  }
  c.emit(engine::owe(c.state().agenda, std::move(owed)));
}

void owe_leader(Course& c, const UnitId& id, std::string rule) {
  drop_old_debt(c, id);
  const Leader& leader = c.state().leaders.at(id);
  engine::OwedPlacement owed{
      .unit = id, .bases = {base_of(id)}, .poses = {}, .region = {}, .who = viewer_of(leader.side), .rule = std::move(rule)};
  if (leader.on_map()) {
    owed.region = outline_of(c.state().map, leader.square);
    owed.poses = {pose_in(c.state().map, leader.square, Facing::N)};
  } else {
    owed.removed = true;
  }
  c.emit(engine::owe(c.state().agenda, std::move(owed)));
}

void disrupt(Course& c, const UnitId& unit, std::string rule) {
  if (!c.state().units.at(unit).disrupted) c.emit(UnitDisrupted{unit, std::move(rule)});
}

void rout(Course& c, const UnitId& id, const std::string& rule) {
  const Unit& unit = c.state().units.at(id);
  const std::vector<UnitId> leaders = ids_of(leaders_at(c.state(), unit.square, unit.side));
  c.emit(UnitRouted{id, leaders, rule});
  owe_place(c, id, rule);
  for (const UnitId& leader : leaders) owe_leader(c, leader, rule);
}

void eliminate(Course& c, const UnitId& id, const std::string& rule) {
  const Unit& unit = c.state().units.at(id);
  const std::vector<Step> danger = casualties_with(c.state(), id);
  c.emit(UnitEliminated{id, 1 + (unit.has_ranks() ? unit.ranks.value.value_or(0) : 0), rule});
  owe_place(c, id, rule);
  c.later(danger);
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

void sudden_end(Course& c, const UnitId& camp) {
  if (!c.state().scenario.sudden_camp || *c.state().scenario.sudden_camp != camp) return;
  c.emit(BattleEnded{sudden_outcome(c.state(), camp)});
}

}  // namespace polemarch::blade_and_bow
