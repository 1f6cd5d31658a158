/// The figures of a unit that matter on the screen, and what decides the battle.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

namespace {

std::string signed_text(int value) { return (value < 0 ? "" : "+") + std::to_string(value); }

std::string state_of(const Unit& unit) {
  switch (unit.box) {
    case Where::Map:
      return unit.wall ? "shield wall" : unit.disrupted ? "disrupted" : "good order";
    case Where::Routed:
      return "routed";
    case Where::Rallied:
      return "rallied";
    case Where::Eliminated:
      return "eliminated";
    case Where::Removed:
      return "off the map";
    case Where::Reserve:
      return "in reserve";
    case Where::Track:
      return "on the track";
    case Where::Undeployed:
      return "not set up";
  }
  return "";
}

std::string_view word_of(Size size) { return size == Size::Light ? "light" : size == Size::Medium ? "medium" : "heavy"; }
std::string_view word_of(Density density) { return density == Density::Open ? "open" : density == Density::Dense ? "dense" : "flexible"; }
std::string_view word_of(Colour colour) {
  switch (colour) {
    case Colour::White:
      return "white";
    case Colour::Black:
      return "black";
    case Colour::Red:
      return "red";
    case Colour::Yellow:
      return "yellow";
  }
  return "";
}

std::vector<engine::Figure> of_leader(const State& state, const Leader& leader) {
  const Leader* first = commander(state, leader.side);
  std::string rank = leader.box == Where::Eliminated ? "killed" : !leader.on_map() ? "off the map" : std::to_string(leader.rank);
  if (first == &leader && leader.on_map()) rank += ", commands";
  return {{std::move(rank), "rank"},
          {std::to_string(leader.range) + " points", "command range"},
          {std::to_string(leader.value), "morale value"},
          {std::string(word_of(leader.colour)), "actions on cards"}};
}

}  // namespace

std::vector<engine::Figure> Rules::figures(const State& state, const UnitId& id, Viewer viewer) {
  if (const Leader* leader = find_leader(state, id)) return of_leader(state, *leader);
  const Unit* unit = find_unit(state, id);
  if (unit == nullptr) return {};
  if (acts_anew(state, *unit)) return figures(after_closing(state), id, viewer);
  const Profile& figures = unit->profile();
  std::vector<engine::Figure> out{{state_of(*unit), "state"}};
  if (unit->on_map()) {
    const int most = allowance_of(state, *unit, unit->disrupted);
    const int left = std::max(0, most - mover_of(state, *unit).spent);
    out.push_back({left == most ? std::to_string(most) : std::to_string(left) + " of " + std::to_string(most), "movement"});
  } else {
    out.push_back({std::to_string(figures.movement), "movement"});
  }
  if (figures.fire > 0) {  // before what melee needs: who shoots keeps away from it
    const int range = figures.range + (unit->on_map() ? terrain_at(state.map, unit->square).range_change : 0);
    out.push_back({std::to_string(figures.fire) + " to " + std::to_string(range), "dice, range"});
    out.push_back({std::to_string(figures.missile_defence), "missile defence"});
  }
  out.push_back(
      {signed_text(figures.left) + " / " + signed_text(figures.front) + " / " + signed_text(figures.right), "left, front, right"});
  const std::string body = std::string(word_of(figures.size)) + " " + std::string(word_of(unit->type.good.density));
  const bool apart = unit->has_ranks() && figures.fire <= 0;  // one of the four that are always shown: no room for more
  const std::string ranks = apart ? "ranks" : "ranks, " + body;
  if (!unit->has_ranks())
    out.push_back({body, "size"});
  else if (unit->ranks.open_to(viewer) && unit->ranks.value)
    out.push_back({signed_text(*unit->ranks.value), ranks});
  else
    out.push_back({"hidden", ranks});
  if (apart) out.push_back({body, "size"});
  if (figures.fire <= 0) out.push_back({std::to_string(figures.missile_defence), "missile defence"});
  return out;
}

std::vector<engine::Counter> Rules::counters(const State& state) {
  std::vector<engine::Counter> out;
  for (const Side side : {Side::A, Side::B}) {
    const Army& army = state.army(side);
    out.push_back({side, "losses", army.losses, rout_level(state, side), {}, false, "BB-VIC-01"});
    int camps = 0, standing = 0, routed = 0, rallied = 0;
    for (const auto& [id, camp] : state.camps)
      if (camp.side == side) ++camps, standing += camp.sacked ? 0 : 1;
    for (const auto& [id, unit] : state.units)
      if (unit.side == side) routed += unit.box == Where::Routed ? 1 : 0, rallied += unit.box == Where::Rallied ? 1 : 0;
    if (camps > 0) out.push_back({side, "camps", standing, {}, camps, true, "BB-VIC-10"});
    out.push_back({side, "impulses", army.impulses, {}, std::max(army.impulses, impulses_due(state, side)), true, "BB-SEQ-03"});
    if (routed > 0) out.push_back({side, "routed", routed, {}, {}, false, "BB-ROUT-01"});
    if (rallied > 0) out.push_back({side, "rallied", rallied, {}, {}, false, "BB-ROUT-01"});
    for (const Track& track : state.map.tracks)
      if (track.side == side) out.push_back({side, track.name + " found", track.found ? 1 : 0, 1, {}, false, "BB-THE-10"});
    if (state.scenario.king)
      if (const Leader* king = find_leader(state, *state.scenario.king); king != nullptr && king->side == side)
        out.push_back({side, king->id.text, king->box == Where::Eliminated ? 0 : 1, {}, 1, true, "BB-THE-15"});
  }
  return out;
}

}  // namespace polemarch::blade_and_bow
