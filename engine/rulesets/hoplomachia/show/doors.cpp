/// The small doors: places, windows, what the battle stands at, figures and counters.
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/idling.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{
      "hoplomachia",
      "Hoplomachia",
      "The Perfect Captain",
      "2026-11",
      5,
      "Armies come from rosters: the generation lists are not in the book. Card and chart values are samples: type your own."};
  return info;
}

namespace {
engine::Troops troops_of(TroopClass troop) {
  switch (troop) {
    case TroopClass::Hoplite:
      return engine::Troops::Foot;
    case TroopClass::Peltaste:
    case TroopClass::Psiloi:
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
      return engine::Troops::LightFoot;
    case TroopClass::Hippeis:
    case TroopClass::Hippotoxotes:
    case TroopClass::Chariot:
      return engine::Troops::Mounted;
    case TroopClass::Baggage:
      break;
  }
  return engine::Troops::None;
}
bool all_deployed(const State& state) {
  return std::all_of(state.units.begin(), state.units.end(), [](const auto& unit) { return unit.second.on_table() || unit.second.hidden; });
}
}  // namespace

std::vector<engine::Place> Rules::places(const State& state) {
  std::vector<engine::Place> places;
  for (const auto& [id, unit] : state.units)
    for (const Lochos& lochos : unit.lochoi)
      for (const Stand& stand : lochos.stands)
        places.push_back({id,
                          stand.base,
                          unit.side,
                          stand.footprint,
                          stand.at.pose,
                          {},
                          lochos.on_table() && !stand.lost && !unit.hidden,
                          troops_of(unit.troop)});
  return places;
}

std::vector<engine::Window> Rules::windows(const State& state, Viewer viewer) {
  std::vector<engine::Window> windows;
  windows_fight(state, viewer, windows);
  return windows;
}

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

std::optional<engine::Pile> Rules::pile(const State&, const engine::Wait& wait) {
  if (!wait.chance || wait.chance->source != kLots) return std::nullopt;
  const std::vector<int> one_each(static_cast<std::size_t>(wait.chance->highest), 1);
  return engine::Pile{one_each, one_each, one_each, {}};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (state.winner.empty()) return std::nullopt;
  engine::Ending ending{std::nullopt, state.ended_by, state.ended_rule};
  if (state.winner == "A") ending.winner = Side::A;
  if (state.winner == "B") ending.winner = Side::B;
  return ending;
}

std::vector<engine::Figure> Rules::figures(const State& state, const UnitId& id, Viewer) {
  std::vector<engine::Figure> figures;
  const auto at = state.units.find(id);
  if (at == state.units.end()) return figures;
  const Taxis& unit = at->second;
  const UnitCard& card = card_of(state, unit);
  figures.push_back({std::string(word_of(condition_of(state, unit.side))), "arete"});
  figures.push_back({unit.disarrayed() ? std::string(word_of(unit.arrangement)) + " D" : std::string(word_of(unit.arrangement)), "files"});
  if (card.andreia) figures.push_back({std::to_string(std::max(0, *card.andreia + arete_modifier(state, unit))), "andreia"});
  if (card.disarray_qualifier && unit.arrangement != Arrangement::NF)
    figures.push_back(
        {std::to_string(disarray_sum(state, unit.turn.crossed)) + "/" + std::to_string(*card.disarray_qualifier), "disarray"});
  if (const auto most = allowance(state, unit, unit.arrangement)) figures.push_back({printed_inches(*most), "move"});
  if (card.spear && card.shield) figures.push_back({std::to_string(*card.spear) + "/" + std::to_string(*card.shield), "spear, shield"});
  if (card.belos) figures.push_back({std::to_string(*card.belos), "belos"});
  return figures;
}

std::vector<engine::Counter> Rules::counters(const State& state) {
  std::vector<engine::Counter> counters;
  if (state.at.phase == Phase::PreGame) return counters;  // arete is not settled yet
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = state.armies[side];
    counters.push_back(
        {.side = side, .name = "arete", .value = army.arete, .limit = 0, .start = {}, .counts_down = true, .rule = "HM-NIKE-02"});
  }
  return counters;
}

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  const std::string_view stage = name_of_stage(state.at.phase, state.at.stage);
  std::string line = state.at.turn == 0 ? std::string(name_of(state.at.phase))
                                        : "turn " + std::to_string(state.at.turn) + ", " + std::string(name_of(state.at.phase));
  if (!stage.empty()) line += ", " + std::string(stage);
  lines.push_back(line);
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = state.armies[side];
    lines.push_back(std::string(name_of(side)) + " " + army.name + ": arete " + std::to_string(army.arete) + ", " +
                    std::string(word_of(condition_of(state, side))));
  }
  for (const Side side : {Side::A, Side::B})
    if (const auto& signal = state.armies[side].standing)
      lines.push_back(std::string(name_of(side)) + " signalled " + std::string(name_of(*signal)));
  for (const Runner& runner : state.runners)
    lines.push_back("runner r" + std::to_string(runner.id) + " to " + (runner.to_strategos.empty() ? runner.to.text : runner.to_strategos) +
                    " with " + std::string(name_of(runner.order)) + ", arrives in turn " + std::to_string(runner.arrives));
  if (is_action(state.at.phase)) lines.push_back("precedence " + std::string(name_of(state.at.precedence)));
  if (!info().missing.empty()) lines.emplace_back(info().missing);
  return lines;
}

std::string named(const State& state, const UnitId& id) {
  const auto at = state.units.find(id);
  return at == state.units.end() || at->second.name.empty() || at->second.name == id.text ? id.text : id.text + " " + at->second.name;
}

}  // namespace polemarch::hoplomachia
