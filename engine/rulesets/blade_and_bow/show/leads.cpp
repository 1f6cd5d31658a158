/// Where a command takes whom: by squares and facings; a way on the map is asked for by the square seen.
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

engine::Lead Showing::lead(const State& state, const Command& command) {
  engine::Lead lead;
  const auto heading_of = [&](Facing facing) { return pose_in(state.map, {}, facing).heading; };
  const auto to = [&](const UnitId& who, Square square) {
    lead.who = {who};
    lead.box = box_named(name_of(square));
  };
  std::visit(engine::Overloaded{[&](const engine::PlaceBases& c) {
                                  lead.who = {c.unit};
                                  lead.set_down = true;
                                },
                                [&](const MoveUnits& c) {
                                  if (c.moves.size() != 1) return;
                                  const UnitMove& move = c.moves.front();
                                  lead.who = {move.unit};
                                  if (move.to) lead.box = box_named(name_of(*move.to));
                                  if (move.facing) lead.facing = heading_of(*move.facing);
                                  if (!move.path.empty() && !move.to) lead.by_way = MoveUnits::kName;
                                },
                                [&](const MoveLeader& c) {
                                  lead.who = {c.leader};
                                  lead.by_way = MoveUnits::kName;  // he goes to any square he can reach
                                },
                                [&](const PlaceLeader& c) {
                                  lead.who = {c.leader};
                                  lead.by_way = MoveUnits::kName;
                                },
                                [&](const PlaceCamp& c) { to(c.camp, c.to); },
                                [&](const Attack& c) {
                                  lead.who = c.units;
                                  lead.against = c.target;
                                },
                                [&](const Face& c) {
                                  lead.who = {c.unit};
                                  lead.facing = c.heading ? *c.heading : heading_of(c.facing);
                                },
                                [](const auto&) {}},
             command);
  return lead;
}

}  // namespace polemarch::blade_and_bow
