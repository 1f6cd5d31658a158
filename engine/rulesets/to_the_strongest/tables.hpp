#pragma once
/// Charts of the book as data with their ids: troop types, grades, weapons, ranges, evade tests, wounds, rampages. Pure.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rulesets/to_the_strongest/box.hpp"

namespace polemarch::to_the_strongest {

enum class Type {
  Artillery,
  Auxiliaries,
  Billmen,
  Bowmen,
  Crossbowmen,
  AfricanElephants,
  IndianElephants,
  Hoplites,
  Javelinmen,
  KnightsOnFoot,
  LaterKnightsOnFoot,
  Legionaries,
  LightInfantryJavelin,
  LightInfantryOther,
  Longbowmen,
  Mobs,
  Pikemen,
  Shieldwall,
  Spearmen,
  WarWagons,
  Warriors,
  Camelry,
  Cataphracts,
  Cavalry,
  Chariots,
  HeavyChariots,
  Knights,
  LaterKnights,
  LightCamelry,
  LightCavalry,
  LightChariots,
  ScythedChariots,
};
constexpr int kTypes = 32;

enum class Size { Light, Small, Regular, Deep, ExceptionallyDeep };
constexpr std::array<std::string_view, 5> kSizeNames{"light", "small", "regular", "deep", "exceptionally_deep"};
enum class Grade { Raw, Average, Veteran };
constexpr std::array<std::string_view, 3> kGradeNames{"raw", "average", "veteran"};
enum class Formation { Line, Orbis, Testudo, Wedge, Rhomboid };
constexpr std::array<std::string_view, 5> kFormationNames{"line", "orbis", "testudo", "wedge", "rhomboid"};

enum class Weapon { Javelin, Bow, Sling, Crossbow, Longbow, Handgun, OrganGun, Catapult, Cannon, Lance };
constexpr std::array<std::string_view, 10> kWeaponNames{"javelin", "bow",       "sling",    "crossbow", "longbow",
                                                        "handgun", "organ_gun", "catapult", "cannon",   "lance"};

/// A set of weapons.
struct Weapons {
  int bits = 0;
  constexpr auto operator<=>(const Weapons&) const = default;
  constexpr bool has(Weapon weapon) const { return (bits >> static_cast<int>(weapon) & 1) != 0; }
  constexpr Weapons with(Weapon weapon) const { return {bits | 1 << static_cast<int>(weapon)}; }
  constexpr Weapons without(Weapon weapon) const { return {bits & ~(1 << static_cast<int>(weapon))}; }
  constexpr Weapons operator|(Weapons other) const { return {bits | other.bits}; }
  constexpr bool none() const { return bits == 0; }
  /// Anything but the lance.
  constexpr Weapons missiles() const { return without(Weapon::Lance); }
};
constexpr Weapons only(Weapon weapon) { return Weapons{}.with(weapon); }

/// One row of TTS-PTS-T1. Save with javelin, lance or none; `bow_save` where a bow instead makes a difference. Points for the regular and,
/// where the book gives a second figure, the deep unit.
struct TypeRow {
  Type type;
  std::string_view key;
  bool mounted;
  Size size;
  bool may_be_deep;
  int save, bow_save;
  int ammo, bow_ammo;
  int points, deep_points;
  Weapons weapons;
};
inline constexpr Weapons kNoWeapons{};
inline constexpr std::array<TypeRow, kTypes> kTypeRows{{
    {Type::Artillery, "artillery", false, Size::Regular, false, 7, 7, 6, 6, 7, 0, only(Weapon::Catapult)},
    {Type::Auxiliaries, "auxiliaries", false, Size::Regular, false, 6, 6, 0, 0, 8, 0, kNoWeapons},
    {Type::Billmen, "billmen", false, Size::Regular, true, 7, 7, 0, 0, 7, 10, kNoWeapons},
    {Type::Bowmen, "bowmen", false, Size::Regular, false, 8, 8, 6, 6, 7, 0, only(Weapon::Bow)},
    {Type::Crossbowmen, "crossbowmen", false, Size::Regular, false, 8, 8, 6, 6, 7, 0, only(Weapon::Crossbow)},
    {Type::AfricanElephants, "african_elephants", false, Size::Deep, false, 7, 7, 0, 0, 6, 0, kNoWeapons},
    {Type::IndianElephants, "indian_elephants", false, Size::Deep, false, 6, 6, 0, 0, 8, 0, kNoWeapons},
    {Type::Hoplites, "hoplites", false, Size::Regular, true, 6, 6, 0, 0, 8, 12, kNoWeapons},
    {Type::Javelinmen, "javelinmen", false, Size::Regular, true, 7, 7, 2, 2, 7, 10, only(Weapon::Javelin)},
    {Type::KnightsOnFoot, "knights_on_foot", false, Size::Regular, false, 6, 6, 0, 0, 11, 0, kNoWeapons},
    {Type::LaterKnightsOnFoot, "later_knights_on_foot", false, Size::Regular, false, 6, 6, 0, 0, 14, 0, kNoWeapons},
    {Type::Legionaries, "legionaries", false, Size::Regular, false, 6, 6, 0, 0, 10, 0, kNoWeapons},
    {Type::LightInfantryJavelin, "light_infantry_javelin", false, Size::Light, false, 7, 7, 2, 2, 4, 0, only(Weapon::Javelin)},
    {Type::LightInfantryOther, "light_infantry_other", false, Size::Light, false, 8, 8, 3, 3, 4, 0, only(Weapon::Bow)},
    {Type::Longbowmen, "longbowmen", false, Size::Regular, false, 8, 8, 6, 6, 9, 0, only(Weapon::Longbow)},
    {Type::Mobs, "mobs", false, Size::Deep, false, 8, 8, 2, 2, 7, 0, only(Weapon::Javelin)},
    {Type::Pikemen, "pikemen", false, Size::Deep, false, 7, 7, 0, 0, 13, 0, kNoWeapons},
    {Type::Shieldwall, "shieldwall", false, Size::Regular, true, 7, 7, 0, 0, 7, 10, kNoWeapons},
    {Type::Spearmen, "spearmen", false, Size::Regular, true, 7, 7, 0, 0, 7, 10, kNoWeapons},
    {Type::WarWagons, "war_wagons", false, Size::Deep, false, 7, 7, 6, 6, 13, 0, only(Weapon::Crossbow)},
    {Type::Warriors, "warriors", false, Size::Deep, false, 7, 7, 0, 0, 10, 0, kNoWeapons},
    {Type::Camelry, "camelry", true, Size::Regular, false, 7, 8, 2, 3, 9, 0, only(Weapon::Javelin)},
    {Type::Cataphracts, "cataphracts", true, Size::Regular, false, 6, 6, 0, 0, 11, 0, only(Weapon::Lance)},
    {Type::Cavalry, "cavalry", true, Size::Regular, false, 7, 8, 2, 3, 9, 0, only(Weapon::Javelin)},
    {Type::Chariots, "chariots", true, Size::Regular, false, 7, 8, 2, 3, 9, 0, only(Weapon::Javelin)},
    {Type::HeavyChariots, "heavy_chariots", true, Size::Regular, false, 6, 6, 2, 3, 11, 0, only(Weapon::Javelin)},
    {Type::Knights, "knights", true, Size::Regular, false, 6, 6, 0, 0, 11, 0, only(Weapon::Lance)},
    {Type::LaterKnights, "later_knights", true, Size::Regular, false, 6, 6, 0, 0, 14, 0, only(Weapon::Lance)},
    {Type::LightCamelry, "light_camelry", true, Size::Light, false, 7, 8, 2, 3, 5, 0, only(Weapon::Javelin)},
    {Type::LightCavalry, "light_cavalry", true, Size::Light, false, 7, 8, 2, 3, 5, 0, only(Weapon::Javelin)},
    {Type::LightChariots, "light_chariots", true, Size::Light, false, 7, 8, 2, 3, 5, 0, only(Weapon::Javelin)},
    {Type::ScythedChariots, "scythed_chariots", true, Size::Light, false, 7, 7, 0, 0, 5, 0, kNoWeapons},
}};
constexpr const TypeRow& row_of(Type type) { return kTypeRows[static_cast<std::size_t>(type)]; }
/// The type a word names ("light_infantry", "elephants", "pikes" ... are understood); empty when unknown.
std::optional<Type> type_named(std::string_view word);
/// A type with the weapon its word names besides: "cavalry_bow", "light_infantry_sling".
struct TypeWord {
  Type type = Type::Warriors;
  Weapons weapons;  ///< none: not named
};
std::optional<TypeWord> type_and_weapon(std::string_view word);
/// All type words, for messages.
std::string type_words();
std::optional<Weapon> weapon_named(std::string_view word);

constexpr int kToHit = 6, kToHitPoor = 8;         // TTS-MEL-03, TTS-MEL-05..07; TTS-SHT-03 shooting is always 8
constexpr int kGeneralSave = 2, kHeroicSave = 3;  // TTS-GEN-28
constexpr int kLowestCard = 1, kHighestCard = 10;
constexpr int kCardsOfAValue = 8, kDeckCards = 80;  // TTS-DECK-01
constexpr int kCommandReach = 2;                    // TTS-CMD-01
constexpr int kEntryCard = 4;                       // TTS-OFF-04
constexpr int kCampMedals = 3;                      // TTS-LOSS-04
constexpr int kGeneralMedals = 2;                   // TTS-LOSS-01, TTS-GEN-13

/// Rows of the arc a weapon reaches. TTS-SHT-T1.
constexpr int range_of(Weapon weapon) {
  switch (weapon) {
    case Weapon::Javelin:
      return 1;
    case Weapon::Bow:
    case Weapon::Sling:
    case Weapon::Handgun:
    case Weapon::OrganGun:
      return 2;
    case Weapon::Longbow:
    case Weapon::Crossbow:
      return 3;
    case Weapon::Catapult:
      return 4;
    case Weapon::Cannon:
      return 6;
    case Weapon::Lance:
      return 0;
  }
  return 0;
}

/// Boxes one weapon covers, in the shooter's frame. TTS-SHT-T2, reconstructed and editable (TTS-AMB-01).
struct ArcMask {
  Weapon weapon;
  bool overhead;
  std::vector<Step2> boxes;
};
/// The shipped masks: a cone of 45 degrees, or three columns (option "arc").
enum class ArcShapeOption { Cone, ThreeColumns };
bool arc_covers(Weapon weapon, bool overhead, ArcShapeOption shape, Step2 local);

/// TTS-EVD-T1: the card an evader needs.
constexpr int evade_need(bool evader_mounted, bool evader_in_rough, bool charger_mounted) {
  if (evader_mounted) return charger_mounted ? 5 : 3;  // TTS-AMB-44: mounted in rough as in the open
  if (evader_in_rough) return 3;
  return charger_mounted ? 7 : 5;
}

/// TTS-FAIL-T1.
enum class Wound { Light, Serious, Killed };
constexpr Wound wound_of(int card) { return card <= 5 ? Wound::Light : card <= 8 ? Wound::Serious : Wound::Killed; }

/// TTS-RAM-T1 with its reconstructed geometry (TTS-AMB-50): steps in the lost unit's frame, dy < 0 is to its rear.
struct RampageRow {
  int from, to;
  std::array<Step2, 2> path;
  int boxes;
};
inline constexpr std::array kRampageRows{
    RampageRow{1, 2, {{{-1, -1}, {0, 0}}}, 1}, RampageRow{3, 3, {{{-1, -1}, {-2, -2}}}, 2}, RampageRow{4, 6, {{{0, -1}, {0, 0}}}, 1},
    RampageRow{7, 7, {{{0, -1}, {0, -2}}}, 2}, RampageRow{8, 9, {{{1, -1}, {0, 0}}}, 1},    RampageRow{10, 10, {{{1, -1}, {2, -2}}}, 2},
};
std::vector<Box> rampage_path(Box start, Facing facing, int card);

/// TTS-OFF-T1: the ten edge zones, from the owner's seat.
constexpr int kEdgeZones = 10;

}  // namespace polemarch::to_the_strongest
