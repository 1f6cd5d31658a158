#pragma once
/// Shots: who may be shot at, dice, numbers needed, saves, and what makes a target test. Rules HC-SHO-*, HC-SAV-*. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"
#include "engine/rulesets/hail_caesar/topics/sight.hpp"

namespace polemarch::hail_caesar {

/// A shot worked out: lines are modifiers with their rule (value = modifier).
struct ShotPlan {
  int dice = 0, needed = 4;
  std::optional<Weapon> weapon;
  Measure gap;
  Facing face = Facing::Front;  ///< of the shooter, towards the target
  View view;
  std::vector<engine::Reason> dice_lines, hit_lines;
  Doubts doubts;  ///< of the numbers: short or long value, extreme range, obscured, shields
  /// Only a natural 6 can hit.
  bool only_sixes() const { return needed >= 6; }
};
/// What the players say, instead of what is measured: of the view (HC-VIS-10) and of the ranges.
struct PlayersWord {
  std::optional<bool> obscured, seen, short_range, extreme;
};
/// Views and arcs worked out already in one answer about one unit, by target.
struct Looks {
  std::map<UnitId, View> views;
  std::map<UnitId, engine::Ruling> arcs;
};
ShotPlan plan_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word = {},
                   Looks* looks = nullptr);

/// May it shoot at this target now? All reasons of a refusal are named.
engine::Verdict judge_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word = {},
                           Looks* looks = nullptr);
/// Does it roll for each face apart: a garrison (HC-AMB-42), a square where the table plays it so (HC-AMB-43)? Not a tiny unit, which has
/// one die in all (HC-AMB-56).
bool shoots_by_face(const State& state, const Unit& unit);
/// Does the target lie in the shooter's arc (from the ends of the front edge; squares and garrisons all round)?
engine::Ruling in_arc(const State& state, const Unit& shooter, const Unit& target);

/// A hit by this die?
bool hits(int die, int needed, const Options& config);
/// "4 or more": what a die has to show for a hit; says so when no die hits.
std::string hits_on(int needed, const Options& config);
/// Needed number of the save after modifiers stays; the die changes. `lines` are the modifiers.
struct SavePlan {
  int save = 7, modifier = 0;
  std::vector<engine::Reason> lines;
  Doubts doubts;  ///< of the cover
  bool none() const { return save >= 7; }
};
SavePlan plan_save(const State& state, const UnitId& id, const UnitId& attacker, std::optional<Weapon> hit_by);
bool saves(int die, const SavePlan& plan, const Options& config);

}  // namespace polemarch::hail_caesar
