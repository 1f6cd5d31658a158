#include "engine/rulesets/to_the_strongest/nouns.hpp"

#include <algorithm>

namespace polemarch::to_the_strongest {
namespace {

/// Bow and the like instead of javelin or lance: the second save and ammunition of the table row.
bool bow_armed_only(const Unit& unit) {
  return !unit.weapons.has(Weapon::Javelin) && !unit.weapons.has(Weapon::Lance) && !unit.weapons.missiles().none();
}

}  // namespace

int base_save(const Unit& unit) {
  if (unit.save_as_listed) return *unit.save_as_listed;
  const TypeRow& row = row_of(unit.type);
  int save = bow_armed_only(unit) ? row.bow_save : row.save;
  if (unit.grade == Grade::Veteran) save -= 1;  // TTS-UNIT-16
  if (unit.grade == Grade::Raw) save += 1;      // TTS-UNIT-17
  if (unit.fanatic) save += 1;                  // TTS-FAN-03, TTS-AMB-82
  return save;
}

int starting_ammo(const Unit& unit) {
  const TypeRow& row = row_of(unit.type);
  if (is_elephant(unit)) {  // TTS-AMB-18, and no grade (TTS-AMB-16)
    if (!unit.escorted) return 0;
    return unit.weapons.has(Weapon::Javelin) && !unit.weapons.has(Weapon::Bow) ? 2 : 3;
  }
  int chits = 0;
  const Weapons own = unit.weapons.missiles();
  if (!own.none() && row.ammo > 0) {
    const bool more_than_javelins = !own.without(Weapon::Javelin).none();
    chits = more_than_javelins ? row.bow_ammo : row.ammo;
  } else if (!own.none()) {
    chits = own == only(Weapon::Javelin) ? 2 : 3;
  }
  if (!unit.extra.none()) chits = std::max(chits, unit.extra == only(Weapon::Javelin) ? 2 : 3);  // TTS-XMW-04
  if (chits == 0) return 0;
  if (unit.grade == Grade::Veteran) ++chits;
  if (unit.grade == Grade::Raw) --chits;
  return chits;
}

int hits_of(const Unit& unit) {
  if (is_elephant(unit)) return unit.escorted ? 2 : 1;
  if (unit.type == Type::Artillery) return 1;
  switch (unit.size) {
    case Size::Light:
    case Size::Small:
      return 1;
    case Size::Regular:
      return 2;
    case Size::Deep:
      return 3;
    case Size::ExceptionallyDeep:
      return 4;
  }
  return 1;
}

int victory_points_of(const Unit& unit) { return hits_of(unit); }  // TTS-VP-01..06: the table gives as many points as hits

int half_points_of(const Unit& unit) {
  if (unit.points_as_listed) return *unit.points_as_listed * 2;
  const TypeRow& row = row_of(unit.type);
  int points = is_deep(unit) && row.may_be_deep ? row.deep_points : row.points;
  const int grade_step = is_light(unit) ? 1 : is_deep(unit) ? 3 : 2;  // TTS-PTS-04
  if (unit.grade == Grade::Veteran) points += grade_step;
  if (unit.grade == Grade::Raw) points -= grade_step;
  if (unit.size == Size::ExceptionallyDeep) points += 4;  // TTS-XDP-03
  if (unit.escorted) points += 4;
  if (!unit.extra.none()) points += is_light(unit) ? 1 : 2;  // TTS-XMW-01
  if (unit.pavises) ++points;
  if (unit.stakes != Stakes::None) ++points;
  if (unit.mounted_infantry) ++points;  // TTS-MNT-01
  if (!unit.boat.empty()) ++points;     // TTS-BOAT-06
  const bool on_foot_knight = unit.type == Type::KnightsOnFoot || unit.type == Type::LaterKnightsOnFoot;
  if (unit.two_handed && !on_foot_knight && unit.type != Type::Billmen) ++points;  // TTS-THC-02
  if (unit.shock > 0 && unit.type == Type::Warriors) ++points;                     // TTS-TYPE-131
  return unit.size == Size::Small ? points : points * 2;                           // TTS-PTS-03, TTS-AMB-142
}

int half_points_of(const General& general) {
  int points = 4;
  points += general.mounted ? 1 : 0;    // TTS-GEN-42
  points += general.attached ? 0 : 1;   // TTS-GEN-19
  points += general.heroic ? 1 : 0;     // TTS-GEN-29
  points += general.senior ? 1 : 0;     // TTS-GEN-21
  points += general.brilliant ? 4 : 0;  // TTS-GEN-37
  return points * 2;
}

void muster(Unit& unit) {
  const TypeRow& row = row_of(unit.type);
  if (unit.weapons.none()) unit.weapons = row.weapons;
  if (is_elephant(unit) && unit.escorted && unit.weapons.none()) unit.weapons = only(Weapon::Bow);
  if (unit.type == Type::Legionaries) unit.shock = 1;                                                     // TTS-TYPE-143
  if (unit.type == Type::KnightsOnFoot || unit.type == Type::LaterKnightsOnFoot) unit.two_handed = true;  // TTS-TYPE-70, TTS-TYPE-142
  if (unit.type == Type::Legionaries) unit.testudo_trained = true;
  unit.hits = hits_of(unit);
  unit.victory_points = unit.medals = victory_points_of(unit);
  unit.ammo = unit.ammo_max = starting_ammo(unit);
}

}  // namespace polemarch::to_the_strongest
