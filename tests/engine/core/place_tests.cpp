/// A `place` that closes an owed placement is judged in whole micrometres: exactly at the tolerance is within it, a hair beyond is not.
#include "engine/core/commands.hpp"
#include "tests/support/catch.hpp"

namespace place_tests {

using namespace polemarch;
using namespace polemarch::engine;

namespace {

/// Whole micrometres whose distance is exactly 3 mm.
constexpr std::int64_t kThreeMm[][2] = {{3000, 0}, {2400, 1800}, {1800, 2400}, {840, 2880}, {2880, 840}};

Verdict judged(const OwedPlacement& owed, Length x, Length y, const PoseError& error = {}) {
  PlaceBases command;
  command.poses.push_back({{"A1.1"}, {{x, y, Angle{}}, error}});
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

TEST_CASE("a measured base is out of its place only when it is surely beyond the tolerance, along the way it is off", "[core][placement]") {
  OwedPlacement owed;
  owed.id = 1, owed.bases = {{"A1.1"}}, owed.rule = "T-1";
  owed.poses = {{100_mm, 50_mm, Angle{}}};
  PoseError own, shared;
  own.own = {1'000'000, 0, 0, 10'000, 0, 0};   // 1 mm along x, 0.1 mm along y
  shared.shared = {{800, 0, 0}, {600, 0, 0}};  // the calibration's, together 1 mm along x
  for (const PoseError& error : {own, shared}) {
    CHECK(judged(owed, 105_mm, 50_mm, error).allowed());  // 5 mm off, surely more than 2.674
    const Verdict beyond = judged(owed, 105400_um, 50_mm, error);
    REQUIRE(beyond.ruling == Ruling::Refused);
    CHECK(beyond.may_be_overruled());
    CHECK(beyond.reasons.front().value == Approx(5.4));
    CHECK(beyond.reasons.front().limit == Approx(3.0));
    CHECK(beyond.reasons.front().sd == Approx(1.0));
    CHECK(judged(owed, 100_mm, 53400_um, error).ruling == Ruling::Refused);  // along y it is known better
  }
  owed.poses.clear();
  owed.region = {{0_mm, 0_mm}, {100_mm, 0_mm}, {100_mm, 90_mm}, {0_mm, 90_mm}};
  CHECK(judged(owed, 105_mm, 50_mm, own).allowed());
  CHECK(judged(owed, 105400_um, 50_mm, own).ruling == Ruling::Refused);
  CHECK(judged(owed, 105_mm, 50_mm).ruling == Ruling::Refused);
}

TEST_CASE("an answer that places a base is in its region unless it is surely beyond the tolerance", "[core][placement]") {
  Wait wait;
  wait.who = Viewer::A;
  wait.kind = WaitKind::Placement;
  wait.rule = "T-1";
  wait.region = {{0_mm, 0_mm}, {100_mm, 0_mm}, {100_mm, 90_mm}, {0_mm, 90_mm}};
  wait.bases = {{"A1.1"}};
  const auto at = [&](Length x, std::int64_t variance) {
    Answer answer;
    MeasuredPose measured{{x, 50_mm, Angle{}}, {}};
    measured.error.own[0] = variance;
    answer.poses.push_back({{"A1.1"}, measured});
    return judge_answer(wait, Viewer::A, answer);
  };
  CHECK(at(103_mm, 0).allowed());
  CHECK(at(103001_um, 0).ruling == Ruling::Refused);
  CHECK(at(105_mm, 1'000'000).allowed());
  CHECK(at(105400_um, 1'000'000).ruling == Ruling::Refused);
}

}  // namespace place_tests
