#pragma once
/// What the fighting's commands lead to, its steps, and what its files share. Included by play.hpp's users through common.hpp. Pure.

#include <set>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"

namespace polemarch::hoplomachia {

/// What fighting keeps of a lochos or a unit, changed in one place; nothing is told when nothing changes.
template <class Change>
void keep_lochos(Unfold& u, const LochosRef& ref, Change change) {
  const Lochos& lochos = lochos_at(u.state(), ref);
  LochosFought kept{ref, lochos.fate, lochos.fight};
  change(kept);
  if (kept.fate != lochos.fate || !(kept.fight == lochos.fight)) u.emit(std::move(kept));
}
template <class Change>
void keep_unit(Unfold& u, const UnitId& id, Change change) {
  TaxisFought kept{id, taxis_at(u.state(), id).fight};
  change(kept.fight);
  if (!(kept.fight == taxis_at(u.state(), id).fight)) u.emit(std::move(kept));
}

// Contacts (play/contacts.cpp).
/// `striker`'s front strikes `target` on that side.
void make_contact(Unfold& u, const LochosRef& striker, const LochosRef& target, Strikes on, bool othismos, bool next_turn = false);
void end_contacts(Unfold& u, const LochosRef& lochos);
/// Contacts whose lochoi no longer touch are over; after moves.
void drop_lost_contacts(Unfold& u, const LochosRef& lochos);
/// Who is struck on a flank with nobody in front turns to face it (HM-AMB-80).
void settle_flanks(Unfold& u);

// Charges move (play/charge_moves.cpp).
/// The charger moved by epidromos; without contact it has missed (HM-EPI-33).
void note_charge(Unfold& u, const UnitId& unit, bool contact);
std::string charged_text(Length way);
/// The charge of a unit whose check, die and targets are settled, with the countercharges that meet it.
void move_charge(Unfold& u, const EpidromosCharge& step);

// Routs, evasions, pursuits (play/flights.cpp, running.cpp).
std::string verb_of(Mode mode);
std::vector<int> sound_lochoi(const Taxis& unit);
/// These sub-units run from `foe`, or after it. They turn about at once (HM-ROUT-03, HM-EVA-03) and move with their first die.
int begin_flight(Unfold& u, Mode mode, const UnitId& unit, std::vector<int> lochoi, const UnitId& foe, Angle away);
void end_flight(Unfold& u, int flight, std::string how, std::string rule);
/// These stopped running while others of their unit are not with them: out of its order from here on (HM-AMB-77, HM-AMB-28).
void stand_apart(Unfold& u, Mode ran, const UnitId& unit, const std::vector<int>& lochoi);
/// One sub-unit is no longer part of the flight it is in, if it is in any; the others run on.
void leave_flight(Unfold& u, const LochosRef& lochos, std::string how, std::string rule);
/// Evaders that are caught, or run into an enemy, rout from it (HM-EVA-05, HM-AMB-97); the new flight.
int rout_evaders(Unfold& u, const Flight& evaders, const UnitId& foe);
/// Halts and recovers: the sub-units take open files, no files the undisciplined (HM-PUR-07, HM-AMB-77). Those named alone, when others
/// of the unit stand: they are in order again, and the unit keeps its files and what it is doing (HM-AMB-28).
void recover(Unfold& u, const UnitId& unit, std::string rule, const std::vector<int>& lochoi = {});
/// The whole unit routs from `foe` (HM-AND-34). Tells arete, witnesses, the home city's first rout. The flight that began; 0 where none
/// did.
int rout_unit(Unfold& u, const UnitId& unit, const UnitId& foe, std::string rule);
void evade_unit(Unfold& u, const UnitId& unit, const UnitId& foe);
/// One lochos routs in melee or by belos: counter, arete, cause of a katastrophe check.
void rout_lochos(Unfold& u, const LochosRef& lochos, const UnitId& foe, std::string cause);
/// A unit or lochos is destroyed: off the table, arete, strategoi who stood in it.
void destroy(Unfold& u, const LochosRef& lochos, const UnitId& by, std::string how, std::string rule);
/// Runners that a move of `unit` touched on its way (HM-AMB-113).
void catch_runners(Unfold& u, const UnitId& unit, const std::vector<LochosRef>& caught);
/// Marks every friend that saw the unit rout (HM-AMB-101) and allied taxeis at the home city's first (HM-AND-12).
void tell_rout(Unfold& u, const UnitId& unit);
void lose_hamippoi(Unfold& u, const LochosRef& lochos, std::string why, std::string rule);
/// Direction away from a unit, from where these stand.
Angle away_of(const State& state, const UnitId& unit, const UnitId& foe);

// Melee results (play/melee_results.cpp).
/// `both`: the winner loses as well, so nobody pursues or goes on (HM-AMB-37).
void apply_result(Unfold& u, const LochosRef& winner, const LochosRef& loser, MeleeResult line, bool both);
void break_lochos(Unfold& u, const LochosRef& loser, const LochosRef& winner, bool pursue);
void slaughter(Unfold& u, const LochosRef& loser, const LochosRef& winner, std::string rule, bool goes_on = true);
void lay_dead(Unfold& u, const LochosRef& lochos);

// Optional rules (play/epilektoi, sallying).
/// What epilektoi declared for the roll of this unit that was just thrown; it is spent (HM-OPT7-01).
int take_epilektoi(Unfold& u, const UnitId& unit);
/// A signal of optional rule 5 is heard: ekdromoi go out, or come back (HM-OPT6-02).
void hear_ekdromoi_signal(Unfold& u, Side side, OrderType order);
/// Psiloi take their place on the city walls (HM-AMB-91).
bool man_the_walls(Unfold& u);
/// A stand is killed; its lochos is lost with its last one (HM-EKD-07).
void kill_stand(Unfold& u, const LochosRef& lochos, const BaseId& base, const UnitId& by);
/// Attacked by ekdromoi of that lochos, the unit turns and faces away; one that faces away already stays so (HM-BCH-16).
void turn_away(Unfold& u, const UnitId& unit, const LochosRef& pursuers);

/// A unit that lies in ambush shows itself and attacks these; the taxeis it surprises for the first time (HM-AMB-39).
std::set<UnitId> break_cover(Unfold& u, const UnitId& ambusher, const std::set<UnitId>& attacked, const std::string& why);
/// They roll before anything that was opened earlier (HM-EVT-16).
void surprise(Unfold& u, const std::set<UnitId>& taxeis);

/// The stands of a unit at these poses by a move for which ground counts: what it crossed is kept and may disarray it (HM-DIS-07).
void move_over_ground(Unfold& u, const UnitId& unit, std::vector<engine::PlacedBase> poses, Length moved, std::string how,
                      std::string rule);
/// Hoplites told to evade march one full move back before anybody else in B5 (HM-BRX-12, HM-AMB-12).
void march_back(Unfold& u);

}  // namespace polemarch::hoplomachia
