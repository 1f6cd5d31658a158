/// Where the rules have each base.
#include "engine/rulesets/paean/rules.hpp"
#include "engine/rulesets/paean/tables.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {
engine::Troops troops_of(const Card& card) {
  if (card.arm == Arm::Cavalry) return engine::Troops::Mounted;
  if (card.arm != Arm::Infantry) return engine::Troops::None;
  return card.weight == Weight::L || card.weight == Weight::LM ? engine::Troops::LightFoot : engine::Troops::Foot;
}
}  // namespace

std::vector<Place> Rules::places(const State& state) {
  std::vector<Place> places;
  for (const auto& [id, base] : state.bases)
    places.push_back({base.unit, id, base.side, footprint_of(base.card), base.at.pose, {}, base.on_table, troops_of(base.card)});
  return places;
}

}  // namespace polemarch::paean
