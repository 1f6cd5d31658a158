#pragma once
/// The sheet's charts: moves, ranges, dice by size and formation, save modifiers, both break-test tables cell by cell. Data with ids.
/// Pure.

#include <optional>
#include <string_view>

#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

/// HC-MOV-T1 and the row it stands on.
struct MoveRow {
  Length distance;
  std::string_view rule;
};
MoveRow move_row(const Profile& profile, Formation formation, const Options& config);

/// HC-SHO-T1.
Length range_of(Weapon weapon);
constexpr bool is_artillery(Weapon w) { return w == Weapon::LightArtillery || w == Weapon::MediumArtillery || w == Weapon::HeavyArtillery; }
/// The longest-ranged weapon of a unit.
std::optional<Weapon> weapon_of(const Profile& profile);
bool has_artillery(const Profile& profile);

/// HC-SHO-T2, HC-SHO-T3: dice of a shot from a ranged value. `in_buildings`: garrison, per face.
int ranged_dice(int value, Size size, Formation formation, bool in_buildings, const Options& config, int faces = 1);
/// HC-HTH-T1, HC-HTH-T2: dice in hand-to-hand; faces attacked of a square or garrison.
int combat_dice(int value, Size size, Formation formation, bool in_buildings, int faces = 1);

/// HC-SAV-T1.
int save_for_formation(Formation formation);
int save_for_cover(Cover cover);
int save_for_weapon(std::optional<Weapon> hit_by);

/// What a cell of a break-test table says.
enum class Cell {
  Hold,
  HoldDisorderedOrRetreat,
  RetreatGood,
  RetreatDisordered,
  ShakenBreakElseRetreatDisordered,
  CasualtiesBreakElseRetreatDisordered,
  GiveGroundWithSupports,
  GiveGroundDisordered,
  GiveGroundDisorderedWithSupports,
  ShakenBreakElseGiveGroundDisordered,
  ShakenBreakElseGiveGroundAllDisordered,
  Break,
};
/// HC-BRK-T1, HC-BRK-T2; scores of 10 and more, of 2 and less, share a row.
Cell break_cell(BreakTable table, int score, BreakCategory category, const ScanOptions& scan);
std::string_view text_of(Cell cell);

enum class Outcome {
  Hold,
  Choice,  ///< hold Disordered or retreat in good order
  RetreatGood,
  RetreatDisordered,
  GiveGroundWithSupports,
  GiveGroundDisordered,
  GiveGroundDisorderedWithSupports,
  Break,
};
/// The cell's branches resolved.
Outcome outcome_of(Cell cell, bool shaken, bool any_casualties);
std::string_view key_of(Outcome outcome);

std::string_view word_of(Formation formation);
std::string_view word_of(Phase phase);
std::string_view word_of(Facing facing);
std::string_view word_of(Weapon weapon);
std::string_view word_of(MoveKind kind);

}  // namespace polemarch::hail_caesar
