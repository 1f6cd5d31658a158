#pragma once
/// Ranged combat: who may shoot at whom, dice on both sides, what hits do. Rules BB-RNG. Directional points. Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"

namespace polemarch::blade_and_bow {

struct ShotCheck {
  engine::Verdict verdict;
  ArcTurn turn;  ///< how the shooter turns (BB-RNG-10)
  int points = 0, range = 0;
};
/// May this unit shoot at that one, formation and action apart? `enemy_zones` = zones of the target's side.
ShotCheck shot_check(const State& state, const Unit& shooter, const Unit& target, const ZoneMap& enemy_zones);

struct ShotDice {
  int attack = 0, defence = 0;
  int attack_modifier = 0, defence_modifier = 0;
  std::vector<engine::Reason> lines;
  std::vector<bool> of_attack;  ///< of each line: whether it is about the attack's dice
};
ShotDice shot_dice(const State& state, const std::vector<const Unit*>& shooters, const Unit& target, int rotation);
/// The dice if these units shot at that one now, each turning as it has to; nothing where one of them may not.
std::optional<ShotDice> planned_shot(const State& state, const std::vector<UnitId>& units, const UnitId& target);

/// What hits do to a unit, in order; the same shape for shot and melee (BB-HIT-T1, BB-HIT-T2).
struct HitEffects {
  int ignored = 0;
  bool disrupted = false;
  int ranks = 0;
  bool recoil = false;
  int rout_dice = 0;
  bool any() const { return disrupted || ranks > 0 || recoil || rout_dice > 0; }
  bool operator==(const HitEffects&) const = default;
};
HitEffects shot_effects(const Unit& unit, int ranks, int hits);
HitEffects melee_effects(const Unit& unit, int ranks, int hits);
/// What so many hits do goes by the unit's rank marker, so that it has to be told.
bool marker_decides(const Unit& unit, int hits, bool melee);

/// Dice at or under the limit after the modifier, results kept to 1..6 (BB-DICE-20, BB-DICE-26, BB-AMB-104).
int count_hits(const std::vector<int>& dice, int modifier, int hits_up_to);
int count_cancels(const std::vector<int>& dice, int modifier);

}  // namespace polemarch::blade_and_bow
