/// What the overlay says, figure by figure: rings at their distance, labels with their numbers, the lines of a shot and of a break test.
#include <algorithm>
#include <cmath>
#include <set>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace advice_tests {

using namespace field;
using polemarch::Circle;
using polemarch::Polygon;
using polemarch::Vec2;
using polemarch::engine::Advice;
using polemarch::engine::AdviceShape;
using polemarch::engine::Meaning;

namespace {

Advice advice_for(const Battle& battle, const std::string& id) { return battle.advise({{id}, std::nullopt}, Viewer::A); }

/// Labels of all shapes of a kind about one unit.
std::set<std::string> labels(const Advice& advice, Meaning meaning, const std::string& about) {
  std::set<std::string> found;
  for (const AdviceShape& shape : advice.shapes)
    if (shape.meaning == meaning && shape.about == about) found.insert(shape.label);
  return found;
}
/// Values of the lines whose text begins so, in order.
std::vector<double> values(const Advice& advice, const std::string& begin) {
  std::vector<double> found;
  for (const auto& line : advice.lines)
    if (line.reason.text.find(begin) == 0) found.push_back(line.reason.value.value_or(-1));
  return found;
}
/// The one line whose text begins so; empty when there is none or several.
std::string text_of(const Advice& advice, const std::string& begin) {
  std::string found;
  for (const auto& line : advice.lines) {
    if (line.reason.text.find(begin) != 0) continue;
    if (!found.empty()) return "";
    found = line.reason.text;
  }
  return found;
}
const AdviceShape* labelled(const Advice& advice, const std::string& label) {
  for (const AdviceShape& shape : advice.shapes)
    if (shape.label == label) return &shape;
  return nullptr;
}
/// Least and greatest distance, in inches, of a ring's points from the 2 x 1 inch body at (20, 20) facing up.
std::pair<double, double> distances(const AdviceShape& shape) {
  double least = 1e9, most = 0;
  for (const Vec2 p : std::get<Polygon>(shape.shape).points) {
    const double dx = std::max(0.0, std::abs(p.x / 25.4 - 20) - 1.0), dy = std::max(0.0, std::abs(p.y / 25.4 - 20) - 0.5);
    least = std::min(least, std::hypot(dx, dy));
    most = std::max(most, std::hypot(dx, dy));
  }
  return {least, most};
}

std::unique_ptr<Battle> facing(const std::string& phase, json a1 = json::object(), json b1 = json::object(),
                               json options = json::object()) {
  return in_phase(phase, {unit("A1", 20, 20, 90, a1), unit("A2", 20, 18.9), general("GA", 20, 16, {{"army_commander", true}})},
                  {unit("B1", 20, 31, 270, b1), unit("B2", 26, 31, 270)}, {{"options", options}});
}

}  // namespace

TEST_CASE("rings lie at their distance from the unit's edge", "[hc][HC-PRX-01][HC-SHO-T1][HC-SHO-10][HC-INI-04]") {
  const Advice orders = advice_for(*facing("orders"), "A1");
  for (const auto& [label, inches] : {std::pair{"proximity 12 in", 12.0}, {"bows 18 in", 18.0}, {"short 6 in", 6.0}}) {
    INFO(label);
    const AdviceShape* ring = labelled(orders, label);
    REQUIRE(ring != nullptr);
    CHECK(distances(*ring).first == Approx(inches).margin(0.01));
    CHECK(distances(*ring).second == Approx(inches).margin(0.01));
  }
  CHECK(labelled(orders, "initiative 12 in") == nullptr);  // the step is over
  const Advice before = advice_for(*facing("initiative"), "A1");
  const AdviceShape* initiative = labelled(before, "initiative 12 in");
  REQUIRE(initiative != nullptr);
  CHECK(distances(*initiative).second == Approx(12).margin(0.01));
  const Advice loose = advice_for(*facing("orders", {{"formation", "open_order"}}), "A1");
  const AdviceShape* open = labelled(loose, "proximity 6 in");
  REQUIRE(open != nullptr);
  CHECK(distances(*open).first == Approx(6).margin(0.01));
  CHECK(labelled(orders, "extreme beyond 9 in") == nullptr);  // artillery only, unless the players say all
  CHECK(labelled(advice_for(*facing("orders", {}, {}, {{"extreme_range_for", "all"}}), "A1"), "extreme beyond 9 in") != nullptr);
}

TEST_CASE("a general's rings: joining, each step of his command distance, the re-roll", "[hc][HC-ORD-07][HC-CFG-01][HC-ORD-21]") {
  const Advice advice = advice_for(*facing("orders"), "GA");
  const double own = std::get<Circle>(labelled(advice, "join 12 in")->shape).radius_mm - 12 * 25.4;
  CHECK(own >= 12.69);  // to the edge of his 1 inch base
  CHECK(own <= 17.97);  // or its corner
  for (int n = 1; n <= 4; ++n) {
    const AdviceShape* ring = labelled(advice, "-" + std::to_string(n) + " from " + std::to_string(12 * n) + " in");
    REQUIRE(ring != nullptr);
    CHECK(std::get<Circle>(ring->shape).radius_mm == Approx(own + 12 * n * 25.4).margin(0.01));
    CHECK(ring->rule == "HC-CFG-01");
  }
  CHECK(labelled(advice, "-5 from 60 in") == nullptr);
  CHECK(labelled(advice, "re-roll 12 in")->rule == "HC-ORD-21");
  CHECK(values(advice, "rating") == std::vector<double>{8});
}

TEST_CASE("reach, charges and the nearest enemy carry their numbers", "[hc][HC-MOV-01][HC-ORD-24][HC-VIS-14][HC-PRX-04]") {
  const Advice advice = advice_for(*facing("orders"), "A1");
  CHECK(labels(advice, Meaning::LegalMove, "A1") == std::set<std::string>{"1 move, 6 in", "2 moves, 12 in", "3 moves, 18 in"});
  CHECK(labels(advice, Meaning::ChargeTarget, "B1") == std::set<std::string>{"charge front, 2 moves"});  // 10 inches
  CHECK(labels(advice, Meaning::Measure, "A1") == std::set<std::string>{"B1 10.0 in"});
  CHECK(labels(advice, Meaning::Proximity, "B1") == std::set<std::string>{"must be faced"});
  CHECK(values(advice, "near B1") == std::vector<double>{10.0});
  CHECK(labels(advice, Meaning::Support, "A2") == std::set<std::string>{"supports"});
  const auto turned = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 31, 90)});
  CHECK(labels(advice_for(*turned, "A1"), Meaning::ChargeTarget, "B1") == std::set<std::string>{"charge rear, 2 moves"});
  const auto far = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 40, 270)});
  CHECK(labels(advice_for(*far, "A1"), Meaning::ChargeTarget, "B1").empty());  // 19 inches
  CHECK(labels(advice_for(*far, "A1"), Meaning::Proximity, "B1").empty());
}

TEST_CASE("who was ordered and has made its moves has no reach any more", "[hc][HC-MOV-01][HC-ORD-01]") {
  const auto with = [](int left) {
    return in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 60, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"ordered", true}, {"moves_left", left}}}}}}}}}});
  };
  CHECK(labels(advice_for(*with(1), "A1"), Meaning::LegalMove, "A1") == std::set<std::string>{"1 move, 6 in"});
  CHECK(labels(advice_for(*with(0), "A1"), Meaning::LegalMove, "A1").empty());
}

TEST_CASE("targets show dice, roll and save, the others why they are none", "[hc][HC-SHO-T2][HC-SHO-11][HC-SHO-14][HC-SHO-15][HC-SAV-01]") {
  const Advice advice = advice_for(*facing("shooting"), "A1");
  CHECK(labels(advice, Meaning::ShootTarget, "B1") == std::set<std::string>{"3 dice, 4+"});
  REQUIRE(labels(advice, Meaning::NotATarget, "B2").size() == 1);
  CHECK(labels(advice, Meaning::NotATarget, "B2").begin()->find("B1 is nearer and in sight") == 0);
  CHECK(values(advice, "needs") == std::vector<double>{4, 4});
  CHECK(values(advice, "B1 saves on") == std::vector<double>{4});
  CHECK(values(advice, "long ranged value 3") == std::vector<double>{3, 3});
  // Disordered: one worse; the target's open order one worse again, and its better save is said.
  const Advice worse = advice_for(*facing("shooting", {{"disordered", true}}, {{"formation", "open_order"}, {"morale_save", 5}}), "A1");
  CHECK(labels(worse, Meaning::ShootTarget, "B1") == std::set<std::string>{"3 dice, 6+"});
  CHECK(values(worse, "shooters shaken or disordered") == std::vector<double>{-1, -1});
  CHECK(values(worse, "target in open order") == std::vector<double>{-1});
  CHECK(values(worse, "B1 saves on") == std::vector<double>{5});
  CHECK(text_of(worse, "two hits") == "two hits make it test");  // only sixes hit
  CHECK(labels(advice_for(*facing("hand_to_hand"), "A1"), Meaning::ShootTarget, "B1").empty());
}

TEST_CASE("between two units range and arc are told once, and dice only where it may shoot", "[hc][HC-SHO-T1][HC-CFG-04]") {
  const auto lines = [](const Battle& b, const char* target) {
    std::vector<std::string> found;
    for (const auto& line : b.advise({{"A1"}, polemarch::UnitId{target}}, Viewer::A).lines) found.push_back(line.reason.text);
    return found;
  };
  const auto count = [](const std::vector<std::string>& all, const std::string& words) {
    return std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.find(words) != std::string::npos; });
  };
  const auto near = lines(*facing("shooting"), "B1");
  CHECK(count(near, "arc of fire: inside") == 1);
  CHECK(count(near, "bows 18 in: within, long") == 1);
  CHECK(count(near, "3 dice") == 1);
  const auto far =
      lines(*in_phase("shooting", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B1", 20, 45, 270), unit("B2", 30, 20.5, 270)}), "B1");
  CHECK(count(far, "range of") == 0);
  CHECK(count(far, "bows 18 in: beyond") == 1);
  CHECK(count(far, "3 dice") == 0);
  const auto aside = lines(*in_phase("shooting", {unit("A1", 20, 20), general("GA", 20, 16)}, {unit("B2", 30, 20.5, 270)}), "B2");
  CHECK(count(aside, "arc of fire: outside") == 1);
}

TEST_CASE("the reach of a move is round to the eye: no chord lies more than a fiftieth of an inch inside it", "[hc][HC-MOV-01]") {
  const Advice advice = advice_for(*facing("orders"), "A1");
  const AdviceShape* reach = labelled(advice, "3 moves, 18 in");
  REQUIRE(reach != nullptr);
  const std::vector<Vec2>& points = std::get<Polygon>(reach->shape).points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 a = points[i], b = points[(i + 1) % points.size()];
    CHECK(std::hypot((a.x + b.x) / 2 - 20 * 25.4, (a.y + b.y) / 2 - 20 * 25.4) > (18 - 0.02) * 25.4);
  }
}

TEST_CASE("the break test is shown row by row with the roll each row needs", "[hc][HC-BRK-T2]") {
  const Advice steady = advice_for(*facing("orders"), "A1");
  CHECK(values(steady, "break test") == std::vector<double>{10, 9, 8, 7, 6, 5, 4, 3, 2});
  CHECK(text_of(steady, "break test 10") == "break test 10 or more (roll 10): hold");
  CHECK(text_of(steady, "break test 6") == "break test 6 (roll 6): hold Disordered or retreat in good order");
  CHECK(text_of(steady, "break test 2") == "break test 2 or less (roll 2): break if any casualties, else retreat Disordered");
  const Advice hurt = advice_for(*facing("orders", {{"casualties", 1}}), "A1");
  CHECK(text_of(hurt, "break test 2").find("it would break") != std::string::npos);
  CHECK(text_of(hurt, "break test 3").find("it would break") == std::string::npos);
  const Advice shaken = advice_for(*facing("orders", {{"casualties", 6}}), "A1");
  CHECK(text_of(shaken, "break test 3").find("it would break") != std::string::npos);
  CHECK(values(advice_for(*facing("shooting"), "A1"), "break test").empty());  // nobody shoots at who shoots
  CHECK(text_of(steady, "line,") == "line, 0 of 6 casualties");
  CHECK(text_of(shaken, "line,") == "line, 6 of 6 casualties, Shaken");
}

}  // namespace advice_tests
