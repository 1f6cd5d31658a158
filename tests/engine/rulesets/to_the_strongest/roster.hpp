#pragma once
/// Units as they are mustered, and their row of the sheet in one line.

#include <string>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"

namespace polemarch::to_the_strongest::test {

inline const Weapons kBow = only(Weapon::Bow), kJavelin = only(Weapon::Javelin), kLance = only(Weapon::Lance);

/// A unit of that type; `size` Light means the size of its row.
inline Unit make(Type type, Grade grade = Grade::Average, Weapons weapons = {}, Size size = Size::Light) {
  Unit unit;
  unit.type = type;
  unit.size = size == Size::Light ? row_of(type).size : size;
  unit.grade = grade;
  unit.weapons = weapons;
  muster(unit);
  return unit;
}
inline Unit deep(Type type) { return make(type, Grade::Average, {}, Size::Deep); }

/// "foot deep, 3 hits, 0 chits, 7+, 10 points, 3 vp".
inline std::string row(const Unit& unit) {
  const int halves = half_points_of(unit);
  return std::string(is_mounted(unit) ? "mounted " : "foot ") + std::string(kSizeNames[static_cast<std::size_t>(unit.size)]) + ", " +
         std::to_string(unit.hits) + " hits, " + std::to_string(unit.ammo) + " chits, " + std::to_string(base_save(unit)) + "+, " +
         std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : "") + " points, " + std::to_string(unit.victory_points) + " vp";
}
inline std::string row(Type type, Weapons weapons = {}) { return row(make(type, Grade::Average, weapons)); }

}  // namespace polemarch::to_the_strongest::test
