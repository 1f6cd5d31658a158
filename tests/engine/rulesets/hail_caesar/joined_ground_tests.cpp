/// Ground in pieces that touch, and hills of many corners: pieces are measured as the whole they make up.
#include <cmath>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace joined_ground_tests {

using namespace field;

namespace {

json box(const char* id, double x0, double y0, double x1, double y1, const char* kind = "crag") {
  return {{"id", id}, {"kind", kind}, {"box", {x0, y0, x1, y1}}};
}

std::unique_ptr<Battle> ordered(const json& terrain) {
  const json crag = json::array({{{"kind", "crag"}, {"move_factor", 0}, {"cover", "none"}, {"blocks_sight", false}}});
  json more{{"terrain", terrain}, {"terrain_kinds", crag}};
  more["state"]["units"]["A1"]["turn"]["moves_left"] = 3;
  return in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 60, 65, 270)}, more);
}
std::string way(const Battle& b, double x, double y) {
  const Verdict verdict = judged(b, move("A1", x, y));
  return verdict.allowed() ? verdict.reasons.front().text : "refused";
}

}  // namespace

TEST_CASE("a move does not pass between impassable pieces that touch", "[hc][HC-CFG-T1]") {
  CHECK(way(*ordered({box("X1", 5, 22, 20, 23), box("X2", 20, 22, 35, 23)}), 20, 26) == "refused");
  CHECK(way(*ordered({box("X1", 5, 22, 20.2, 23), box("X2", 20.2, 22, 35, 23)}), 20, 26) == "refused");
  // The same two pieces as long as one that may be gone round.
  CHECK(way(*ordered({box("X1", 18, 22, 20, 23), box("X2", 20, 22, 22, 23)}), 20, 26) ==
        way(*ordered(json::array({box("X", 18, 22, 22, 23)})), 20, 26));
}

TEST_CASE("a move does not pass a gap between impassable pieces narrower than the unit", "[hc][HC-CFG-T1]") {
  // The unit is 2 by 1 inches: it may file through where it fits, and no narrower.
  CHECK(way(*ordered({box("X1", 5, 22, 19.6, 23), box("X2", 20.4, 22, 35, 23)}), 20, 26) == "refused");
  CHECK(way(*ordered({box("X1", 5, 22, 19.4, 23), box("X2", 20.6, 22, 35, 23)}), 20, 26) == "ordered move: 6.0 in");
}

TEST_CASE("a move along the joint of two slow pieces counts as slow", "[hc][HC-CFG-T1]") {
  const auto woods = ordered({box("W1", 10, 21, 20, 25, "wood"), box("W2", 20, 21, 30, 25, "wood")});
  const auto wood = ordered(json::array({box("W", 10, 21, 30, 25, "wood")}));
  CHECK(way(*woods, 20, 26) == way(*wood, 20, 26));
  CHECK(way(*wood, 20, 26) == "ordered move: 10.0 in");
}

TEST_CASE("impassable pieces behind impassable pieces are gone round, however many", "[hc][HC-CFG-T1]") {
  // Four walls one behind the other, open now on the left, now on the right; short enough to be gone round within three moves.
  json walls = json::array();
  for (int k = 0; k < 4; ++k) {
    const double y = 21.6 + 0.5 * k, x = k % 2 == 0 ? 18.5 : 19.5;
    walls.push_back(box(("X" + std::to_string(k)).c_str(), x, y, x + 2, y + 0.05));
  }
  CHECK(way(*ordered(walls), 20, 25).rfind("ordered move", 0) == 0);
}

TEST_CASE("a hill of many corners hides what it covers: a half hidden target is partly obscured", "[hc][HC-SHO-03]") {
  for (const int corners : {8, 20, 24, 48, 200}) {
    json outline = json::array();
    for (int i = 0; i < corners; ++i) {
      const double t = 2 * 3.14159265358979323846 * i / corners;
      outline.push_back({(20 - 4.7 + 4.7 * std::cos(t)) * 25.4, (28 + 4.7 * std::sin(t)) * 25.4});
    }
    json setup{{"v", 1},
               {"ruleset", "hail_caesar"},
               {"table",
                {{"size_mm", {72 * 25.4, 72 * 25.4}},
                 {"terrain", json::array({{{"id", "H1"}, {"kind", "hill"}, {"height_mm", 50}, {"outline_mm", outline}}})}}},
               {"sides", {{"A", {{"units", {unit("A1", 20, 20)}}}}, {"B", {{"units", {unit("B1", 20, 36, 270)}}}}}},
               {"state", {{"phase", "shooting"}}}};
    auto battle = polemarch::hail_caesar::make_battle(setup.dump(), "test");
    if (!battle) FAIL(battle.error().line);
    const Verdict verdict = judged(**battle, {{"by", "A"}, {"do", "shoot"}, {"unit", "A1"}, {"target", "B1"}, {"seen", true}});
    INFO(corners << " corners: " << why(verdict));
    CHECK(verdict.allowed());
    CHECK(names(verdict, "HC-SHO-03"));
  }
}

}  // namespace joined_ground_tests
