#pragma once
/// Counting what the strategoi and the phalanx are in for: One Step More, retreat, belos, new hegemons, gates (HM-INSP-09, HM-EVT-10 to 15,
/// HM-STRAT-16, HM-BATT-D6). Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// HM-INSP-09, 10: more than half of the hoplite lochoi in othismos, one of those in melee with a Crafty strategos.
bool one_step_more(const State& state, Side side);
/// HM-INSP-07, 08, HM-AMB-73: an ordered charge of a core unit, the army's first.
bool sphagia_due(const State& state, Side side);
/// HM-SEQ-04: the mantis marker is laid in this turn.
bool mantis_due(const State& state, Side side);
/// HM-EVT-10, HM-AMB-104: hoplite lochoi that gave way this turn, and of how many.
struct GivenWay {
  int lochoi = 0, of = 0;
  bool retreat() const { return of > 0 && 2 * lochoi >= of; }
};
GivenWay given_way(const State& state, Side side);
/// HM-EVT-13: belos was resolved against its phalanx this turn.
bool phalanx_under_belos(const State& state, Side side);
/// HM-OPT11: the die gets -1.
bool weak_missiles(const State& state, Side side);
/// HM-DIS-12: ordered to halt and halted all the turn.
bool recovers(const State& state, const UnitId& unit);
/// What a strategos is in for in this turn's casualty roll (HM-STRAT-18): the number he falls on and what row of the chart says so. Of
/// several that hold the lowest number; without a number the players say.
struct Danger {
  std::optional<int> need;
  std::string_view row, how;
};
std::optional<Danger> danger_of(const State& state, const Strategos& who);
std::vector<std::string> strategoi_in_danger(const State& state);
/// HM-AMB-106: lochoi of the army's nationality that are not in melee, "A2/0".
std::vector<engine::Option> places_for_hegemon(const State& state, Side side);

/// HM-BATT-D6: 3 to 6 hold the door open for one turn.
constexpr bool gate_stays_open(int die) { return die >= 3; }
/// HM-BATT-D7.
constexpr bool gate_won(int lochoi_inside) { return lochoi_inside >= 4; }

}  // namespace polemarch::hoplomachia
