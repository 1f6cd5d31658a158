/// Where the rules have each base.
#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {
namespace {

Footprint footprint_in(const Map& map) { return {Outline::Rectangle, map.box * 3 / 4, map.box * 3 / 4}; }

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

}  // namespace polemarch::blade_and_bow
