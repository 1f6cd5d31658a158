/// Setting up: where units, leaders and camps may stand, and how the rank markers may lie. Rules BB-SET, BB-SCN, BB-PLA.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/show/offering.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

namespace {

engine::PlaceBases put(const State& state, const Unit& unit, Square square) {
  engine::PlaceBases command;
  command.unit = unit.id;
  const Facing facing = unit.box == Where::Map ? unit.facing : unit.side == Side::A ? Facing::N : Facing::S;
  command.poses.push_back({{unit.id.text + ".1"}, {pose_in(state.map, square, facing), {}}});
  return command;
}

/// The units whose markers may be set, in their order; empty when one is not told.
std::vector<const Unit*> ranked(const State& state, Side side) {
  std::vector<const Unit*> units;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.has_ranks() || unit.box == Where::Reserve) continue;
    if (!unit.ranks.value) return {};
    units.push_back(&unit);
  }
  return units;
}

}  // namespace

std::vector<AdjustRanks> rank_suggestions(const State& state, Side side) {
  const Army& army = state.army(side);
  const std::vector<const Unit*> units = ranked(state, side);
  if (army.ranks_fixed || units.size() < 2) return {};
  const int count = static_cast<int>(units.size());
  AdjustRanks even, deep;
  int left = army.rank_total, at = 0;
  for (const Unit* unit : units) {
    even.ranks[unit->id] = army.rank_total / count + (at++ < army.rank_total % count ? 1 : 0);
    deep.ranks[unit->id] = std::min(left, army.rank_limit);
    left -= deep.ranks[unit->id];
  }
  std::vector<AdjustRanks> out;
  for (const AdjustRanks& wish : {even, deep})
    if (std::any_of(units.begin(), units.end(), [&](const Unit* unit) { return wish.ranks.at(unit->id) != *unit->ranks.value; }))
      out.push_back(wish);
  return out;
}

/// Squares printed for its type; on a map without printed squares every free square of its half. The nearest first to one that stands.
void Maker::places_of(const Unit& unit) {
  if (unit.box == Where::Reserve || (unit.on_map() && state.turn.setup_stage > 0)) return;
  const bool printed = !state.map.setup_squares.empty();
  std::vector<Square> free;
  for (int i = 0; i < state.map.size(); ++i) {
    const Square square = state.map.at(i);
    const bool low = pose_in(state.map, square, Facing::N).y.mm() < state.map.origin_y.mm() + state.map.rows * state.map.box.mm() / 2;
    if (unit_at(state, square) != nullptr || (!printed && low != (unit.side == Side::A))) continue;
    if (may_set_up(state.map, unit.side, unit.type.name, square)) free.push_back(square);
  }
  if (unit.on_map())
    std::stable_sort(free.begin(), free.end(),
                     [&](Square a, Square b) { return points_between(unit.square, a) < points_between(unit.square, b); });
  for (const Square square : free) judged(put(state, unit, square));
  if (viewer != Viewer::Umpire && viewer != viewer_of(unit.side)) return;  // markers are their side's to know
  const std::vector<const Unit*> mates = ranked(state, unit.side);
  if (std::find(mates.begin(), mates.end(), &unit) == mates.end()) return;
  for (const Unit* mate : mates)  // one rank more, from whom it may be taken
    if (mate != &unit && *mate->ranks.value > 0)
      if_allowed(AdjustRanks{{{unit.id, *unit.ranks.value + 1}, {mate->id, *mate->ranks.value - 1}}}, {}, viewer_of(unit.side));
}

void Maker::places_of(const Leader& leader) {
  for (const auto& [id, unit] : state.units)
    if (unit.side == leader.side && unit.on_map() && (!leader.on_map() || unit.square != leader.square))
      judged(PlaceLeader{leader.id, unit.square});
}

void Maker::set_up(Side side) {
  judged(Ready{});
  for (const auto& [id, camp] : state.camps)
    for (const Square square : camp.choices)
      if (camp.side == side && square != camp.square) judged(PlaceCamp{id, square});
  if (viewer != Viewer::Umpire && viewer != viewer_of(side)) return;
  for (AdjustRanks& wish : rank_suggestions(state, side)) if_allowed(std::move(wish), {}, viewer_of(side));
}

}  // namespace polemarch::blade_and_bow
