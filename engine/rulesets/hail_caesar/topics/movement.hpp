#pragma once
/// Moves and the proximity rule. Rules HC-MOV-*, HC-PRX-*, HC-ORD-24..26. A move's length is that of its straight
/// way from centre to centre (the sheet gives no angles: turning is free), slow ground counted longer, or round it (topics/reach). Table
/// frame. Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

namespace polemarch::hail_caesar {

/// A wanted move worked out.
struct MovePlan {
  std::vector<engine::PlacedBase> stands;
  Measure distance;  ///< as the rules count it
  Length one_move;   ///< of this unit in its formation
  std::string_view rule;
  int moves = 1;                      ///< moves this takes; a change of formation is one
  int corners = 0;                    ///< where it goes round ground instead of straight
  std::vector<Vec2> way;              ///< of its middle, from corner to corner
  std::vector<UnitId> crossed;        ///< enemies whose front it crosses within short range
  std::vector<UnitId> maybe_crossed;  ///< among whom the errors leave it open
};
/// `to` or `poses` of a command; neither = stay. `formation` the unit's formation while it moves.
MovePlan plan_move(const State& state, const UnitId& id, const std::optional<MeasuredPose>& to,
                   const std::vector<engine::PlacedBase>& poses);

/// The proximity rule on a unit standing somewhere: the enemies within its distance (HC-PRX-01, HC-PRX-02), nearest first.
struct Proximity {
  Length limit;
  std::string rule;
  std::vector<Foe> near;                            ///< within, or too close to call
  engine::Ruling ruling = engine::Ruling::Refused;  ///< Allowed: surely under the rule
};
Proximity proximity_of(const State& state, const Unit& unit);
Proximity proximity_of(const State& state, const UnitId& id);
/// Is the move one the rule leaves: it faces the enemy at its end, and goes toward it or backs away (HC-PRX-04, HC-AMB-14)?
engine::Verdict judge_proximity(const State& state, const UnitId& id, const MovePlan& plan);
/// Does the charge heed the enemies near whom a single move of it begins: it may go at one of them only (HC-PRX-03, HC-AMB-14)?
engine::Verdict judge_charge_proximity(const State& state, const UnitId& id, const UnitId& target, const MovePlan& plan);

/// No stand overlaps another unit's or leaves the table; contact with an enemy only by charge or follow-up, which may touch others than
/// their foe, too, and say so.
engine::Verdict judge_standing(const State& state, const UnitId& id, const std::vector<engine::PlacedBase>& stands,
                               const UnitId& charge_target);
/// The nearest of so many moves a way takes, doubt in the mover's favour; 10 for more than nine.
int moves_needed(Measure distance, Length one_move, Length tolerance);

}  // namespace polemarch::hail_caesar
