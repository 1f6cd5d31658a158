/// Gaps, formations, nearest and rulings on random cases against exact segment distances and Monte Carlo.
#include "engine/geometry/compare.hpp"
#include "engine/geometry/gap.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace random_gap_tests {

using namespace random_cases;

TEST_CASE("gaps agree with an independent computation on random pairs", "[geometry]") {
  Rng rng(71);
  for (int i = 0; i < cases(20000); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 400), pb = any_pose(rng, 400);
    bool overlap = false;
    const double expected = reference_distance(fa, pa, fb, pb, overlap);
    const Gap gap = gap_between(placed(fa, pa), placed(fb, pb));
    if (overlap) {
      if (gap.signed_gap.value > Length{0}) FAIL("case " << i << ": overlap not found");
    } else if (std::fabs(gap.signed_gap.value.mm() - expected) > 0.0011) {
      FAIL("case " << i << ": " << gap.signed_gap.value.mm() << " against " << expected);
    } else if (std::fabs(length_of(vec(gap.on_a) - vec(gap.on_b)) - expected) > 0.003) {
      FAIL("case " << i << ": the closest points are not that far apart");
    }
  }
  SUCCEED();
}

TEST_CASE("an overlap's depth is the least shift that parts the bodies", "[geometry]") {
  Rng rng(72);
  int seen = 0;
  for (int i = 0; i < cases(4000); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const Pose pa = any_pose(rng, 120), pb = any_pose(rng, 120);
    const Gap gap = gap_between(placed(fa, pa), placed(fb, pb));
    if (!gap.overlap()) continue;
    ++seen;
    // Shifting b by the depth in the stated direction parts them; by 5 % less in any of 72 directions does not.
    const double depth = -gap.signed_gap.value.mm();
    if (depth < 0.05) continue;  // less than the shifts below are rounded to
    const auto parted = [&](double deg, double by) {
      Pose moved = pb;
      moved.x += Length::from_mm(by * std::cos(deg * 3.14159265358979 / 180));
      moved.y += Length::from_mm(by * std::sin(deg * 3.14159265358979 / 180));
      bool overlap = false;
      reference_distance(fa, pa, fb, moved, overlap);
      return !overlap;
    };
    for (int d = 0; d < 360; d += 5)
      if (parted(d, 0.95 * depth - 0.01)) FAIL("case " << i << ": a shorter shift parts them");
  }
  CHECK(seen > 500);
}

TEST_CASE("95 percent intervals of gaps hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(73);
  const double held = coverage(rng, cases(30000), [](const Shape& a, const Shape& b) -> std::optional<std::pair<double, double>> {
    const Gap gap = gap_between(a, b);
    if (gap.signed_gap.value.mm() < 5) return std::nullopt;
    return std::pair{gap.signed_gap.value.mm(), gap.signed_gap.sd.mm()};
  });
  INFO("held " << held);
  CHECK(held >= 0.94);
  CHECK(held <= 0.96);
}

TEST_CASE("a formation's gap is the least of its bases', on random formations", "[geometry]") {
  Rng rng(711);
  for (int i = 0; i < cases(4000); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const auto a = in_line(rng, fa, 1 + static_cast<int>(rng() % 4), 700, 0), b = in_line(rng, fb, 1 + static_cast<int>(rng() % 4), 700, 0);
    double expected = 1e300;
    bool any_overlap = false;
    for (const auto& pa : a)
      for (const auto& pb : b) {
        bool overlap = false;
        expected = std::min(expected, reference_distance(fa, pa.pose, fb, pb.pose, overlap));
        any_overlap |= overlap;
      }
    const Gap gap = gap_between(shapes_of(fa, a), shapes_of(fb, b));
    if (any_overlap != (gap.signed_gap.value < Length{0}) && expected > 0.001) FAIL("case " << i << ": overlap");
    if (!any_overlap && std::fabs(gap.signed_gap.value.mm() - expected) > 0.0011)
      FAIL("case " << i << ": " << gap.signed_gap.value.mm() << " against " << expected);
    if (!any_overlap) {
      bool overlap = false;
      const double named = reference_distance(fa, a[gap.base_a].pose, fb, b[gap.base_b].pose, overlap);
      if (std::fabs(named - expected) > 0.0011) FAIL("case " << i << ": the named bases are not the nearest");
    }
  }
  SUCCEED();
}

TEST_CASE("95 percent intervals of formations' gaps hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(712);
  const double held = formation_coverage(
      rng, cases(10000), [](const std::vector<Shape>& a, const std::vector<Shape>& b) -> std::optional<std::pair<double, double>> {
        const Gap gap = gap_between(a, b);
        if (gap.signed_gap.value.mm() < 5) return std::nullopt;
        return std::pair{gap.signed_gap.value.mm(), gap.signed_gap.sd.mm()};
      });
  INFO("held " << held);
  CHECK((held >= 0.94 && held <= 0.96));
}

TEST_CASE("the nearest of many is the one an independent computation finds, on random formations", "[geometry]") {
  Rng rng(713);
  const auto exact = [](std::vector<MeasuredPose> poses) {
    for (MeasuredPose& pose : poses) pose.error = {};
    return poses;
  };
  for (int i = 0; i < cases(3000); ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const auto mine = exact(in_line(rng, fa, 2, 700, 0));
    std::vector<std::vector<Shape>> others;
    std::vector<double> expected;
    for (int k = 0; k < 5; ++k) {
      const auto foe = exact(in_line(rng, fb, 2, 900, 0));
      others.push_back(shapes_of(fb, foe));
      double least = 1e300;
      for (const auto& pa : mine)
        for (const auto& pb : foe) {
          bool overlap = false;
          const double d = reference_distance(fa, pa.pose, fb, pb.pose, overlap);
          least = std::min(least, overlap ? 0.0 : d);
        }
      expected.push_back(least);
    }
    const auto near = nearest_of(shapes_of(fa, mine), others);
    const double least = *std::min_element(expected.begin(), expected.end());
    if (near.empty() || expected[near.front().index] > least + 0.0015) FAIL("case " << i);
    for (const Near& one : near)
      if (expected[one.index] > least + 0.0015) FAIL("case " << i << ": a sure loser is named");
  }
  SUCCEED();
}

TEST_CASE("the truly nearest is among those named in 99 percent of the cases or more", "[geometry]") {
  Rng rng(714);
  int held = 0;
  const int wanted = cases(5000);
  for (int i = 0; i < wanted; ++i) {
    const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
    const int factors = static_cast<int>(rng() % 4);
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    const MeasuredPose mine{any_pose(rng, 300), any_error(rng, factors)};
    const std::vector<Shape> true_from{placed(fa, mine)}, seen_from{placed(fa, disturbed(rng, mine, z))};
    std::vector<std::vector<Shape>> truth, seen;
    for (int k = 0; k < 3; ++k) {
      const MeasuredPose foe{any_pose(rng, 300), any_error(rng, factors)};
      truth.push_back({placed(fb, foe)});
      seen.push_back({placed(fb, disturbed(rng, foe, z))});
    }
    const std::size_t nearest = nearest_of(true_from, truth).front().index;
    const auto named = nearest_of(seen_from, seen);
    held += std::any_of(named.begin(), named.end(), [&](const Near& n) { return n.index == nearest; }) ? 1 : 0;
  }
  INFO("held " << held << " of " << wanted);
  CHECK(held >= wanted * 0.99);
}

TEST_CASE("a condition that is allowed or refused is wrong at most 1 time in 100", "[geometry]") {
  Rng rng(715);
  int sure = 0, wrong = 0, doubtful = 0;
  for (int i = 0; i < cases(40000); ++i) {
    const double sd = uniform(rng, 0.2, 2), truth = 300 + uniform(rng, -6 * sd, 6 * sd);
    const Measure seen{Length::from_mm(truth + sd * normal(rng)), Length::from_mm(sd)};
    const engine::Ruling ruling = within(seen, 300_mm);
    if (ruling == engine::Ruling::TooCloseToCall) {
      ++doubtful;
      continue;
    }
    ++sure;
    wrong += (ruling == engine::Ruling::Allowed) != (truth <= 300) ? 1 : 0;
    if (beyond(seen, 300_mm) == ruling) FAIL("beyond is the opposite of within");
    if (at_least(seen, 300_mm) == ruling) FAIL("at least is the opposite of within away from the limit");
  }
  CHECK(wrong <= sure / 100);
  CHECK(doubtful > 0);
}

}  // namespace random_gap_tests
