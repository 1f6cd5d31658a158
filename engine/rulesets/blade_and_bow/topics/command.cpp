#include "engine/rulesets/blade_and_bow/topics/command.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::refuse;
using engine::Verdict;

const Leader* commander(const State& state, Side side) {
  const Leader *on_map = nullptr, *living = nullptr;
  for (const auto& [id, leader] : state.leaders) {
    if (leader.side != side || leader.box == Where::Eliminated || leader.box == Where::Reserve) continue;
    if (living == nullptr || leader.rank < living->rank) living = &leader;
    if (leader.on_map() && (on_map == nullptr || leader.rank < on_map->rank)) on_map = &leader;
  }
  return on_map != nullptr ? on_map : living;
}

bool has_leader_on_map(const State& state, Side side) {
  const Leader* leader = commander(state, side);
  return leader != nullptr && leader->on_map();
}

int army_value(const State& state, Side side) {
  const Leader* leader = commander(state, side);
  return leader == nullptr ? 1 : leader->value;
}

int hand_size(const State& state, Side side) {
  const Leader* leader = commander(state, side);
  return leader == nullptr ? 1 : 1 + leader->value;
}

namespace {
int camps_lost(const State& state, Side side) {
  return static_cast<int>(std::count_if(state.camps.begin(), state.camps.end(),
                                        [&](const auto& camp) { return camp.second.side == side && camp.second.sacked; }));
}
}  // namespace

int camp_penalty(const State& state, Side side) { return camps_lost(state, side) > 0 ? kLostCamp : 0; }
int rout_level(const State& state, Side side) { return state.army(side).rout_level - camps_lost(state, side); }

int impulses_due(const State& state, Side side) {
  const auto killed = std::count_if(state.leaders.begin(), state.leaders.end(), [&](const auto& leader) {
    return leader.second.side == side && leader.second.box == Where::Eliminated;
  });
  return std::max(0, state.army(side).impulses_base - static_cast<int>(killed) - camps_lost(state, side));
}

std::vector<const Leader*> active_leaders(const State& state, Side side) {
  std::vector<const Leader*> active;
  for (const auto& [id, leader] : state.leaders) {
    if (leader.side != side || !leader.on_map()) continue;
    const auto here = leaders_at(state, leader.square, side);
    if (here.front()->id == id) active.push_back(&leader);
  }
  return active;
}

bool linked(const State& state, const Unit& a, const Unit& b) {
  const int apart = squares_apart(a.square, b.square);
  if (apart == 1) return true;
  if (apart != 2) return false;
  for (int f = 0; f < 8; ++f) {
    const Square between = neighbour(state.map, a.square, static_cast<Facing>(f));
    if (!state.map.holds(between) || !are_neighbours(between, b.square)) continue;
    const Unit* unit = unit_at(state, between);
    if (unit == nullptr || unit->side == a.side) return true;
  }
  return false;
}

bool one_chain(const State& state, const std::vector<const Unit*>& units, bool touching) {
  if (units.empty()) return false;
  std::vector<bool> in(units.size(), false);
  std::vector<std::size_t> open{0};
  in[0] = true;
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (in[i]) continue;
      const bool near = touching ? are_neighbours(units[here]->square, units[i]->square) : linked(state, *units[here], *units[i]);
      if (near) {
        in[i] = true;
        open.push_back(i);
      }
    }
  }
  return std::find(in.begin(), in.end(), false) == in.end();
}

Formation formation_of(const State& state, Side side, const std::vector<UnitId>& units, const UnitId& wanted, ActionKind kind) {
  std::vector<const Unit*> members;
  for (const UnitId& id : units) {
    const Unit* unit = find_unit(state, id);
    if (unit == nullptr) return {engine::impossible("unknown unit " + id.text), {}};
    if (unit->side != side) return {engine::impossible(id.text + " is not of this side"), {}};
    if (!unit->on_map()) return {engine::impossible(id.text + " is not on the map"), {}};
    if (std::count(units.begin(), units.end(), id) > 1) return {engine::impossible(id.text + " is named twice"), {}};
    if (unit->disrupted && kind == ActionKind::Melee) return {refuse("BB-FORM-06", id.text + " is disrupted: no melee"), {}};
    if (unit->disrupted && kind == ActionKind::Shoot) return {refuse("BB-FORM-07", id.text + " is disrupted: no shooting"), {}};
    members.push_back(unit);
  }
  if (members.empty()) return {engine::impossible("name at least one unit"), {}};
  if (members.size() == 1) return {allow(), {}};  // BB-FORM-09, BB-AMB-12
  if (!one_chain(state, members, kind == ActionKind::Wall))
    return {kind == ActionKind::Wall ? refuse("BB-SW-03", "a shield wall has no gaps")
                                     : refuse("BB-FORM-03", "more than one square between the units"),
            {}};
  const std::vector<const Leader*> leaders = active_leaders(state, side);
  if (leaders.empty()) return {refuse("BB-FORM-14", "no leader on the map: no formations"), {}};
  if (!wanted.empty()) {
    const Leader* leader = find_leader(state, wanted);
    if (leader == nullptr) return {engine::impossible("unknown leader " + wanted.text), {}};
    if (leader->side != side || !leader->on_map()) return {refuse("BB-FORM-17", wanted.text + " commands nothing now"), {}};
    if (std::find(leaders.begin(), leaders.end(), leader) == leaders.end())
      return {refuse("BB-FORM-13", "only the senior leader of a square may activate"), {}};
  }
  Verdict nearest = refuse("BB-FORM-04", "out of command range");
  int least = 1000000;
  for (const Leader* leader : leaders) {
    if (!wanted.empty() && leader->id != wanted) continue;
    int far = 0;
    const Unit* farthest = members.front();
    for (const Unit* unit : members) {
      const int distance = points_between(leader->square, unit->square);
      if (distance > far) {
        far = distance;
        farthest = unit;
      }
    }
    if (far <= leader->range) return {allow(), leader->id};
    if (far - leader->range < least) {
      least = far - leader->range;
      nearest = refuse("BB-FORM-04", farthest->id.text + " is out of command range of " + leader->id.text, far, leader->range, "points");
    }
  }
  return {nearest, {}};
}

LeadersNear leaders_near(const State& state, Square square, Side side) {
  LeadersNear near;
  for (const auto& [id, leader] : state.leaders) {
    if (leader.side != side || !leader.on_map()) continue;
    const int apart = squares_apart(square, leader.square);
    if (apart == 0) ++near.stacked;
    if (apart == 1) ++near.adjacent;
    if (apart == 2) ++near.two_away;
  }
  return near;
}

Verdict leader_may_stand(const State& state, const Leader& leader, Square to, const ZoneMap& enemy_zones) {
  if (!state.map.holds(to)) return engine::impossible("no such square");
  if (enemy_zones.at(to) == Zone::Strong) return refuse("BB-LDR-08", "a strong enemy zone of control");
  const Unit* there = unit_at(state, to);
  if (there != nullptr && there->side != leader.side) return refuse("BB-LDR-32", "held by the enemy");
  if (const Camp* camp = standing_camp_at(state, to); camp != nullptr && camp->side != leader.side)
    return refuse("BB-LDR-32", "held by the enemy's camp");  // BB-UNIT-22, BB-AMB-106
  if (terrain_at(state.map, to).impassable) return refuse("BB-LDR-32", "not passable");
  if (there != nullptr) return allow();
  for (int f = 0; f < 8; ++f) {
    const Square next = neighbour(state.map, to, static_cast<Facing>(f));
    const Unit* friendly = state.map.holds(next) ? unit_at(state, next) : nullptr;
    if (friendly != nullptr && friendly->side == leader.side) return allow();
  }
  return refuse("BB-LDR-07", "no friendly unit there or next to it");
}

}  // namespace polemarch::blade_and_bow
