#include <algorithm>

#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

const engine::RulesetInfo& Room::info() {
  static const engine::RulesetInfo info{
      "paean",   "Paean", "Martin Brierley and Wargame Shop",
      "2026-11", 1,       "Measures moves, charges, fire arcs and command distances; keeps no bounds, orders, combat or losses yet."};
  return info;
}

Footprint footprint_of(const Card& card) {
  if (card.arm == Arm::Commander || card.arm == Arm::Hero) return {Outline::Circle, 30_mm * card.k, 30_mm * card.k};  // PA-GEO-11
  Length depth;
  if (card.arm == Arm::Cavalry) {
    depth = card.weight == Weight::M ? 30_mm : 20_mm;  // PA-GEO-10, PA-GEO-09
  } else {
    depth = 10_mm + 5_mm * std::clamp(card.ranks, 1, 4);  // PA-GEO-05..08: 15, 20, 25, 30 mm
  }
  return {Outline::Rectangle, 40_mm * card.k, depth * card.k};  // PA-GEO-04, 12, 13
}

int move_cm(const Card& card) {
  if (card.arm == Arm::Cavalry) return card.weight == Weight::L ? 30 : card.weight == Weight::LM ? 25 : 20;  // PA-GEO-T1
  switch (card.weight) {
    case Weight::L:
    case Weight::LM:
      return 15;
    case Weight::M:
    case Weight::LH:
      return 10;
    case Weight::H:
      return 5;
  }
  return 0;
}

int fire_half_arc_deg(const Card& card) { return card.weight == Weight::L ? 90 : 45; }  // PA-MIS-03, 04

int missile_range_cm(const Card& card) {
  int range = 0;
  for (const Weapon weapon : card.weapons) {
    if (weapon == Weapon::Javelin) range = std::max(range, 10);  // PA-MIS-05
    if (weapon == Weapon::Bow) range = std::max(range, 20);      // PA-MIS-24
    if (weapon == Weapon::Sling) range = std::max(range, 30);    // PA-MIS-25
  }
  return range;
}

}  // namespace polemarch::paean
