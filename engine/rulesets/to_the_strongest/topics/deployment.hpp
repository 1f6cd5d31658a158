#pragma once
/// Scouting and deployment. Rules TTS-SCT, TTS-DEP, TTS-CAMP-04, TTS-SCN-05, TTS-SCN-18. Pure.

#include "engine/core/commands.hpp"
#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// What the order of battle adds to the scouting card. TTS-SCT-02..04, TTS-SCT-06, TTS-AMB-78.
int scouting_modifier(const State& state, Side side);

/// Rows from its own edge in which the unit may deploy. TTS-DEP-03, TTS-DEP-04, TTS-DEP-09.
int deployment_depth(const State& state, const Unit& unit);
/// The same of whoever is no unit: a detached general, a fortification.
int deployment_depth(const State& state, Side side);
/// The row of a box as its owner counts, 1 at his own edge.
constexpr int own_row(const Field& field, Side side, Box box) { return side == Side::A ? box.row : field.rows + 1 - box.row; }

engine::Verdict judge_deploy(const State& state, Viewer by, const Deploy& deploy);
engine::Verdict judge_deployment_done(const State& state, Viewer by);
/// The card of that side's hand that has to be played before deployment is done; empty without one. TTS-STR-05.
std::string due_card(const State& state, Side side);
/// Whose turn it is to deploy a command; nobody's when all are placed. TTS-DEP-01, TTS-DEP-02.
std::optional<Side> next_to_deploy(const State& state);

}  // namespace polemarch::to_the_strongest
