/// What is to be done, how the battle stands in a few lines, and how it ended.
#include <algorithm>

#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/idling.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

namespace {

bool all_deployed(const State& state) {
  return std::all_of(state.units.begin(), state.units.end(), [](const auto& unit) { return unit.second.on_table() || unit.second.hidden; });
}

/// What is to be done in a phase of the fighting, in players' words; empty: the frame's words.
std::string to_do_fight(const State& state) {
  const auto next = next_to_act(state);
  if (!next) return {};
  switch (state.at.phase) {
    case Phase::OffensiveBelos:
      return state.at.stage == 0 ? "shoot with " + next->text + ", or hold" : "make a belos charge with " + next->text + ", or hold";
    case Phase::Epidromos:
      return "charge with " + next->text + ", or stand still";
    case Phase::DefensiveBelos:
      return "shoot at the chargers with " + next->text + ", or hold";
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Salpinx:
    case Phase::Commands:
    case Phase::Mantis:
    case Phase::Automatic:
    case Phase::Marches:
    case Phase::Melee:
    case Phase::Katastrophe:
    case Phase::Ended:
      return {};
  }
  return {};
}
}  // namespace

engine::Now Rules::now(const State& state) {
  const Sequence& at = state.at;
  engine::Now now{at.turn, Viewer::Both, std::string(name_of(at.phase)), ""};
  switch (at.phase) {
    case Phase::PreGame:
      now.todo = "settle the battle";
      break;
    case Phase::Deployment:
      if (state.armies.a.ready != state.armies.b.ready) now.who = state.armies.a.ready ? Viewer::B : Viewer::A;
      now.todo = all_deployed(state) ? "say that your deployment is done" : "put the units on the table, then say that you are ready";
      break;
    case Phase::Salpinx:
      if (state.armies.a.counter.has_value() != state.armies.b.counter.has_value())
        now.who = state.armies.a.counter ? Viewer::B : Viewer::A;
      now.todo = "lay a signal counter under the salpinx, or none";
      break;
    case Phase::Commands:
      if (state.armies.a.commands_done != state.armies.b.commands_done) now.who = state.armies.a.commands_done ? Viewer::B : Viewer::A;
      now.todo = "send verbal orders, then have the signals revealed";
      break;
    case Phase::Ended:
      now.todo = "the battle is over";
      break;
    case Phase::Mantis:
    case Phase::Automatic:
    case Phase::OffensiveBelos:
    case Phase::Epidromos:
    case Phase::DefensiveBelos:
    case Phase::Marches:
    case Phase::Melee:
    case Phase::Katastrophe:
      if (const std::string_view stage = name_of_stage(at.phase, at.stage); !stage.empty()) now.phase += ", " + std::string(stage);
      now.todo = to_do_fight(state);
      if (const auto next = next_to_act(state)) {
        now.who = viewer_of(taxis_at(state, *next).side);
        if (now.todo.empty())
          now.todo = !taxis_at(state, *next).on_table()       ? "bring on " + next->text + ", or wait"
                     : may_do_nothing(state, *next).allowed() ? "move " + next->text + ", or stand still"
                                                              : "move " + next->text + ", which may not stand still";
      }
      break;
  }
  return now;
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (state.winner.empty()) return std::nullopt;
  engine::Ending ending{std::nullopt, state.ended_by, state.ended_rule};
  if (state.winner == "A") ending.winner = Side::A;
  if (state.winner == "B") ending.winner = Side::B;
  return ending;
}

namespace {

/// As its player calls it; the side where it has no name.
std::string army_name(const State& state, Side side) {
  const std::string& name = state.armies[side].name;
  return name.empty() ? std::string(name_of(side)) : name;
}

}  // namespace

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  const std::string_view stage = name_of_stage(state.at.phase, state.at.stage);
  std::string line = state.at.turn == 0 ? std::string(name_of(state.at.phase))
                                        : "turn " + std::to_string(state.at.turn) + ", " + std::string(name_of(state.at.phase));
  if (!stage.empty()) line += ", " + std::string(stage);
  lines.push_back(line);
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = state.armies[side];
    lines.push_back(army_name(state, side) + ": arete " + std::to_string(army.arete) + ", " +
                    std::string(word_of(condition_of(state, side))));
  }
  for (const Side side : {Side::A, Side::B})
    if (const auto& signal = state.armies[side].standing)
      lines.push_back(army_name(state, side) + " signalled " + std::string(name_of(*signal)));
  for (const Runner& runner : state.runners)
    lines.push_back("runner r" + std::to_string(runner.id) + " to " +
                    (runner.to_strategos.empty() ? runner.to.text : called(runner.to_strategos)) + " with " +
                    std::string(name_of(runner.order)) + ", arrives in turn " + std::to_string(runner.arrives));
  if (is_action(state.at.phase)) lines.push_back("precedence " + std::string(name_of(state.at.precedence)));
  if (!info().missing.empty()) lines.emplace_back(info().missing);
  return lines;
}

}  // namespace polemarch::hoplomachia
