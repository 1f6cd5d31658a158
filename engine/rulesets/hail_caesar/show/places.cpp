/// Where the rules have each base.
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {
engine::Troops troops_of(const Profile& profile) {
  if (profile.baggage || has_artillery(profile)) return engine::Troops::None;
  if (profile.break_category == BreakCategory::Cavalry) return engine::Troops::Mounted;
  return profile.always_open_order ? engine::Troops::LightFoot : engine::Troops::Foot;
}
}  // namespace

std::vector<Place> Rules::places(const State& state) {
  std::vector<Place> places;
  for (const auto& [id, unit] : state.units)
    for (const Stand& stand : unit.stands)
      places.push_back({id, stand.base, unit.side, stand.footprint, stand.at.pose, {}, unit.on_table, troops_of(unit.profile)});
  for (const auto& [id, general] : state.generals)
    places.push_back({id, general.stand.base, general.side, general.stand.footprint, general.stand.at.pose, {}, general.on_table});
  return places;
}

}  // namespace polemarch::hail_caesar
