#pragma once
/// What charges, combats and results do to formations: getting away, turning, breaking up, coming into contact. Each emits events.

#include <vector>

#include "engine/rulesets/paean/play/changes.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// A formation evades (PA-EVA-01..03, PA-EVA-08, PA-EVA-09).
void gets_away(Unfold& u, const UnitId& unit, Vec2 away, const UnitId& from);
/// A commander evades (PA-EVA-04, PA-EVA-22).
void commander_gets_away(Unfold& u, const UnitId& leader, Vec2 away);
/// Files (or ranks from the rear) turn to face that side, rows before `first_row` left out; returns the formation that turned (PA-EVA-15).
UnitId turns(Unfold& u, const UnitId& unit, Flank side, int files, const std::string& rule, int first_row = 0);

/// Bases leave their formation: the last one keeps its name. They touch nobody any more. Returns the formation they are.
UnitId break_off(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const std::string& why, const std::string& rule);
/// M, LH and H that have come into ground that unforms come apart, whatever has moved them (PA-MOV-05, PA-UNF-06); `through`: they came
/// through it on their way. Returns the formation that stays where it fights: itself when it does not come apart.
UnitId unformed_by_ground(Unfold& u, const UnitId& unit, bool through = false);
/// Whoever gives way before a base that goes to `to` goes on; where somebody stands there, to the nearest room; without room it stays, and
/// the base has to find its own. `moving_too`: bases that are yet to be placed. PA-RES-19, PA-RES-22 to 24.
void shove(Unfold& u, const std::vector<Shoved>& all, const UnitId& by, const engine::PlacedBase& to, Vec2 away,
           const std::vector<BaseId>& moving_too);
/// Where the bases of a formation that stay in contact will stand when they have been pushed on, these others gone (PA-RES-11).
std::vector<Stand> where_pushed(const State& state, const UnitId& unit, const std::vector<BaseId>& gone);
/// Contacts between enemies among these formations, as their bases stand; what touched before may be a little apart, and keeps its sides.
void refresh_contacts(Unfold& u, const std::vector<UnitId>& among, Touching how = Touching::Now);
/// Its initial phase of a combat is to come: charging or counter charging (PA-CCD-10).
void rushes(Unfold& u, const UnitId& unit, Rush how);
/// Standoff: whoever of the active side is still in close combat takes no more orders this bound, unless a commander is with it (PA-RES-09,
/// PA-RES-45); who has won free may be ordered again (PA-RES-10).
void stand_off(Unfold& u, const std::vector<UnitId>& among);
/// A charge ends without contact: what has come through ground that unforms comes apart (PA-MOV-05, PA-UNF-06).
void ends_without_contact(Unfold& u, const Charge& charge);
/// Close combat has ended otherwise than by a phase, by an evade or by missiles: whoever has fought and touches nobody any more may be
/// ordered again (PA-RES-10, PA-AMB-69), who backed it too, and a distended front is dressed (PA-CHG-21).
void won_free(Unfold& u);
/// Enemies whom a front has come up to by a follow-up or a counter charge: in contact from now on, in flank or rear unformed (PA-GEO-16,
/// PA-FLR-01). Who is only slid along is not met.
void front_meets(Unfold& u, const UnitId& unit);
/// Enemy leaders alone whom the formation has come upon: a commander tests (PA-CMD-31), a hero stands and is fought (PA-AMB-36), at once
/// by who charges; `but`: who is met already.
void meets_leaders(Unfold& u, const UnitId& unit, bool charges, const UnitId& but = {});
/// The side of `on` that is in contact with that foe is this one.
void set_side(Unfold& u, const UnitId& on, const UnitId& foe, Flank side);
/// Contacts of a formation with every enemy it meets now, and with its target by whatever edge; true when there are any.
bool touch_all(Unfold& u, const UnitId& unit, const UnitId& target = {});

}  // namespace polemarch::paean
