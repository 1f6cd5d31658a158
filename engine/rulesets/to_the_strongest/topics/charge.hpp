#pragma once
/// Charges: the ways to a target, front, flank and rear, whom it meets, who may evade and whither. Rules TTS-CHG, TTS-EVD. Pure.

#include <vector>

#include "engine/rulesets/to_the_strongest/topics/activation.hpp"

namespace polemarch::to_the_strongest {

/// From where a blow from box `from` falls on a unit facing `facing` in `at`. TTS-CHG-11, TTS-CHG-12, TTS-CHG-16.
Attack attack_side(Box from, Box at, Facing facing);
/// The same for a unit: an orbis has neither flank nor rear (TTS-ORB-02).
Attack attack_on(const Unit& target, Box from, Box at);

/// One way to charge: straight at the target box, or by one box before it.
struct ChargeWay {
  std::vector<Box> path;  ///< boxes entered before the target box (none or one)
  Box from;               ///< last box before the target
  Box at;                 ///< the target box
  bool diagonal = false;
};
/// All ways of the unit into `at`, legal or not.
std::vector<ChargeWay> charge_ways(const Unit& charger, Box at);
/// Does any way, legal or not, lead it into `at`?
bool has_charge_ways(const Unit& charger, Box at);
/// May it charge this way? `target` is the unit it would meet there (for the rules on light units).
engine::Verdict judge_way(const Board& board, const Unit& charger, const ChargeWay& way, const Unit& target);

/// Its kind never charges, or not this unit from that box: a light unit before the front of formed foot (TTS-CHG-04, TTS-CHG-20).
bool never_charges(const Board& board, const Unit& charger, const Unit& target, Box from);

/// Units of the target box in the order a charger from `from` may name them: the first is who it meets if it does not choose; more than
/// one only where it may choose. TTS-CHG-13..15, TTS-AMB-47.
std::vector<const Unit*> targets_in(const Board& board, Side attacker, Box from, Box at);

/// "Able to charge" of the march ban: whomever it would meet in that box. TTS-AMB-101.
bool could_charge_into(const Board& board, const Unit& enemy, Box box);
/// "Able to charge" of the rally modifier: the charge would meet `who` itself. TTS-AMB-141.
bool could_charge(const Board& board, const Unit& enemy, const Unit& who);

/// Its place in the box it strikes from: as it wishes ("front" or "behind" of a friend there), where nothing is said nearest to the enemy.
/// TTS-ENT-05, TTS-ENT-06.
int place_to_strike(const Board& board, const Unit& charger, Box from, const std::string& wish);

Plan charge_plan(const Board& board, const Unit& charger, const Order& order, const ChargeWay& way);

enum class EvadeRight { None, May, Must };
EvadeRight evade_right(const Board& board, const Unit& target, const Unit& charger);
/// One way to evade.
struct EvadeChoice {
  Box to;
  bool off = false, behind = false;
  std::string key;  ///< option key: a box name, "off" or "behind"
};
/// Where a charged unit may evade to; the charger stands in the box it strikes from. TTS-EVD-06..11.
std::vector<EvadeChoice> evade_choices(const Board& board, const Unit& target, Box charge_from);
/// The same with the charger still where its charge began. TTS-CHG-25.
std::vector<EvadeChoice> evade_choices(const Board& board, const Unit& target, const Unit& charger, Box charge_from);
/// The card an evader needs against this charger. TTS-EVD-T1.
int evade_card(const Board& board, const Unit& target, const Unit& charger);

}  // namespace polemarch::to_the_strongest
