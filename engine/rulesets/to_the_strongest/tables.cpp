#include "engine/rulesets/to_the_strongest/tables.hpp"

#include <cstdlib>

namespace polemarch::to_the_strongest {

std::optional<Type> type_named(std::string_view word) {
  for (const TypeRow& row : kTypeRows)
    if (row.key == word) return row.type;
  struct Synonym {
    std::string_view word;
    Type type;
  };
  constexpr std::array kSynonyms{
      Synonym{"auxilia", Type::Auxiliaries},
      Synonym{"archers", Type::Bowmen},
      Synonym{"bow", Type::Bowmen},
      Synonym{"elephants", Type::IndianElephants},
      Synonym{"elephants_indian", Type::IndianElephants},
      Synonym{"elephants_african", Type::AfricanElephants},
      Synonym{"knights_foot", Type::KnightsOnFoot},
      Synonym{"dismounted_knights", Type::KnightsOnFoot},
      Synonym{"later_knights_foot", Type::LaterKnightsOnFoot},
      Synonym{"dismounted_later_knights", Type::LaterKnightsOnFoot},
      Synonym{"legion", Type::Legionaries},
      Synonym{"legionary", Type::Legionaries},
      Synonym{"light_infantry", Type::LightInfantryJavelin},
      Synonym{"javelin_light_infantry", Type::LightInfantryJavelin},
      Synonym{"light_infantry_bow", Type::LightInfantryOther},
      Synonym{"light_infantry_sling", Type::LightInfantryOther},
      Synonym{"skirmishers", Type::LightInfantryJavelin},
      Synonym{"mob", Type::Mobs},
      Synonym{"pikes", Type::Pikemen},
      Synonym{"spears", Type::Spearmen},
      Synonym{"war_wagon", Type::WarWagons},
      Synonym{"warband", Type::Warriors},
      Synonym{"camels", Type::Camelry},
      Synonym{"light_camels", Type::LightCamelry},
  };
  for (const Synonym& synonym : kSynonyms)
    if (synonym.word == word) return synonym.type;
  return std::nullopt;
}

std::optional<TypeWord> type_and_weapon(std::string_view word) {
  std::optional<Type> type = type_named(word);
  Weapons weapons;
  for (std::size_t i = word.find('_'); i != std::string_view::npos && weapons.none(); i = word.find('_', i + 1)) {
    const auto weapon = weapon_named(word.substr(i + 1));
    if (!weapon) continue;
    weapons = only(*weapon);
    if (word.substr(0, i) == "light_infantry") type = *weapon == Weapon::Javelin ? Type::LightInfantryJavelin : Type::LightInfantryOther;
    if (!type) type = type_named(word.substr(0, i));
  }
  if (!type) return std::nullopt;
  return TypeWord{*type, weapons};
}

std::string type_words() {
  std::string words;
  for (const TypeRow& row : kTypeRows) words += (words.empty() ? "" : ", ") + std::string(row.key);
  return words;
}

std::optional<Weapon> weapon_named(std::string_view word) {
  for (std::size_t i = 0; i < kWeaponNames.size(); ++i)
    if (kWeaponNames[i] == word) return static_cast<Weapon>(i);
  if (word == "javelins") return Weapon::Javelin;
  if (word == "light_crossbow") return Weapon::Crossbow;
  if (word == "organ" || word == "organgun") return Weapon::OrganGun;
  return std::nullopt;
}

bool arc_covers(Weapon weapon, bool overhead, ArcShapeOption shape, Step2 local) {
  if (overhead) {  // TTS-SHT-13, TTS-SHT-10
    const bool lobs = weapon == Weapon::Bow || weapon == Weapon::Sling || weapon == Weapon::Longbow;
    return lobs && local == Step2{0, 1};
  }
  if (local.dy < 1 || local.dy > range_of(weapon)) return false;
  const int half_width = shape == ArcShapeOption::Cone ? local.dy : 1;
  return std::abs(local.dx) <= half_width;
}

std::vector<Box> rampage_path(Box start, Facing facing, int card) {
  std::vector<Box> path;
  for (const RampageRow& row : kRampageRows) {
    if (card < row.from || card > row.to) continue;
    for (int i = 0; i < row.boxes; ++i) path.push_back(start + from_frame(facing, row.path[static_cast<std::size_t>(i)]));
  }
  return path;
}

}  // namespace polemarch::to_the_strongest
