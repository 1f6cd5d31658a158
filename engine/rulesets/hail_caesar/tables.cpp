#include "engine/rulesets/hail_caesar/tables.hpp"

#include <algorithm>
#include <array>

namespace polemarch::hail_caesar {
namespace {

using Row = std::array<Cell, 3>;  // infantry, cavalry, skirmishers

// HC-BRK-T1: scores 10+ down to 2 and less.
constexpr std::array<Row, 9> kHandToHand{{
    {Cell::Hold, Cell::Hold, Cell::Hold},
    {Cell::Hold, Cell::GiveGroundWithSupports, Cell::GiveGroundDisordered},
    {Cell::Hold, Cell::GiveGroundWithSupports, Cell::ShakenBreakElseGiveGroundDisordered},
    {Cell::GiveGroundWithSupports, Cell::GiveGroundWithSupports, Cell::Break},
    {Cell::GiveGroundWithSupports, Cell::GiveGroundDisorderedWithSupports, Cell::Break},
    {Cell::GiveGroundDisorderedWithSupports, Cell::ShakenBreakElseGiveGroundAllDisordered, Cell::Break},
    {Cell::ShakenBreakElseGiveGroundAllDisordered, Cell::ShakenBreakElseGiveGroundAllDisordered, Cell::Break},
    {Cell::ShakenBreakElseGiveGroundAllDisordered, Cell::Break, Cell::Break},
    {Cell::Break, Cell::Break, Cell::Break},
}};

// HC-BRK-T2.
constexpr std::array<Row, 9> kRanged{{
    {Cell::Hold, Cell::Hold, Cell::Hold},
    {Cell::Hold, Cell::Hold, Cell::RetreatGood},
    {Cell::Hold, Cell::Hold, Cell::RetreatDisordered},
    {Cell::Hold, Cell::RetreatGood, Cell::RetreatDisordered},
    {Cell::HoldDisorderedOrRetreat, Cell::RetreatDisordered, Cell::RetreatDisordered},
    {Cell::HoldDisorderedOrRetreat, Cell::RetreatDisordered, Cell::ShakenBreakElseRetreatDisordered},
    {Cell::RetreatDisordered, Cell::ShakenBreakElseRetreatDisordered, Cell::CasualtiesBreakElseRetreatDisordered},
    {Cell::ShakenBreakElseRetreatDisordered, Cell::ShakenBreakElseRetreatDisordered, Cell::Break},
    {Cell::CasualtiesBreakElseRetreatDisordered, Cell::Break, Cell::Break},
}};

}  // namespace

MoveRow move_row(const Profile& profile, Formation formation, const Options& config) {
  const bool open = formation == Formation::OpenOrder;
  switch (profile.move_class) {
    case MoveClass::Infantry:
      return {6_in, "HC-MOV-01"};
    case MoveClass::Elephants:
      return {6_in, "HC-MOV-02"};
    case MoveClass::Wagons:
    case MoveClass::Baggage:
      return {6_in, "HC-MOV-03"};
    case MoveClass::PortableArtillery:
      return {6_in, "HC-MOV-04"};
    case MoveClass::OtherArtillery:
      return {inches(config.move.move_other_artillery_in), "HC-MOV-T1"};
    case MoveClass::Cataphracts:
      return {6_in, "HC-MOV-05"};
    case MoveClass::HeavyChariots:
      return {6_in, "HC-MOV-06"};
    case MoveClass::LightChariots:
      return {9_in, "HC-MOV-07"};
    case MoveClass::Cavalry:
      return {9_in, "HC-MOV-08"};
    case MoveClass::LightCavalry:
      return open ? MoveRow{12_in, "HC-MOV-09"} : MoveRow{9_in, "HC-MOV-08"};
    case MoveClass::HorseArchers:
      return open ? MoveRow{12_in, "HC-MOV-10"} : MoveRow{9_in, "HC-MOV-08"};
  }
  return {6_in, "HC-MOV-T1"};
}

Length range_of(Weapon weapon) {
  switch (weapon) {
    case Weapon::Thrown:
      return 6_in;
    case Weapon::Sling:
      return 12_in;
    case Weapon::Bow:
      return 18_in;
    case Weapon::LightArtillery:
      return 24_in;
    case Weapon::MediumArtillery:
      return 36_in;
    case Weapon::HeavyArtillery:
      return 48_in;
  }
  return {};
}

std::optional<Weapon> weapon_of(const Profile& profile) {
  if (profile.weapons.empty()) return std::nullopt;
  return *std::max_element(profile.weapons.begin(), profile.weapons.end(), [](Weapon a, Weapon b) { return range_of(a) < range_of(b); });
}

bool has_artillery(const Profile& profile) {
  return std::any_of(profile.weapons.begin(), profile.weapons.end(), [](Weapon w) { return is_artillery(w); });
}

int ranged_dice(int value, Size size, Formation formation, bool in_buildings, const Options& config, int faces) {
  if (value <= 0) return 0;  // none stays none (HC-AMB-44)
  const bool stated = in_buildings || formation == Formation::Square;
  if (!in_buildings && (formation == Formation::Column || formation == Formation::Testudo)) return 0;
  if (size == Size::Tiny) return 1;
  if (in_buildings) return 2 * faces;
  if (stated) return config.shoot.square_ranged_per_face ? faces : 1;
  if (size == Size::Large) value += 1;
  if (size == Size::Small) value -= 1;
  return std::max(value, 1);
}

int combat_dice(int value, Size size, Formation formation, bool in_buildings, int faces) {
  if (value <= 0) return 0;
  if (size == Size::Tiny) return 1;
  if (in_buildings || formation == Formation::Square) return 2 * faces;
  if (formation == Formation::Column) return 1;
  if (size == Size::Large) value += 2;
  if (size == Size::Small) value -= 2;
  return std::max(value, 1);
}

int save_for_formation(Formation formation) {
  switch (formation) {
    case Formation::Square:
    case Formation::Wedge:
      return 1;
    case Formation::Testudo:
      return 2;
    case Formation::Column:
      return -2;
    case Formation::Line:
    case Formation::OpenOrder:
      return 0;
  }
  return 0;
}

int save_for_cover(Cover cover) {
  switch (cover) {
    case Cover::None:
      return 0;
    case Cover::Cover:
      return 1;
    case Cover::Buildings:
      return 2;
    case Cover::Fortifications:
      return 3;
  }
  return 0;
}

int save_for_weapon(std::optional<Weapon> hit_by) {
  if (!hit_by) return 0;
  if (*hit_by == Weapon::LightArtillery) return -1;
  return is_artillery(*hit_by) ? -2 : 0;
}

Cell break_cell(BreakTable table, int score, BreakCategory category, const ScanOptions& scan) {
  const int row = std::clamp(score, 2, 10);
  if (table == BreakTable::Ranged) {
    if (category == BreakCategory::Cavalry && row == 3) {
      if (scan.scan_ranged3_cavalry == "any_casualties") return Cell::CasualtiesBreakElseRetreatDisordered;
      if (scan.scan_ranged3_cavalry == "break") return Cell::Break;
    }
    if (category == BreakCategory::Cavalry && row == 2 && scan.scan_ranged2_cavalry == "as_infantry")
      return Cell::CasualtiesBreakElseRetreatDisordered;
    if (category == BreakCategory::Skirmishers && row == 6 && scan.scan_ranged6_skirmishers == "as_row_5")
      return Cell::ShakenBreakElseRetreatDisordered;
  } else if (category == BreakCategory::Cavalry && row == 3 && scan.scan_hth3_cavalry == "as_infantry") {
    return Cell::ShakenBreakElseGiveGroundAllDisordered;
  }
  const auto& rows = table == BreakTable::Ranged ? kRanged : kHandToHand;
  return rows[static_cast<std::size_t>(10 - row)][static_cast<std::size_t>(category)];
}

std::string_view text_of(Cell cell) {
  switch (cell) {
    case Cell::Hold:
      return "hold";
    case Cell::HoldDisorderedOrRetreat:
      return "hold Disordered or retreat in good order";
    case Cell::RetreatGood:
      return "retreat in good order";
    case Cell::RetreatDisordered:
      return "retreat Disordered";
    case Cell::ShakenBreakElseRetreatDisordered:
      return "break if Shaken, else retreat Disordered";
    case Cell::CasualtiesBreakElseRetreatDisordered:
      return "break if any casualties, else retreat Disordered";
    case Cell::GiveGroundWithSupports:
      return "give ground in good order, with supports";
    case Cell::GiveGroundDisordered:
      return "give ground Disordered";
    case Cell::GiveGroundDisorderedWithSupports:
      return "give ground with supports, Disordered";
    case Cell::ShakenBreakElseGiveGroundDisordered:
      return "break if Shaken, else give ground Disordered";
    case Cell::ShakenBreakElseGiveGroundAllDisordered:
      return "break if Shaken, else give ground with supports, all Disordered";
    case Cell::Break:
      return "break";
  }
  return "?";
}

Outcome outcome_of(Cell cell, bool shaken, bool any_casualties) {
  switch (cell) {
    case Cell::Hold:
      return Outcome::Hold;
    case Cell::HoldDisorderedOrRetreat:
      return Outcome::Choice;
    case Cell::RetreatGood:
      return Outcome::RetreatGood;
    case Cell::RetreatDisordered:
      return Outcome::RetreatDisordered;
    case Cell::ShakenBreakElseRetreatDisordered:
      return shaken ? Outcome::Break : Outcome::RetreatDisordered;
    case Cell::CasualtiesBreakElseRetreatDisordered:
      return any_casualties ? Outcome::Break : Outcome::RetreatDisordered;
    case Cell::GiveGroundWithSupports:
      return Outcome::GiveGroundWithSupports;
    case Cell::GiveGroundDisordered:
      return Outcome::GiveGroundDisordered;
    case Cell::GiveGroundDisorderedWithSupports:
      return Outcome::GiveGroundDisorderedWithSupports;
    case Cell::ShakenBreakElseGiveGroundDisordered:
      return shaken ? Outcome::Break : Outcome::GiveGroundDisordered;
    case Cell::ShakenBreakElseGiveGroundAllDisordered:
      return shaken ? Outcome::Break : Outcome::GiveGroundDisorderedWithSupports;
    case Cell::Break:
      return Outcome::Break;
  }
  return Outcome::Hold;
}

std::string_view key_of(Outcome outcome) {
  constexpr std::array<std::string_view, 8> kKeys{"hold",
                                                  "hold_disordered_or_retreat",
                                                  "retreat",
                                                  "retreat_disordered",
                                                  "give_ground_with_supports",
                                                  "give_ground_disordered",
                                                  "give_ground_disordered_with_supports",
                                                  "break"};
  return kKeys[static_cast<std::size_t>(outcome)];
}

std::string_view word_of(Formation formation) {
  constexpr std::array<std::string_view, 6> kWords{"line", "column", "square", "wedge", "testudo", "open order"};
  return kWords[static_cast<std::size_t>(formation)];
}
std::string_view word_of(Phase phase) {
  constexpr std::array<std::string_view, 7> kWords{"deployment",   "rally", "initiative moves", "orders", "shooting",
                                                   "hand-to-hand", "ended"};
  return kWords[static_cast<std::size_t>(phase)];
}
std::string_view word_of(Facing facing) {
  constexpr std::array<std::string_view, 4> kWords{"front", "left flank", "rear", "right flank"};
  return kWords[static_cast<std::size_t>(facing)];
}
std::string_view word_of(Weapon weapon) {
  constexpr std::array<std::string_view, 6> kWords{"thrown weapons",  "slings",           "bows",
                                                   "light artillery", "medium artillery", "heavy artillery"};
  return kWords[static_cast<std::size_t>(weapon)];
}
std::string_view word_of(MoveKind kind) {
  constexpr std::array<std::string_view, 4> kWords{"initiative move", "ordered move", "free move", "retirement move"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace polemarch::hail_caesar
