#pragma once
/// Who has won at the end of a turn, and who holds the honoured dead. Rules HM-NIKE, HM-GEN-21, HM-AMB-10, 26, 105. Pure.

#include <optional>
#include <string>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// The side whose unbroken core unit is nearest to the counter, within 6"; equally near: nobody (HM-AMB-26).
std::optional<Side> holder_of(const State& state, const DeadCounter& counter);
/// The side that holds every counter there is; nobody when there is none.
std::optional<Side> holder_of_all(const State& state);

struct Nike {
  std::string winner;  ///< "A", "B" or "draw"
  std::string text, rule;
};
/// Judged at the end of the turn (HM-NIKE-01); nothing while the battle goes on.
std::optional<Nike> nike(const State& state);
/// The side whose core lochoi alone stand in the town, village, fort or camp (a piece of terrain of that id): HM-BATT-C4, F4.
std::optional<Side> holder_of_town(const State& state);
/// HM-BATT-D7: four of the Invader's lochoi are inside the gate.
bool gate_seized(const State& state);
/// Who has fulfilled the battle's own objective when neither army breaks (HM-BATT-B5, C4, F4); nothing: it has none, or nobody has.
std::optional<Nike> objective(const State& state);
/// The time is up: the objective decides, else it is a draw (HM-NIKE-08).
Nike time_up(const State& state);
/// What the beaten side and the victor do then (HM-NIKE-05, 06, 09).
std::string aftermath(const State& state, Side winner);

}  // namespace polemarch::hoplomachia
