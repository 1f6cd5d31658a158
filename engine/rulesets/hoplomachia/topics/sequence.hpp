#pragma once
/// The sequence of play and the arete sequence: who acts next (HM-SEQ, HM-ASEQ). Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"

namespace polemarch::hoplomachia {

/// Stages of a phase, from 0. Automatic: routs, pursuits, evaders. OffensiveBelos: shooting, belos charges, ekdromoi. Melee: epidromos,
/// othismos. Katastrophe: flank enveloped, phalanx in retreat, under belos, strategos casualties, andreia checks, Nike (HM-AMB-100).
int stages_of(Phase phase);
std::string_view name_of_stage(Phase phase, int stage);

enum class RoutStage { Routs, Pursuits, Evaders };
enum class BelosStage { Shooting, BelosCharges, Ekdromoi };
enum class MeleeStage { Epidromos, Othismos };
enum class KatastropheStage { Enveloped, InRetreat, UnderBelos, Strategoi, Checks, Nike };
template <class Stage>
bool in_stage(const State& state, Phase phase, Stage stage) {
  return state.at.phase == phase && state.at.stage == static_cast<int>(stage);
}

/// May the unit act in this stage, were it its turn? Neither acted nor reacted (HM-ASEQ-12), and there is something it may do.
bool able_to_act(const Facts& facts, const UnitId& unit);
/// The same, worked out anew: facts keep it.
bool is_able_to_act(const Facts& facts, const Facts::Body& body);
/// Units of a side in the order in which they come (HM-ASEQ-09, 10): from the flank the phase started on.
std::vector<UnitId> in_sequence(const Facts& facts, Side side);
/// Both sides as they will come, from now on: x1 y1 x2 y2 ... (HM-ASEQ-11).
std::vector<UnitId> to_come(const Facts& facts);
/// Whose turn it is, if anybody's.
std::optional<UnitId> next_to_act(const Facts& facts);
/// The same, worked out anew: facts keep it.
std::optional<UnitId> find_next_to_act(const Facts& facts);

}  // namespace polemarch::hoplomachia
