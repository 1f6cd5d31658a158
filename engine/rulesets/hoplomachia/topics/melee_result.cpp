#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"

#include <algorithm>

namespace polemarch::hoplomachia {

MeleeResult worse(MeleeResult line) {
  return line == MeleeResult::Slaughtered ? line : static_cast<MeleeResult>(static_cast<int>(line) + 1);
}

std::optional<MeleeResult> line_of(const Charts& charts, Level winner, Level loser) {
  const auto w = static_cast<std::size_t>(winner), l = static_cast<std::size_t>(loser);
  if (w > 3 || l > w || charts.melee.size() <= w * 4 + l) return std::nullopt;
  return charts.melee[w * 4 + l];
}

MeleeOutcome result_of(const Charts& charts, Level first, Level second, bool by_chart) {
  if (first == Level::Exceeded && second == Level::Exceeded) return {MeleeResult::Broken, Loser::Both, true};
  if (first == Level::Exceeded || second == Level::Exceeded) {
    MeleeResult line = MeleeResult::Broken;
    if (by_chart) line = std::max(line, line_of(charts, Level::ThresholdHit, std::min(first, second)).value_or(line));
    return {line, first == Level::Exceeded ? Loser::Second : Loser::First, true};
  }
  const bool first_wins = first > second;
  const std::optional<MeleeResult> line = line_of(charts, first_wins ? first : second, first_wins ? second : first);
  if (first == second) return {line, Loser::Nobody, false};
  return {line, first_wins ? Loser::Second : Loser::First, false};
}

MeleeResult from_all_sides(MeleeResult line, int directions) {
  return line == MeleeResult::Broken && directions > 1 ? MeleeResult::Slaughtered : line;
}

}  // namespace polemarch::hoplomachia
