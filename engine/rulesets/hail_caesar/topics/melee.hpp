#pragma once
/// Hand-to-hand: who fights whom, dice, numbers needed, supports, who won. Rules HC-HTH-*. Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

namespace polemarch::hail_caesar {

/// All units linked to this one by contacts, sorted by id; empty when it is in none.
std::vector<UnitId> combat_of(const State& state, const UnitId& id);

/// Who charged this unit in this player turn and still touches it.
std::vector<UnitId> chargers_of(const State& state, const UnitId& id);

/// One attack with its reasons.
struct AttackPlan {
  Attack attack;
  std::vector<engine::Reason> dice_lines, hit_lines;  ///< each line says whose it is
  Doubts doubts;                                      ///< who is uphill
};
/// The attacks of one unit: at its front's foe; of a square or garrison at the foe of every face attacked.
std::vector<AttackPlan> attacks_of(const State& state, const UnitId& id);
/// What changes the number needed against one foe.
std::vector<engine::Reason> hit_lines(const State& state, const UnitId& unit, const UnitId& foe, Doubts& doubts);

/// Friendly units that support a fighting one: near, not fighting themselves, who did not fight this turn either, not before its front;
/// nearest first. `but_for`: who takes no part as a support.
std::vector<UnitId> supports_of(const State& state, const UnitId& id, Doubts* doubts = nullptr, const std::vector<UnitId>& but_for = {});

/// Whose blows a unit saves against (cover): the first to hit it; nothing where nobody struck at it.
std::optional<UnitId> striker_of(const Combat& combat, const UnitId& id);
/// The edge at which a foe touches the unit; its front for one that does not.
Facing edge_charged(const Unit& unit, const UnitId& foe);

struct Score {
  int a = 0, b = 0;
  std::vector<engine::Reason> lines;
};
Score score_of(const State& state, const Combat& combat);

}  // namespace polemarch::hail_caesar
