/// Where the rules have each base.
#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

namespace {
engine::Troops troops_of(TroopClass troop) {
  switch (troop) {
    case TroopClass::Hoplite:
      return engine::Troops::Foot;
    case TroopClass::Peltaste:
    case TroopClass::Psiloi:
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
      return engine::Troops::LightFoot;
    case TroopClass::Hippeis:
    case TroopClass::Hippotoxotes:
    case TroopClass::Chariot:
      return engine::Troops::Mounted;
    case TroopClass::Baggage:
      break;
  }
  return engine::Troops::None;
}
}  // namespace

std::vector<engine::Place> Rules::places(const State& state) {
  std::vector<engine::Place> places;
  for (const auto& [id, unit] : state.units)
    for (const Lochos& lochos : unit.lochoi)
      for (const Stand& stand : lochos.stands)
        places.push_back({id,
                          stand.base,
                          unit.side,
                          stand.footprint,
                          stand.at.pose,
                          {},
                          lochos.on_table() && !stand.lost && !unit.hidden,
                          troops_of(unit.troop)});
  return places;
}

}  // namespace polemarch::hoplomachia
