/// Where bases stand, what may not break, and how the battle stands in a few lines.
#include <set>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {
namespace {

Footprint footprint_in(const Map& map) { return {Outline::Rectangle, map.box * 3 / 4, map.box * 3 / 4}; }

std::string side_line(const State& state, Side side) {
  const Army& army = state.army(side);
  std::string line = std::string(name_of(side)) + (army.name.empty() ? "" : " (" + army.name + ")");
  line += ": losses " + std::to_string(army.losses) + " of " + std::to_string(rout_level(state, side));
  line += ", impulses " + std::to_string(army.impulses) + ", cards " + std::to_string(army.hand.size()) + " of " +
          std::to_string(army.hand_size);
  int routed = 0, rallied = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    routed += unit.box == Box::Routed ? 1 : 0;
    rallied += unit.box == Box::Rallied ? 1 : 0;
  }
  if (routed > 0) line += ", routed " + std::to_string(routed);
  if (rallied > 0) line += ", rallied " + std::to_string(rallied);
  if (army_routs(state, side)) line += ", at its rout level";  // BB-AMB-23: an early warning
  return line;
}

}  // namespace

namespace {
engine::Troops troops_of(const UnitType& type) {
  if (type.unit_class == UnitClass::Cavalry) return engine::Troops::Mounted;
  return type.good.size == Size::Light ? engine::Troops::LightFoot : engine::Troops::Foot;
}
}  // namespace

std::vector<engine::Place> Rules::places(const State& state) {
  std::vector<engine::Place> places;
  for (const auto& [id, unit] : state.units) {
    const bool on = unit.on_map();
    places.push_back({id,
                      {id.text + ".1"},
                      unit.side,
                      footprint_in(state.map),
                      on ? pose_in(state.map, unit.square, unit.facing) : Pose{},
                      on ? outline_of(state.map, unit.square) : std::vector<Point>{},
                      on,
                      troops_of(unit.type)});
  }
  for (const auto& [id, leader] : state.leaders) {
    const bool on = leader.on_map();
    const Footprint disc{Outline::Circle, state.map.box / 4, state.map.box / 4};
    places.push_back({id,
                      {id.text + ".1"},
                      leader.side,
                      disc,
                      on ? pose_in(state.map, leader.square, Facing::N) : Pose{},
                      on ? outline_of(state.map, leader.square) : std::vector<Point>{},
                      on});
  }
  // A camp lies in the rear left corner of its square, so that who stands in it has room. The rulebook gives it no size.
  for (const auto& [id, camp] : state.camps) {
    const bool on = !camp.sacked && state.map.holds(camp.square);
    Pose pose = on ? pose_in(state.map, camp.square, camp.side == Side::A ? Facing::N : Facing::S) : Pose{};
    const Length off = state.map.box / 3 * (camp.side == Side::A ? 1 : -1);
    if (on) pose.x -= off, pose.y -= off;
    places.push_back({id,
                      {id.text + ".1"},
                      camp.side,
                      {Outline::Rectangle, state.map.box * 3 / 10, state.map.box * 3 / 10},
                      pose,
                      on ? outline_of(state.map, camp.square) : std::vector<Point>{},
                      on});
  }
  return places;
}

namespace {
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

std::vector<engine::Window> Rules::windows(const State& state, Viewer viewer) {
  std::vector<engine::Window> windows;
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
  if (std::holds_alternative<MeleeAttack>(top)) {
    for (const Side side : {Side::A, Side::B}) {
      const bool late = state.fight && state.fight->cards_second && state.turn.initiative && side != *state.turn.initiative;
      if (!state.army(side).hand.empty() && !late)
        add("card." + std::string(name_of(side)), side, "BB-CARD-23", "play a card for this melee", "the melee dice");
    }
  }
  if (std::holds_alternative<ShotAttack>(top)) cards("the shooting dice");
  if (std::holds_alternative<RollInitiative>(top)) cards("the initiative dice");
  if (std::holds_alternative<CommitRoll>(top)) cards("the commitment dice");
  if (std::holds_alternative<CommitSpend>(top)) {
    const Side side = state.units.at(std::get<CommitSpend>(top).rolled.front().unit).side;
    add("commit." + std::string(name_of(side)), side, "BB-COM-15", "commit cards for points", "accepting the dice");
  }
  return windows;
}

}  // namespace polemarch::blade_and_bow
