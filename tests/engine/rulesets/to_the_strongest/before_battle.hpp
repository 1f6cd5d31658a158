#pragma once
/// Armies that stand, or are still to be deployed, for tests of what comes before the battle.

#include <string>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"

namespace polemarch::to_the_strongest::test {

inline const std::string kArmies =
    "A1 spearmen a1 N; A2 light_cavalry b1 N; AG general with=A1; B1 spearmen l8 S; B2 cavalry k8 S; BG general with=B1";
/// A battle in one of the phases before it.
inline Game before(const std::string& phase, const std::string& units = "", const std::string& more = "") {
  return Game(units.empty() ? kArmies : units, 12, 8, R"("phase":")" + phase + "\"" + (more.empty() ? "" : "," + more));
}
inline const std::string kUnplaced =
    "A1 spearmen; A2 spearmen; A3 light_infantry_javelin; A4 spearmen command=2; AG general with=A1; AH general with=A4 command=2; AC "
    "camp; B1 spearmen; B2 spearmen; BG general with=B1";
inline std::string deploy(const std::string& command, const std::string& postings) {
  return R"({"do":"deploy","command":")" + command + R"(","postings":[)" + postings + "]}";
}
inline std::string post(const std::string& unit, const std::string& box) { return R"({"unit":")" + unit + R"(","box":")" + box + R"("})"; }

}  // namespace polemarch::to_the_strongest::test
