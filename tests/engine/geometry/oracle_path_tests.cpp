/// Manoeuvres found again from poses that are rounded to 0.001 mm, and from measured ones: every walked manoeuvre, its cost and its name.
#include "engine/geometry/path.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace oracle_path_tests {

using namespace random_cases;

namespace {

struct Drill {
  std::string name;
  std::vector<Leg> legs;
  PathRules rules;
};

/// A random manoeuvre by its letters: W wheel, A advance, B back, P pivot.
Drill any_drill(Rng& rng, const std::string& letters) {
  Drill drill{letters, {}, {}};
  for (const char letter : letters) {
    const std::int64_t size = 1000 + static_cast<std::int64_t>(rng() % 59000);
    const Angle angle{rng() % 2 == 0 ? size : -size};
    const Length way = Length::from_mm(uniform(rng, 20, 250));
    switch (letter) {
      case 'W':
        drill.legs.push_back(Wheel{angle});
        break;
      case 'A':
        drill.legs.push_back(Advance{way});
        break;
      case 'B':
        drill.legs.push_back(Advance{-way});
        drill.rules.backwards = true;
        break;
      default:
        drill.legs.push_back(Pivot{angle});
        drill.rules.pivots = true, drill.rules.wheels = false;
    }
  }
  return drill;
}

Footprint any_block(Rng& rng) {
  return {Outline::Rectangle, Length::from_mm(uniform(rng, 20, 300)), Length::from_mm(uniform(rng, 15, 80))};
}

const std::vector<std::string> kLetters{"W", "A", "B", "AW", "WA", "WB", "WAW", "AWA", "P", "PA", "AP", "PB"};

}  // namespace

TEST_CASE("a walked manoeuvre is found from its rounded poses, at its cost", "[geometry]") {
  Rng rng(92011);
  const int many = long_run() ? 20000 : 120;
  for (const std::string& letters : kLetters) {
    int found = 0;
    for (int i = 0; i < many; ++i) {
      const Footprint f = any_block(rng);
      const Drill drill = any_drill(rng, letters);
      const Pose from = any_pose(rng, 800);
      const Walk walked = walk(f, from, drill.legs, drill.rules);
      const auto path = cheapest_path(f, from, walked.end, drill.rules);
      if (!path) continue;
      ++found;
      INFO(letters << " case " << i);
      if (path->cost.mm() > walked.cost.mm() + 0.01) FAIL(path->cost.mm() << " against " << walked.cost.mm());
      if (path->miss > 10_um) FAIL("misses by " << path->miss.mm());
    }
    INFO(letters);
    CHECK(found == many);
  }
}

TEST_CASE("a pure manoeuvre from rounded poses is named as itself, without legs of nothing", "[geometry]") {
  Rng rng(92012);
  const int many = long_run() ? 20000 : 150;
  for (const std::string& letters : {std::string("W"), std::string("A"), std::string("B"), std::string("P"), std::string("PA")})
    for (int i = 0; i < many; ++i) {
      const Footprint f = any_block(rng);
      const Drill drill = any_drill(rng, letters);
      const Pose from = any_pose(rng, 800);
      const Walk walked = walk(f, from, drill.legs, drill.rules);
      const auto path = cheapest_path(f, from, walked.end, drill.rules);
      if (!path) FAIL(letters << " case " << i << ": none");
      if (named(*path, f) != named(Path{drill.legs, {}, {}}, f)) FAIL(letters << " case " << i << ": " << named(*path, f));
    }
  SUCCEED();
}

TEST_CASE("legs that round to nothing are not named", "[geometry]") {
  const Footprint f{Outline::Rectangle, 120_mm, 40_mm};
  CHECK(named(Path{{Advance{-1_um}, Wheel{30_deg}, Advance{1_mm}}, {}, {}}, f) == "wheel 2.5 in left");
  CHECK(named(Path{{Wheel{Angle{-100}}, Advance{4_in}, Pivot{Angle{400}}, Echelon{90_deg, 1_mm}}, {}, {}}, f) == "advance 4.0 in");
  CHECK(named(Path{{Advance{1_mm}, Wheel{Angle{100}}}, {}, {}}, f) == "stay");
  CHECK(named(Path{{Advance{Length{1270}}}, {}, {}}, f) == "advance 0.1 in");
}

TEST_CASE("a walked manoeuvre is found from measured poses, and its stated cost holds the truth", "[geometry]") {
  const int many = long_run() ? 5000 : 200;
  for (const std::int64_t noise : {1, 4}) {
    Rng rng(92013);
    int held = 0, counted = 0;
    for (const std::string& letters : {std::string("W"), std::string("AW"), std::string("WA"), std::string("WAW"), std::string("AWA"),
                                       std::string("A"), std::string("B")}) {
      int found = 0;
      for (int i = 0; i < many; ++i) {
        const Footprint f = any_block(rng);
        const Drill drill = any_drill(rng, letters);
        const int factors = static_cast<int>(rng() % 4);
        std::vector<double> z;
        for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
        const auto noisy = [&](const Pose& pose) {
          MeasuredPose at{pose, any_error(rng, factors)};
          for (std::int64_t& v : at.error.own) v *= noise * noise;
          for (auto& loading : at.error.shared)
            for (std::int64_t& v : loading) v *= noise;
          return at;
        };
        const Pose start = any_pose(rng, 500);
        const MeasuredPose from = noisy(start), to = noisy(walk(f, start, drill.legs, drill.rules).end);
        const auto truth = cheapest_path(f, from.pose, to.pose, drill.rules);
        const auto seen = cheapest_path(f, disturbed(rng, from, z), disturbed(rng, to, z), drill.rules);
        if (!truth || !seen) continue;
        ++found, ++counted;
        if (seen->cost.sd.um <= 0) FAIL(letters << " case " << i << ": a cost without error");
        held += std::fabs(truth->cost.mm() - seen->cost.value.mm()) <= 1.96 * seen->cost.sd.mm() ? 1 : 0;
      }
      INFO(letters << " at noise " << noise);
      CHECK(found >= many - many / 100 - 2);
    }
    const double share = static_cast<double>(held) / counted;
    INFO("noise " << noise << ": held " << share << " of " << counted);
    CHECK((share >= 0.94 && share <= 0.975));
  }
}

}  // namespace oracle_path_tests
