#pragma once
/// Readings a table may choose where both are in use; the defaults are the catalogue's decisions. Pure.

namespace polemarch::paean {

struct Options {
  bool power_from_formation_reaches_all = false;  ///< PA-AMB-03: an army commander in a formation calls to all within 10 cm
  bool experience_of_all_fighting = false;        ///< PA-AMB-27: veteran and elite dice of supporting and overlapping bases too
  bool hero_reacts_with_own_formation = false;    ///< PA-AMB-37: a led formation reacts with its training number, not the hero's 11
  bool missile_only_lm_charge = true;             ///< PA-AMB-11
  bool led_move_counts_twice = false;             ///< PA-AMB-40: a led formation's move counts as a heroic move too
  bool athena_commands = true;                    ///< PA-AMB-49
  bool support_charges_have_charge_dice = true;   ///< PA-AMB-54
  bool feint_after_evade = false;                 ///< PA-AMB-68
  bool commander_hop = false;                     ///< PA-AMB-74: leave one formation and join another in one relinquish move
  bool other_difficult_unforms = true;            ///< PA-AMB-89
  int bound_limit = 0;                            ///< bounds both sides together may play; 0: no limit ("Not in the source")
  bool operator==(const Options&) const = default;
};

}  // namespace polemarch::paean
