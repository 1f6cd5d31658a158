/// What is to be done, how the battle stands in a few lines, and how it ended.
#include <algorithm>
#include <set>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {

namespace {

std::string leader_words(const State& state, Side side) {
  const auto ours = [&](const auto& leader) { return leader.second.side == side; };
  return std::any_of(state.leaders.begin(), state.leaders.end(), ours) ? "place leaders, then say ready" : "say ready: there is no leader";
}

engine::Now in_setup(const State& state) {
  const Side second = state.scenario.tie_breaker, first = other(second);  // BB-AMB-109
  switch (state.turn.setup_stage) {
    case 1:
      return {0, viewer_of(first), "set-up", leader_words(state, first)};
    case 2:
      return {0, viewer_of(second), "set-up", leader_words(state, second)};
    default: {
      const bool a = state.army(Side::A).ready, b = state.army(Side::B).ready;
      return {0, a == b ? Viewer::Both : a ? Viewer::B : Viewer::A, "set-up", "set up units, rank markers and camps, then say ready"};
    }
  }
}

std::string_view action_word(ActionKind kind) {
  switch (kind) {
    case ActionKind::Move:
      return "move";
    case ActionKind::Shoot:
      return "shooting";
    case ActionKind::Melee:
      return "melee";
    case ActionKind::Rally:
      return "rally";
    case ActionKind::Leader:
      return "leader's move";
    case ActionKind::Wall:
      return "shield wall";
  }
  return "action";
}

std::string impulse_words(const State& state) {
  if (state.action && !state.action->closes_itself)
    return "go on with the " + std::string(action_word(state.action->kind)) + " of the formation, or end the action";
  if (state.action) return "go on with the action, or end it";
  const int left = state.turn.actions;
  return std::to_string(left) + (left == 1 ? " action" : " actions") +
         " left: give a unit or formation an action, buy or discard a card, or pass";
}

}  // namespace

engine::Now Rules::now(const State& state) {
  const Turn& turn = state.turn;
  switch (turn.phase) {
    case Phase::Setup:
      return in_setup(state);
    case Phase::Draw:
      return {turn.number, Viewer::Both, "draw", "draw cards"};
    case Phase::Initiative:
      return {turn.number, Viewer::Both, "initiative", "throw for initiative"};
    case Phase::Impulses:
      return {turn.number, turn.active ? viewer_of(*turn.active) : Viewer::Both, "impulses", impulse_words(state)};
    case Phase::Rout:
      return {turn.number, Viewer::Both, "rout management", "throw for routed units"};
    case Phase::Victory:
    case Phase::TurnEnd:
      return {turn.number, Viewer::Both, "turn end", "throw for the end of the battle"};
    case Phase::Over:
      return {turn.number, Viewer::Both, "", "the battle is over"};
  }
  return {};
}

std::optional<engine::Ending> Rules::ending(const State& state) {
  if (!state.outcome) return std::nullopt;
  if (state.outcome->why) return engine::Ending{state.outcome->winner, *state.outcome->why, ""};
  return engine::Ending{state.outcome->winner, state.outcome->winner ? "a " + state.outcome->degree + " victory" : "nobody has won",
                        state.outcome->rule};
}

namespace {

std::string side_line(const State& state, Side side) {
  const Army& army = state.army(side);
  std::string line = army.name.empty() ? std::string(name_of(side)) : army.name;
  line += ": losses " + std::to_string(army.losses) + " of " + std::to_string(rout_level(state, side));
  line += ", impulses " + std::to_string(army.impulses) + ", cards " + std::to_string(army.hand.size()) + " of " +
          std::to_string(army.hand_size);
  int routed = 0, rallied = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    routed += unit.box == Where::Routed ? 1 : 0;
    rallied += unit.box == Where::Rallied ? 1 : 0;
  }
  if (routed > 0) line += ", routed " + std::to_string(routed);
  if (rallied > 0) line += ", rallied " + std::to_string(rallied);
  if (army_routs(state, side)) line += ", at its rout level";  // BB-AMB-23: an early warning
  return line;
}

/// Counter types whose shield side is printed as the more dangerous one to attack: taken so, and said (BB-AMB-118).
std::string odd_counters(const State& state) {
  std::set<std::string> names;
  for (const auto& [id, unit] : state.units)
    if (unit.type.good.left > unit.type.good.right) names.insert(unit.type.name);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<std::string> Rules::describe(const State& state, Viewer viewer) {
  std::vector<std::string> lines;
  if (state.outcome) {
    const Outcome& o = *state.outcome;
    if (o.why)
      lines.push_back((o.winner ? std::string(name_of(*o.winner)) + " has won: " : std::string("a draw: ")) + *o.why);
    else
      lines.push_back(o.winner ? std::string(name_of(*o.winner)) + " has won a " + o.degree + " victory (" + o.rule + ")"
                               : "a draw (" + o.rule + ")");
  }
  std::string turn = "turn " + std::to_string(state.turn.number);
  switch (state.turn.phase) {
    case Phase::Setup:
      turn += ", setup";
      break;
    case Phase::Draw:
      turn += ", drawing cards";
      break;
    case Phase::Initiative:
      turn += ", initiative";
      break;
    case Phase::Impulses:
      turn += ", impulses";
      break;
    case Phase::Rout:
      turn += ", rout management";
      break;
    case Phase::Victory:
    case Phase::TurnEnd:
      turn += ", turn end";
      break;
    case Phase::Over:
      turn += ", over";
      break;
  }
  if (state.turn.initiative) turn += "; initiative " + std::string(name_of(*state.turn.initiative));
  lines.push_back(turn);
  if (state.turn.phase == Phase::Impulses && state.turn.active) {
    lines.push_back(std::string(name_of(*state.turn.active)) + " acts: " + std::to_string(state.turn.actions) +
                    (state.turn.actions == 1 ? " action left" : " actions left"));
  }
  lines.push_back(side_line(state, Side::A));
  lines.push_back(side_line(state, Side::B));
  if (const std::string odd = odd_counters(state); !odd.empty())
    lines.push_back("taken as typed, the left morale modifier above the right one: " + odd + " (BB-AMB-118)");
  for (const Side side : {Side::A, Side::B})
    for (const Secret<int>& card : state.army(side).hand)
      if (viewer != Viewer::Both && card.open_to(viewer) && card.value && played_before(state, *card.value))
        lines.push_back("card " + std::to_string(*card.value) + " of " + std::string(name_of(side)) +
                        "'s hand lies in the discards too: one of the two was typed wrongly (BB-CARD-24)");
  for (const Track& track : state.map.tracks) lines.push_back(track.name + (track.found ? ": found" : ": not found yet"));
  if (state.scenario.reserve_side && state.scenario.reserve_state < 3)
    lines.push_back(state.scenario.reserve_state == 0 ? "reinforcements: not on their way yet" : "reinforcements: on their way");
  if (const auto icon = state.scenario.end_icons.find(state.turn.number); icon != state.scenario.end_icons.end())
    lines.push_back("the battle ends after this turn on " + std::to_string(icon->second) + " or less");
  return lines;
}

}  // namespace polemarch::blade_and_bow
