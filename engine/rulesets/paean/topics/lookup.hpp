#pragma once
/// Who is who and what stands where: the short questions every topic asks. Pure.

#include <optional>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/geometry/body.hpp"
#include "engine/rulesets/paean/rules.hpp"

namespace polemarch::paean {

/// In play, or null.
const Formation* find_formation(const State& state, const UnitId& id);
/// Alive, or null.
const Leader* find_leader(const State& state, const UnitId& id);
/// Must be there (dispersed ones stay as names).
const Formation& formation_at(const State& state, const UnitId& id);
const Leader& leader_at(const State& state, const UnitId& id);
const Base& base_at(const State& state, const BaseId& id);
/// Of a formation's first base, or of a leader's.
const Card& card_of(const State& state, const UnitId& id);
std::optional<Side> side_of(const State& state, const UnitId& id);

/// Centimetres of the book on this table (PA-GEO-12, 13).
Length on_table(const State& state, double cm);

/// "7.5 cm".
std::string cm_text(Length length);

/// How far off a charge stops, in words: "two centimetres" with 6 mm figures. PA-CHG-07.
std::string stop_in_words(const State& state);

/// Footprints of a formation's bases in its order, or of a leader's one.
std::vector<geometry::Shape> shapes_of(const State& state, const UnitId& id);
geometry::Body body_of(const State& state, const UnitId& id);
geometry::Gap gap_between(const State& state, const UnitId& a, const UnitId& b);
/// The poses of its bases as they stand.
std::vector<engine::PlacedBase> poses_of(const State& state, const UnitId& id);

/// Majority of its bases, ties the lower (PA-AMB-21).
Experience experience_of(const State& state, const UnitId& id);
/// Bases of another formation in reach of `bases` are found by the caller; this says whether any base of the one touches the other's.
bool touching(const State& state, const UnitId& a, const UnitId& b);

/// The living army commander, or empty.
UnitId army_commander(const State& state, Side side);
/// Who is attached to the formation: a commander, a hero; empty: nobody.
UnitId commander_with(const State& state, const UnitId& formation);
UnitId hero_with(const State& state, const UnitId& formation);
/// Everybody attached.
std::vector<UnitId> leaders_with(const State& state, const UnitId& formation);

/// In play, and all its bases stand on the table (in deployment some do not yet).
bool on_the_table(const State& state, const UnitId& id);
/// Those who are on the table.
std::vector<UnitId> formations_of(const State& state, Side side);
std::vector<UnitId> leaders_of(const State& state, Side side);
/// Those of them who are with no formation.
std::vector<UnitId> leaders_alone(const State& state, Side side);

inline bool in_contact(const Formation& formation) { return !formation.contacts.empty(); }
inline bool rallying(const Formation& formation) { return formation.status.rallying.has_value(); }
/// The bound at whose end a rallying formation is free again: its side's next after the one it was pushed back in (PA-RAL-02).
int rallies_in(const State& state, const Formation& formation);
/// The side of `on` that faces `from`'s front centre (PA-AMB-58).
Flank side_faced(const State& state, const UnitId& on, const UnitId& from);

}  // namespace polemarch::paean
