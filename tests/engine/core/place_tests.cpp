/// A `place` that closes an owed placement is judged in whole micrometres: exactly at the tolerance is within it, a hair beyond is not.
#include "engine/core/commands.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::engine;

namespace {

/// Whole micrometres whose distance is exactly 3 mm.
constexpr std::int64_t kThreeMm[][2] = {{3000, 0}, {2400, 1800}, {1800, 2400}, {840, 2880}, {2880, 840}};

Verdict judged(const OwedPlacement& owed, Length x, Length y) {
  PlaceBases command;
  command.poses.push_back({{"A1.1"}, {{x, y, Angle{}}, {}}});
  return judge_place(owed, command, 3_mm);
}

}  // namespace

TEST_CASE("a base exactly the tolerance away from its ghost is in its place", "[core][placement]") {
  for (const Length ghost : {Length{100000}, Length{231700}, Length{1}, Length{777777}})
    for (const auto& [dx, dy] : kThreeMm) {
      OwedPlacement owed;
      owed.id = 1, owed.bases = {{"A1.1"}}, owed.rule = "T-1";
      owed.poses = {{ghost, 50_mm, Angle{}}};
      INFO(ghost.um << " um, off by " << dx << ", " << dy);
      CHECK(judged(owed, ghost + Length{dx}, 50_mm - Length{dy}).allowed());
      const Verdict beyond = judged(owed, ghost + Length{dx}, 50_mm - Length{dy + 1});
      REQUIRE(beyond.ruling == Ruling::Refused);
      CHECK(beyond.reasons.front().value == Approx(3.0).margin(0.001));
    }
}

TEST_CASE("a base exactly the tolerance outside its region is in its place", "[core][placement]") {
  for (const Length corner : {Length{100000}, Length{231700}, Length{777777}})
    for (const auto& [dx, dy] : kThreeMm) {
      OwedPlacement owed;
      owed.id = 1, owed.bases = {{"A1.1"}}, owed.rule = "T-1";
      owed.region = {{0_mm, 0_mm}, {corner, 0_mm}, {corner, 90_mm}, {0_mm, 90_mm}};
      INFO(corner.um << " um, off by " << dx << ", " << dy);
      CHECK(judged(owed, corner + Length{dx}, Length{-dy}).allowed());
      CHECK(judged(owed, corner + Length{dx + 1}, Length{-dy}).ruling == Ruling::Refused);
      CHECK(judged(owed, corner - 1_um, 89_mm).allowed());
    }
}
