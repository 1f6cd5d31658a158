#pragma once
/// Before the battle: sizes, base arete lines, who may breakfast, take omens or speak, where units may be set up (HM-GEN, HM-PAR, HM-DEPL).
/// Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"

namespace polemarch::hoplomachia {

/// HM-AMB-62: own stands against the enemy's, 3-2 or more.
bool outnumbers(const State& state, Side side);
/// HM-AMB-05: facing Spartans, being Spartan, numbers, none.
BaseAreteLine base_arete_line(const State& state, Side side);
/// HM-PAR-07, HM-AMB-62: exactly 1.5 is still even.
std::string_view hieres_line(const State& state, Side side);
/// Ambushed Invaders, Encounters and variants leave steps out (HM-PAR-11, 12, 16, HM-AMB-08).
bool ambushed(const State& state, Side side);
bool may_breakfast(const State& state, Side side);
bool may_hieres(const State& state, Side side);
bool may_rhetoria(const State& state, const Strategos& strategos);
/// The line of the rhetoria chart he reads (HM-PAR-13, HM-STRAT-10).
const char* rhetoria_line(const Strategos& strategos);
/// HM-PAR-03, 04, HM-AMB-93.
int breakfast_points(const Army& army);
/// HM-PAR-05, 06: it does not move of its own will this turn.
bool at_breakfast(const State& state, Side side);
/// HM-STANCE-02: of the hegemon's nation.
bool same_nation_as_hegemon(const State& state, const Strategos& strategos);

/// HM-GEN-15, 14: the depth of a side's zone, from its home edge, and whether a pose lies in it.
Length zone_of(const State& state);
bool in_zone(const State& state, Side side, Point at);
/// Does this side enter from its edge instead of setting up (HM-GEN-17, 19, HM-BATT-G5)?
bool marches_on(const State& state, Side side);
/// The hegemon's taxis, or the rightmost of the core when he stands elsewhere: the senior one from deployment on (HM-AMB-85).
UnitId senior_taxis(const State& state, Side side);
/// Whose unit is set up next by the alternate method (HM-DEPL-03); nobody: any order.
std::optional<Side> to_deploy(const State& state);

/// The gate a unit touches, by its terrain id; empty: none (HM-BATT-D5).
std::string gate_at(const State& state, const UnitId& unit);
/// Gates whose door is held open with an Invader at it: they are tried again when the next turn begins (HM-BATT-D6).
std::vector<std::string> doors_to_hold(const State& state);
/// The lochos of a unit that stands at a gate, else its rightmost one.
int lochos_at_gate(const State& state, const UnitId& unit);
/// HM-PAR-15: after Muster, deployed, and none of its units moved in the turn before.
bool may_speak_now(const State& state, Side side);

/// What the terrain on the table covers, by the battle's shares: wanted and present squares of 12" (HM-GEN-12, 13).
struct ShareReport {
  std::string text;
  int wanted = 0;
  double present = 0;
  bool met = false;
};
std::vector<ShareReport> terrain_report(const State& state);

}  // namespace polemarch::hoplomachia
