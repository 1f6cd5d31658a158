#pragma once
/// What two penetrations mean for the two lochoi: the Melee Resolution chart and the lines it points to. Rules HM-RES, HM-PENL-06,
/// HM-MULT-04, 05, HM-AMB-36, 37, 119. Pure.

#include <optional>
#include <string>

#include "engine/rulesets/hoplomachia/card.hpp"
#include "engine/rulesets/hoplomachia/topics/penetration.hpp"

namespace polemarch::hoplomachia {

/// The next worse line on an andreia result W (HM-AND-36, HM-AMB-36).
MeleeResult worse(MeleeResult line);

/// The Melee Resolution chart; nothing where the players' copy has no entry for this pair.
std::optional<MeleeResult> line_of(const Charts& charts, Level winner, Level loser);

/// Who of a pair loses.
enum class Loser { Nobody, First, Second, Both };
struct MeleeOutcome {
  std::optional<MeleeResult> line;  ///< nothing: the chart lacks this pair
  Loser loser = Loser::Nobody;
  bool automatic = false;  ///< a threshold was exceeded: not looked up
};
/// `first` is how far the first lochos got into the second, `second` the other way round. HM-RES-01 to 03, 19, HM-MEL-06. `by_chart`: an
/// exceeded threshold is looked up as a threshold hit and is never milder than broken (HM-AMB-119, option).
MeleeOutcome result_of(const Charts& charts, Level first, Level second, bool by_chart = false);

/// A lochos that would rout while contacted from more than one direction is slaughtered (HM-MULT-05).
MeleeResult from_all_sides(MeleeResult line, int directions);

}  // namespace polemarch::hoplomachia
