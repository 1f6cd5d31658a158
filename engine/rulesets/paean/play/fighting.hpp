#pragma once
/// What charges, combats and results do to formations: getting away, turning, breaking up, coming into contact. Each emits events.

#include <vector>

#include "engine/rulesets/paean/play/changes.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// What the state holds of combats, to be changed and emitted.
CombatsSet combats_now(const State& state);
/// Emits it when it is not what the state holds.
void set_combats(Unfold& u, CombatsSet combats);

/// A formation evades (PA-EVA-01..03, PA-EVA-08, PA-EVA-09).
void gets_away(Unfold& u, const UnitId& unit, Vec2 away, const UnitId& from);
/// A commander evades (PA-EVA-04, PA-EVA-22).
void commander_gets_away(Unfold& u, const UnitId& leader, Vec2 away);
/// Files (or ranks from the rear) turn to face that side; returns the formation that turned (PA-EVA-15).
UnitId turns(Unfold& u, const UnitId& unit, Flank side, int files, const std::string& rule);

/// Bases leave their formation: the last one keeps its name. They touch nobody any more. Returns the formation they are.
UnitId break_off(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const std::string& why, const std::string& rule);
/// Contacts between enemies among these formations, as their bases stand; what touched before may be a little apart, and keeps its sides.
void refresh_contacts(Unfold& u, const std::vector<UnitId>& among, Touching how = Touching::Now);
/// The side of `on` that is in contact with that foe is this one.
void set_side(Unfold& u, const UnitId& on, const UnitId& foe, Flank side);
/// Contacts of a formation with every enemy it touches now; true when there are any.
bool touch_all(Unfold& u, const UnitId& unit);

}  // namespace polemarch::paean
