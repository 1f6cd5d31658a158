#pragma once
/// Melee arithmetic of one lochos against another: total attack, basic defence, and how deep the attack goes. Rules HM-ATK, HM-DEF,
/// HM-PENL, HM-FLK-09 to 17. Every number carries its rows. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/telling.hpp"
#include "engine/core/verdict.hpp"

namespace polemarch::hoplomachia {

/// How far an attack gets (HM-PENL-T1), as the symbols of the Melee Resolution chart.
enum class Level { ZeroHit, ShieldHit, StrengthHit, ThresholdHit, Exceeded };
/// "zero hit on shield", "shield hit" ...
std::string text_of(Level level);

/// Lines of a sum and what they come to.
struct Arithmetic {
  std::vector<engine::ThrowRow> rows;
  int total = 0;
  void add(std::string rule, std::string text, int value, std::optional<Side> whose = {});
};

/// What the total attack number of a lochos is made of. Card numbers and facts of this melee.
struct AttackFacts {
  int spear = 0;
  int arete = 0;          ///< the card's modifier for the army's condition
  bool othismos = false;  ///< else epidromos
  bool momentum = false;  ///< it has a momentum counter
  int mome = 0, othism = 0;
  int depth = 0;  ///< chart figure of the third and fourth ranks it may fight in
  int hamippoi = 0;
  bool disarrayed = false;
};
/// HM-ATK-02 to 08, 10.
Arithmetic total_attack(const AttackFacts& facts);

/// What the basic defence number of a lochos is made of.
struct DefenceFacts {
  int shield = 0;
  int uphill = 0, wall = 0, stockade = 0;  ///< chart bonuses that apply
  int gap = 0;                             ///< chart penalty, positive, when there is a gap on its unshielded side
  bool othismos = false;
  bool momentum = false;
  int mome = 0;
  int ground_given = 0;        ///< zero or negative, from the chart
  bool positive_count = true;  ///< false: struck on the shielded flank, HM-FLK-10
};
/// HM-DEF-01 to 07, HM-FLK-10, 17.
Arithmetic basic_defence(const DefenceFacts& facts);

/// An attack against what it has to go through, stage by stage.
struct Penetration {
  Level level = Level::ZeroHit;
  Arithmetic attack;
  std::vector<engine::Reason> stages;  ///< one line a stage: value = what is left of the attack, limit = what it has to exceed
};
/// Against the front, or the shielded flank (whose defence has no positive modifiers). HM-PENL-01 to 06, HM-ATK-09.
Penetration penetration(Arithmetic attack, const Arithmetic& defence, int strength, int threshold);
/// Against the unshielded flank or the rear: straight at the threshold (HM-FLK-13). What does not exceed it stops there.
Penetration penetration_unshielded(Arithmetic attack, int threshold);
/// Against a flanker: nothing but zero hit on shield (HM-FLK-11, 14).
Penetration no_penetration(std::string rule);

}  // namespace polemarch::hoplomachia
