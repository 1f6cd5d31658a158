#pragma once
/// Single combat: who may challenge whom, what they throw, the straight way there. PA-CHL, PA-HER-20, PA-AMB-36. Pure.

#include <optional>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"
#include "engine/rulesets/paean/volley.hpp"

namespace polemarch::paean {

/// Further hits that kill a hero whose formation is gone, or who stands alone. PA-HER-30.
constexpr int kHitsToKillAHero = 3;

/// Armour of a leader: hero 5, with the Shield of Zeus 6; army commander 4, subordinate 3. PA-CHL-T1, PA-HER-17, PA-HER-T2.
int armour_of_leader(const Leader& leader);
/// Both are there, and the one has not challenged the other before. PA-CHL-09.
bool may_be_challenged(const State& state, const UnitId& challenger, const UnitId& challenged);
/// D8 equal to HV or CV against the other's armour. PA-CHL-06.
Volley duel_volley(const State& state, const UnitId& who, const UnitId& at);
/// A hero alone: half his value, one more for a counter charge. PA-AMB-36.
Volley lone_volley(const State& state, const UnitId& hero, const UnitId& foe, bool countered);
/// The formation that fights him: the nearest base with all it throws in close combat, and the hero who leads it.
std::vector<Volley> against_lone(const State& state, const UnitId& unit, const UnitId& hero, bool charged);

/// Straight into contact with another leader.
struct StraightWay {
  MeasuredPose to;
  Length distance;
  UnitId blocked_by;  ///< an enemy formation in the way (PA-HER-39)
};
std::optional<StraightWay> straight_to(const State& state, const UnitId& hero, const UnitId& target);
/// A hero never withdraws from a formation in close combat (PA-HER-29).
bool held_by_combat(const State& state, const UnitId& hero);
engine::Verdict may_challenge(const State& state, const UnitId& hero, const UnitId& target);
/// Direction from one leader away from another.
Vec2 straight_away(const State& state, const UnitId& who, const UnitId& from);

}  // namespace polemarch::paean
