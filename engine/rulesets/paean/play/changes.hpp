#pragma once
/// Changes that many commands and results make: bases move, formations unform, split, merge and lose bases, contacts begin and end,
/// leaders are lost. Each emits events and owes placements; contacts are brought up to date. Not pure only in that it emits.

#include <string>
#include <vector>

#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// `unit`'s bases stand at `poses` from now on; attached leaders go with them (PA-CMD-23). `owed`: the table has yet to follow.
void move_bases(Unfold& u, const UnitId& unit, std::vector<engine::PlacedBase> poses, const std::string& how, const std::string& rule,
                Length distance = {}, bool owed = true);
/// A leader's base goes there.
void move_leader(Unfold& u, const UnitId& leader, const MeasuredPose& to, const std::string& how, const std::string& rule, Length distance,
                 bool owed = true);
void mark(Unfold& u, const UnitId& unit, const Status& status, const std::string& why = {}, const std::string& rule = {});
void set_leader(Unfold& u, const UnitId& id, const Leader& leader, const std::string& why = {}, const std::string& rule = {});
/// What the state holds of combats, to be changed and emitted.
CombatsSet combats_now(const State& state);
/// Emits it when it is not what the state holds.
void set_combats(Unfold& u, CombatsSet combats);
/// It stands behind the friend no more from whose back it fought (PA-CHG-16).
void backs_nobody(Unfold& u, const UnitId& unit);
/// M, LH or H comes apart into single bases with gaps (PA-UNF-01, PA-UNF-02); L and LM do not (PA-UNF-05). Whoever is in
/// contact stays so, else `anchor` stays in place; `where`: the bases stand at these poses instead of spreading. Returns the formations it
/// is now.
std::vector<UnitId> unform(Unfold& u, const UnitId& unit, const std::string& rule, const BaseId& anchor = {},
                           const std::vector<engine::PlacedBase>& where = {});
/// `gone` stood in one place with its friend `stays`: it goes behind it with a slight gap, else wherever there is room; of two of M, LH
/// and H both come apart (PA-INT-07 to 11).
void displace(Unfold& u, const UnitId& gone, const UnitId& stays);
/// Bases become a formation of their own with the parent's counters; returns its name.
UnitId split(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const std::string& why, const std::string& rule);
/// Bases are dispersed: they leave the table (PA-MIS-13, PA-RES-05). An emptied formation ends its contacts; victory is checked.
void lose_bases(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const UnitId& by, const std::string& how,
                const std::string& rule);
/// A commander or hero is lost (PA-CMD-33); the army commander's loss ends the battle (PA-CMD-35).
void lose_leader(Unfold& u, const UnitId& leader, const UnitId& by, const std::string& how, const std::string& rule);
void make_contact(Unfold& u, const UnitId& unit, const UnitId& foe, Flank on_unit, Flank on_foe);
/// Contacts of the formation that are none any more by where its bases stand end.
void drop_contacts(Unfold& u, const UnitId& unit);
/// What a formation does with its action, for the hero who leads it: a move may count as one of his (PA-AMB-40).
enum class Led { Moves, Acts };
/// The action in hand is taken by `acted` (empty: by whom the permit names): no permit any more; the order is counted for consecutive
/// fire, and against the hero whose led formation acted (PA-HER-T1).
void action_taken(Unfold& u, const UnitId& acted = {}, Led how = Led::Acts);
/// Ends the battle when somebody has won (PA-VIC-01 to 03).
void check_end(Unfold& u);

}  // namespace polemarch::paean
