/// Ways round slow and impassable ground, and that the region shown is the region judged.
#include "engine/geometry/polygon.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace reach_tests {

using namespace field;
using polemarch::Vec2;
using polemarch::engine::Advice;
using polemarch::engine::Meaning;

namespace {

json wood(double x0, double y0, double x1, double y1, const char* kind = "wood") {
  return json::array({{{"id", "W"}, {"kind", kind}, {"box", {x0, y0, x1, y1}}}});
}
const json kCrag = json::array({{{"kind", "crag"}, {"move_factor", 0}, {"cover", "none"}, {"blocks_sight", false}}});

std::unique_ptr<Battle> ordered(json more, int moves = 3) {
  more["state"]["units"]["A1"]["turn"]["moves_left"] = moves;
  return in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 65, 270)}, more);
}
/// Inches the move counts, or the rule it is refused by.
std::string way(const Battle& b, double x, double y) {
  const Verdict verdict = judged(b, move("A1", x, y));
  return verdict.allowed() ? verdict.reasons.front().text : "refused " + verdict.reasons.front().rule;
}
/// Is the place in one of the shapes of this meaning whose label begins so?
bool shown(const Advice& advice, Meaning meaning, const std::string& label, Vec2 p) {
  for (const auto& shape : advice.shapes) {
    const auto* polygon = std::get_if<polemarch::Polygon>(&shape.shape);
    if (polygon == nullptr || shape.meaning != meaning || shape.label.rfind(label, 0) != 0) continue;
    if (polemarch::geometry::contains(polygon->points, p)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("slow ground counts double, or is gone round where that is shorter", "[hc][HC-CFG-T1]") {
  auto wide = ordered({{"terrain", wood(0, 22, 72, 25)}});
  CHECK(way(*wide, 20, 28) == "ordered move: 11.0 in");
  auto narrow = ordered({{"terrain", wood(15, 22, 20.5, 28)}});
  CHECK(way(*narrow, 20, 29) == "ordered move: 9.2 in, going round");
  auto open = ordered(json::object());
  CHECK(way(*open, 20, 29) == "ordered move: 9.0 in");
}

TEST_CASE("impassable ground is gone round and never entered", "[hc][HC-CFG-T1]") {
  auto wall = ordered({{"terrain", wood(10, 22, 24, 23, "crag")}, {"terrain_kinds", kCrag}});
  CHECK(way(*wall, 20, 26) == "ordered move: 10.5 in, going round");
  CHECK(way(*wall, 20, 22.5) == "refused HC-CFG-T1");
  auto across = ordered({{"terrain", wood(-1, 22, 73, 23, "crag")}, {"terrain_kinds", kCrag}});
  CHECK(way(*across, 20, 21) == "ordered move: 1.0 in");
  const Verdict far = judged(*across, move("A1", 20, 26));
  CHECK_FALSE(far.allowed());  // round the end of it, off the table, would be too far
}

TEST_CASE("the region of one, two and three moves is where the move is judged so", "[hc][HC-ORD-01]") {
  const json terrain = json::array({{{"id", "W"}, {"kind", "wood"}, {"box", {22, 18, 30, 26}}},
                                    {{"id", "C"}, {"kind", "crag"}, {"box", {8, 24, 22, 26}}},
                                    {{"id", "R"}, {"kind", "rough"}, {"box", {10, 8, 18, 14}}}});
  auto b = ordered({{"terrain", terrain}, {"terrain_kinds", kCrag}});
  const Advice advice = b->advise({{"A1"}, std::nullopt}, Viewer::A);
  int in = 0, out = 0, verge = 0;
  for (double x = 3; x < 39; x += 1.7)
    for (double y = 3; y < 39; y += 1.7) {
      const Verdict verdict = judged(*b, move("A1", x, y));
      // The first reason of a move that is far enough or too far is its length in inches.
      const auto& reason = verdict.reasons.front();
      const double inches = reason.rule == "HC-MOV-01" && reason.value ? *reason.value : -1;
      for (const auto& [moves, label] : {std::pair{1, "1 move"}, {2, "2 moves"}, {3, "3 moves"}}) {
        const bool there = shown(advice, Meaning::LegalMove, label, {x * 25.4, y * 25.4});
        if (inches < 0) {
          CHECK_FALSE(there);
          continue;
        }
        // Chords of 10 degrees lie up to 0.4 % of the way inside the arc.
        if (inches < 6.0 * moves && inches > 6.0 * moves * 0.99) {
          ++verge;
          continue;
        }
        INFO(x << ", " << y << ": " << inches << " in, " << label);
        CHECK(there == (inches <= 6.0 * moves));
        ++(there ? in : out);
      }
    }
  CHECK(in > 200);
  CHECK(out > 200);
  CHECK(verge < 60);
}

TEST_CASE("the front reaches half a base further than the centre", "[hc][HC-ORD-24]") {
  auto b = ordered(json::object(), 1);
  const Advice advice = b->advise({{"A1"}, std::nullopt}, Viewer::A);
  CHECK(shown(advice, Meaning::ChargeReach, "front reaches", {20 * 25.4, 26.4 * 25.4}));
  CHECK_FALSE(shown(advice, Meaning::ChargeReach, "front reaches", {20 * 25.4, 26.6 * 25.4}));
  CHECK_FALSE(shown(advice, Meaning::LegalMove, "1 move", {20 * 25.4, 26.4 * 25.4}));
}

TEST_CASE("advice shows the command bands, how inches are rounded, and who judges an unclear view", "[hc][HC-CFG-01][HC-VIS-10]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 34, 270, {{"bases", 2}})},
                    {{"terrain", wood(20.1, 26, 24, 28)}});
  const Advice advice = b->advise({{"A1"}, std::nullopt}, Viewer::A);
  int bands = 0;
  bool judge = false, rounding = false;
  for (const auto& shape : advice.shapes) {
    const auto* circle = std::get_if<polemarch::Circle>(&shape.shape);
    if (circle != nullptr && shape.meaning == Meaning::CommandRange && shape.about == "GA") {
      ++bands;
      CHECK(circle->radius_mm == Approx(12.7 + 12 * 25.4 * bands));
    }
    judge |= shape.rule == "HC-VIS-10" && shape.label.find("you judge") != std::string::npos;
  }
  for (const auto& line : advice.lines) rounding |= line.reason.rule == "HC-AMB-50";
  CHECK(bands == 3);
  CHECK(rounding);
  auto shooting = in_phase("shooting", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 34, 270, {{"bases", 2}})},
                           {{"terrain", wood(20.1, 26, 24, 28)}});
  CHECK(judge == (judged(*shooting, act("shoot", {{"unit", "A1"}, {"target", "B1"}})).ruling == Ruling::TooCloseToCall));
}

}  // namespace reach_tests
