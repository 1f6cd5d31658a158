#pragma once
/// Break tests: what makes a unit take one, its score, and what the table says. Rules HC-BRK-*, HC-SHO-12..16, HC-HTH-09..17. Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

/// What one volley did to a target.
struct Volley {
  ShotKind kind = ShotKind::Shooting;
  int needed = 4, hits = 0, sixes = 0;  ///< sixes among the hits
  int unsaved = 0;
  bool was_shaken = false, is_shaken = false;
  bool target_charged = false;  ///< the target is a charger (HC-HTH-10, HC-HTH-11)
  int six_hits_before = 0;      ///< hits of earlier volleys of the phase by dice that needed a 6 (HC-AMB-55)
};
/// Hits of this volley that count among those by dice that needed a 6.
int six_hits_of(const Volley& volley, const Options& config);
/// Is it hit by a 6 where a lower score would have hit too (HC-SHO-15, HC-HTH-11)?
bool hit_by_six(const Volley& volley, const Options& config);
/// The rules that make the target test; empty = none.
std::vector<std::string> triggers_of(const Volley& volley, const Options& config);
/// The rules that make a unit test once it charges, for the shots it met on its way (HC-HTH-10, HC-HTH-11); empty = none.
std::vector<std::string> triggers_of_charge(const TurnFlags& turn);
/// The table of tests that closing and traversing shots cause (HC-AMB-38).
BreakTable table_of_reaction_shots(const Options& config);

/// The modifier lines of a break test as it would be taken now.
std::vector<engine::Reason> break_lines(const State& state, const Unit& unit, BreakTable table, int combat_modifier);
int sum_of(const std::vector<engine::Reason>& lines);

/// The unit's units supported lists: who is carried along or must test with it.
std::vector<UnitId> carried_supports(const State& state, const UnitId& id);
/// Those of its supports that give ground with it: each goes once a turn, whichever unit takes it along first.
std::vector<UnitId> supports_to_move(const State& state, const UnitId& id);

/// Divisions that are broken by now, and how the battle ends, if it does.
std::vector<std::string> newly_broken(const State& state);
std::optional<std::string> winner_by_breaking(const State& state);

}  // namespace polemarch::hail_caesar
