#pragma once
/// Offensive dice: how many, and what each has to show throw after throw. A volley is dice of one kind that must clear the same hurdles in
/// order: cover first, then armour, then once more for each rank shot over; what clears the last is a hit. Rules PA-MIS-T1, PA-MRX-T1,
/// PA-CCD-T2, PA-CCD-T3, PA-RES-T1. Pure.

#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/state_fight.hpp"

namespace polemarch::paean {

/// One throw of every die still in it: `need` or more goes on.
struct Hurdle {
  std::string what;  ///< "cover", "armour", "out of range of the die", "overhead"
  std::string rule;
  int need = 0;
  engine::Checked<engine::ThrowRow> rows;  ///< sum up to `need`
  bool operator==(const Hurdle&) const = default;
};

/// Dice of one kind thrown by a formation at a formation.
struct Volley {
  UnitId thrower, at;
  int faces = 6;
  engine::Checked<engine::ThrowRow> dice;  ///< sum up to the number of dice
  engine::Checked<Hurdle> hurdles;
  bool operator==(const Volley&) const = default;
  int count() const { return engine::sum_of(dice); }
};

/// What one die has to show, in one throw or two on the same die. PA-CCD-T3; D8 reads 5, 6 and 7 directly (PA-CCD-08).
std::vector<int> throws_for(int faces, int need);

/// Score needed by a missile. PA-MIS-T1, PA-MIS-08, PA-MIS-09, PA-AMB-47.
std::vector<engine::ThrowRow> missile_need(Weight target, Flank from, bool expert);
/// Score needed at close quarters: `armour` of the target with its rule, -1 on flank or rear unless `steady` (L, LM, hero), +2 for a
/// formation with missiles only, never below 2 nor above 7. PA-CCD-T2, PA-CCD-06, PA-CCD-07.
std::vector<engine::ThrowRow> melee_need(int armour, std::string_view of_what, Flank from, bool steady, bool missile_only);
/// PA-MRX-T1 and PA-RES-T1; 0 without cover.
/// The cover a piece of ground gives. PA-TER-11.
Cover cover_of(Ground ground);
int missile_cover(Cover cover);
int melee_cover(Cover cover);

/// The hurdles of a die of `faces`: the rows' sum as one throw or two. The rows of each hurdle sum up to its need.
std::vector<Hurdle> hurdles_of(std::string_view what, std::string_view rule, int faces, std::vector<engine::ThrowRow> rows);
/// Adds a cover hurdle before the others; nothing without cover. `need` as missile_cover() or melee_cover() give it.
void behind_cover(std::vector<Hurdle>& hurdles, int faces, int need, Cover cover, std::string_view rule);
/// Adds `ranks` throws more, each as hard as armour. PA-MIS-18.
void shot_over(std::vector<Hurdle>& hurdles, int faces, const std::vector<engine::ThrowRow>& armour, int ranks);

/// Chance of one die to clear them all, in thousandths.
int per_mille(const std::vector<Hurdle>& hurdles, int faces);
/// Expected hits of a volley, in thousandths.
int expected_per_mille(const Volley& volley);
/// Volleys with the same die, hurdles and side are thrown together (PA-FLR-09): the rows are put one after the other.
std::vector<Volley> together(std::vector<Volley> volleys);

}  // namespace polemarch::paean
