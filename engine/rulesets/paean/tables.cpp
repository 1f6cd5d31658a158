#include "engine/rulesets/paean/tables.hpp"

#include <algorithm>
#include <array>

namespace polemarch::paean {

Footprint footprint_of(const Card& card) {
  if (card.leader()) return {Outline::Circle, 30_mm * card.k, 30_mm * card.k};  // PA-GEO-11
  Length depth;
  if (card.cavalry()) {
    depth = card.weight == Weight::M ? 30_mm : 20_mm;  // PA-GEO-10, PA-GEO-09
  } else {
    depth = 10_mm + 5_mm * std::clamp(card.ranks, 1, 4);  // PA-GEO-05..08: 15, 20, 25, 30 mm
  }
  return {Outline::Rectangle, 40_mm * card.k, depth * card.k};  // PA-GEO-04, 12, 13
}

int move_cm(const Card& card) {
  if (card.cavalry()) return card.weight == Weight::L ? 30 : card.weight == Weight::LM ? 25 : 20;  // PA-GEO-T1
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

int armour_value(Weight weight) {
  switch (weight) {
    case Weight::L:
    case Weight::LM:
      return 2;
    case Weight::M:
    case Weight::LH:
      return 3;
    case Weight::H:
      return 4;
  }
  return 0;
}

int die_faces(Weight weight) {
  switch (weight) {
    case Weight::L:
      return 4;
    case Weight::LM:
    case Weight::M:
      return 6;
    case Weight::LH:
    case Weight::H:
      return 8;
  }
  return 0;
}

int figures_on(const Card& card) { return die_faces(card.weight) * card.ranks; }

bool missile_armed(const Card& card) { return missile_range_cm(card) > 0; }
bool missile_only(const Card& card) {
  return missile_armed(card) && std::all_of(card.weapons.begin(), card.weapons.end(), [](Weapon weapon) {
           return weapon == Weapon::Javelin || weapon == Weapon::Bow || weapon == Weapon::Sling;
         });
}

int training_number(Experience experience) { return 7 + static_cast<int>(experience); }
int bases_a_hero_leads(int value) { return 4 + 2 * (value - 9); }

std::string_view grade_of(int value, bool army) {
  const int step = value - (army ? 9 : 8);
  return step == 0 ? "cautious" : step == 1 ? "normal" : step == 2 ? "exceptional" : "";
}

int rolled_value(int d6, bool army, bool army_commander_cautious) {
  int step = d6 <= 1 ? 0 : d6 >= 6 ? 2 : 1;
  if (!army && army_commander_cautious) step = std::min(step, 1);
  return (army ? 9 : 8) + step;
}

namespace {

using Row = std::array<int, 4>;  // irregular, seasoned, veteran, elite; 0: not in the list

bool armed(const Card& card, std::initializer_list<Weapon> weapons) {
  return card.weapons.size() == weapons.size() && std::all_of(weapons.begin(), weapons.end(), [&](Weapon weapon) {
           return std::find(card.weapons.begin(), card.weapons.end(), weapon) != card.weapons.end();
         });
}

std::optional<Row> price_row(const Card& card) {
  const bool horse = card.cavalry();
  switch (card.weight) {
    case Weight::L:
      if (card.ranks != 1) return std::nullopt;
      if (armed(card, {Weapon::Javelin}) && !card.expert) return Row{1, 2, 3, 0};
      if (armed(card, {Weapon::Bow})) return card.expert ? Row{0, 5, 8, 0} : Row{2, 3, 5, 0};
      if (armed(card, {Weapon::Sling})) return card.expert ? Row{0, 6, 9, 0} : Row{3, 4, 6, 0};
      return std::nullopt;
    case Weight::LM:
      if (card.expert || card.ranks != (horse ? 1 : 2)) return std::nullopt;
      if (armed(card, {Weapon::Javelin, Weapon::LightSpear})) return horse ? Row{4, 5, 8, 0} : Row{9, 10, 15, 0};
      if (horse) return std::nullopt;  // PA-AMB-43
      if (armed(card, {Weapon::Javelin})) return Row{5, 6, 9, 0};
      if (armed(card, {Weapon::Bow})) return Row{7, 8, 12, 0};
      return std::nullopt;
    case Weight::M:
      if (card.expert || card.ranks != 2) return std::nullopt;
      if (armed(card, {Weapon::ThrustingSpear})) return Row{8, 9, 14, 0};
      if (armed(card, {Weapon::Bow})) return Row{11, 12, 18, 0};
      if (armed(card, {Weapon::Javelin, Weapon::LightSpear})) return Row{14, 15, 23, 0};
      return std::nullopt;
    case Weight::LH:
    case Weight::H: {
      if (card.expert || horse) return std::nullopt;
      const bool heavy = card.weight == Weight::H;
      if (armed(card, {Weapon::ThrustingSpear}) && card.ranks == 2) return heavy ? Row{0, 16, 24, 32} : Row{0, 12, 18, 24};
      if (armed(card, {Weapon::LongThrustingSpear}) && card.ranks == 3) return heavy ? Row{0, 24, 32, 40} : Row{0, 18, 24, 30};
      if (armed(card, {Weapon::ShortPike}) && card.ranks == 4) return heavy ? Row{0, 32, 40, 48} : Row{0, 24, 30, 36};
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> points_of(const Card& card) {
  const auto row = price_row(card);
  if (!row) return std::nullopt;
  const int points = (*row)[static_cast<std::size_t>(card.experience)];
  return points == 0 ? std::nullopt : std::optional(points);
}

std::optional<int> points_of(const Leader& leader) {
  if (leader.hero()) {
    constexpr std::array kHeroes{45, 90, 150, 225};
    if (leader.value < 9 || leader.value > 12) return std::nullopt;
    return kHeroes.at(static_cast<std::size_t>(leader.value - 9)) + (leader.ability == Ability::None ? 0 : 50);
  }
  constexpr std::array kCommanders{10, 30, 60, 100};
  if (leader.value < 8 || leader.value > 11) return std::nullopt;
  return kCommanders.at(static_cast<std::size_t>(leader.value - 8));
}

std::string_view word_of(Arm arm) {
  constexpr std::array<std::string_view, 4> words{"infantry", "cavalry", "commander", "hero"};
  return words[static_cast<std::size_t>(arm)];
}
std::string_view word_of(Weight weight) {
  constexpr std::array<std::string_view, 5> words{"L", "LM", "M", "LH", "H"};
  return words[static_cast<std::size_t>(weight)];
}
std::string_view word_of(Weapon weapon) {
  constexpr std::array<std::string_view, 7> words{
      "javelins", "bows", "slings", "light spears", "thrusting spears", "long thrusting spears", "short pikes"};
  return words[static_cast<std::size_t>(weapon)];
}
std::string_view word_of(Experience experience) {
  constexpr std::array<std::string_view, 4> words{"irregular", "seasoned", "veteran", "elite"};
  return words[static_cast<std::size_t>(experience)];
}
std::string_view word_of(Phase phase) {
  constexpr std::array<std::string_view, 10> words{
      "deployment",     "initiative",    "compulsory combat", "skirmish actions", "call of power",
      "command orders", "call of might", "heroic actions",    "rallying",         "over"};
  return words[static_cast<std::size_t>(phase)];
}
std::string_view word_of(Flank flank) {
  constexpr std::array<std::string_view, 4> words{"front", "left", "right", "rear"};
  return words[static_cast<std::size_t>(flank)];
}
std::string_view word_of(Ground ground) {
  constexpr std::array<std::string_view, 8> words{"open ground", "wood",          "hill",          "stream",
                                                  "settlement",  "defence works", "fortification", "difficult ground"};
  return words[static_cast<std::size_t>(ground)];
}
std::string_view word_of(Ability ability) {
  constexpr std::array<std::string_view, 7> words{"no ability",    "Speed of Hermes",  "Light of Apollo", "Bow of Artemis",
                                                  "Spear of Ares", "Wisdom of Athena", "Shield of Zeus"};
  return words[static_cast<std::size_t>(ability)];
}

}  // namespace polemarch::paean
