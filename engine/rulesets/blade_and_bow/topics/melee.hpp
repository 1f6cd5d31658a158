#pragma once
/// Melee: whom a unit may attack, who leads, how many dice, how hits are shared, retreats. Rules BB-MEL, BB-RET, BB-DICE, BB-HIT. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {

/// May this unit attack what stands in `target_square` (front squares, the directly-ahead rule)? Action limits apart.
engine::Verdict melee_check(const State& state, const Unit& attacker, Square target_square);

/// The attackers who may lead: directly ahead of the defender, else in its front squares, else any (BB-DICE-12..14).
std::vector<UnitId> lead_candidates(const State& state, const std::vector<UnitId>& attackers, const Unit* target);

/// Dice, modifiers and hit limits of one melee, first attacker leads.
struct MeleeCount {
  int attack = 0, defence = 0;
  int lead_dice = 0;                  ///< the first so many attack dice are the lead unit's
  std::vector<int> attack_modifiers;  ///< one a die: the lead's wall and ground count on its own dice only (BB-AMB-115)
  int defence_modifier = 0;
  int defence_hits_up_to = 2;  ///< 1 with an attacker on a flank, 0 with one behind or a disrupted defender
  bool flank = false, rear = false;
  std::vector<engine::Reason> lines;
  std::vector<bool> of_attack;  ///< of each line: whether it is about the attack's dice
};
/// Whose rank markers count: all that the engine knows, or those that lie open to both sides (BB-UNIT-23).
enum class RanksCounted { Known, Open };
/// Unknown ranks count 0; callers ask first.
MeleeCount melee_count(const State& state, const std::vector<UnitId>& attackers, const Unit* target, bool camp_target,
                       int extra_attack_ranks = 0, RanksCounted counted = RanksCounted::Known);

/// A card's re-roll that is had in this melee: played for its whole side or for a unit that fights in it.
bool gives_reroll(const State& state, const ActiveEffect& effect);

/// Which attackers take the defender's hits, in order, lead first (BB-HIT-03..05, BB-AMB-55).
std::vector<UnitId> hit_sharers(const State& state, const Fight& fight);
/// Hits dealt in turn: the first takes 1, 1+n, 1+2n ... (BB-HIT-04).
std::vector<int> shared_hits(int hits, int sharers);

/// May the target fall back before these attackers (BB-RET-01..04, 10, 12)?
engine::Verdict may_retreat(const State& state, const Unit& target, const std::vector<UnitId>& attackers);
/// Two-square ways out, each step farther from the lead (BB-RET-05, BB-RET-07, BB-AMB-49).
std::vector<std::vector<Square>> retreat_paths(const State& state, const Unit& target, Square lead);

}  // namespace polemarch::blade_and_bow
