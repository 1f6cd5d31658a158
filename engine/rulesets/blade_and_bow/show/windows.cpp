/// Rights to interrupt that are open now.
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

namespace polemarch::blade_and_bow {

std::vector<engine::Window> Rules::windows(const State& state, Viewer viewer) {
  std::vector<engine::Window> windows;
  if (state.turn.phase == Phase::Over) return windows;
  const auto add = [&](std::string id, Side who, const char* rule, std::string text, std::string until) {
    if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(who))
      windows.push_back({std::move(id), viewer_of(who), rule, std::move(text), std::move(until)});
  };
  for (const auto& [unit, steps] : state.may_face)
    add("face." + unit.text, state.units.at(unit).side, steps == 1 ? "BB-ADV-06" : "BB-RAL-08",
        "turn " + unit.text + (steps == 1 ? " one step" : " any way"), "the next action");
  if (state.agenda.idle()) return windows;
  const Step& top = state.agenda.lanes.back().stack.back().step;
  const auto cards = [&](const char* until) {
    for (const Side side : {Side::A, Side::B})
      if (!state.army(side).hand.empty()) add("card." + std::string(name_of(side)), side, "BB-CARD-21", "play a card", until);
  };
  const std::string_view now = occasion_now(state);
  if (now == "melee") {
    for (const Side side : {Side::A, Side::B}) {
      const bool late = state.fight && state.fight->cards_second && state.turn.initiative && side != *state.turn.initiative;
      if (!state.army(side).hand.empty() && !late)
        add("card." + std::string(name_of(side)), side, "BB-CARD-23", "play a card for this melee", "the melee dice");
    }
  }
  if (now == "shot") cards("the shooting dice");
  if (now == "initiative") cards("the initiative dice");
  if (now == "reroll") cards("both keep their dice");
  if (now == "morale") cards(std::holds_alternative<CommitRoll>(top) ? "the commitment dice" : "the dice of this check");
  if (std::holds_alternative<CommitSpend>(top)) {
    const Side side = state.units.at(std::get<CommitSpend>(top).rolled.front().unit).side;
    add("commit." + std::string(name_of(side)), side, "BB-COM-15", "commit cards for points", "accepting the dice");
  }
  return windows;
}

}  // namespace polemarch::blade_and_bow
