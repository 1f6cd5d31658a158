/// Where the rules have each base.
#include "engine/rulesets/to_the_strongest/topics/places.hpp"

#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {

namespace {
engine::Troops troops_of(const Unit& unit) {
  if (is_mounted(unit)) return engine::Troops::Mounted;
  return is_light_infantry(unit) ? engine::Troops::LightFoot : engine::Troops::Foot;
}
}  // namespace

std::vector<engine::Place> Rules::places(const State& state) {
  std::vector<engine::Place> out;
  for (const auto& [id, unit] : state.units) {
    for (std::size_t i = 0; i < unit.bases.size(); ++i) {
      engine::Place place{.unit = id,
                          .base = unit.bases[i],
                          .side = unit.side,
                          .footprint = unit.footprint,
                          .on_table = on_table(unit),
                          .troops = troops_of(unit)};
      if (place.on_table) {
        place.pose = slot_pose(state, unit, i);
        place.region = region_of(state, unit.box);
      }
      out.push_back(std::move(place));
    }
  }
  for (const auto& [id, general] : state.generals) {
    if (general.attached) continue;
    const Box box = state.box_of(general);
    for (const BaseId& base : general.bases) {
      engine::Place place{.unit = id, .base = base, .side = general.side, .footprint = general.footprint, .on_table = box.somewhere()};
      if (place.on_table) {
        const Point centre = centre_of(state, box);
        place.pose = {centre.x, centre.y, heading_of(outward(general.side))};
        place.region = region_of(state, box);
      }
      out.push_back(std::move(place));
    }
  }
  // The rulebook gives a camp no size.
  for (const auto& [id, camp] : state.camps) {
    engine::Place place{.unit = id,
                        .base = BaseId{id.text + ".1"},
                        .side = camp.controller,
                        .footprint = {Outline::Rectangle, state.box_size * 3 / 10, state.box_size * 3 / 10},
                        .on_table = camp.box.somewhere() && !camp.off_table};
    if (place.on_table) {
      place.pose = camp_pose(state, camp);
      place.region = region_of(state, camp.box);
    }
    out.push_back(std::move(place));
  }
  return out;
}

}  // namespace polemarch::to_the_strongest
