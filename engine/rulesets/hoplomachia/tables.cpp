#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

const engine::RulesetInfo& Room::info() {
  static const engine::RulesetInfo info{
      "hoplomachia",
      "Hoplomachia",
      "The Perfect Captain",
      "2026-11",
      1,
      "Measures moves, belos arcs, proximity and command distances; keeps no orders, arete, andreia, melee or losses yet."};
  return info;
}

Footprint footprint_of(const Card& card) {
  const Length frontage = card.figure_mm >= 25 ? 60_mm : 40_mm;  // HM-SCALE-03
  return {Outline::Rectangle, frontage, card.depth.value_or(20_mm)};
}

bool disciplined(const Card& card) { return card.mov_cf.has_value() && card.mov_of.has_value(); }

bool is_belos_class(TroopClass troop) {
  switch (troop) {
    case TroopClass::Peltaste:
    case TroopClass::Psiloi:
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
    case TroopClass::Hippotoxotes:
      return true;
    case TroopClass::Hoplite:
    case TroopClass::Hippeis:
    case TroopClass::Chariot:
    case TroopClass::Baggage:
      return false;
  }
  return false;
}

}  // namespace polemarch::hoplomachia
