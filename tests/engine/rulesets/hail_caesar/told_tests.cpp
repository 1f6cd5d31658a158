/// What came of orders, shots and tests, in words: on the card of a throw and in the lines of the battle.
#include <algorithm>
#include <cmath>

#include "engine/core/shows.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace told_tests {

using namespace field;
using polemarch::Polygon;
using polemarch::UnitId;
using polemarch::engine::Meaning;

namespace {

/// The lines told of a command.
std::vector<std::string> told(Battle& b, const json& command) {
  const auto outcome = b.submit(command.dump());
  if (!outcome) FAIL(outcome.error().line);
  INFO(command.dump() << ": " << why(outcome->verdict));
  REQUIRE(outcome->verdict.allowed());
  return outcome->lines;
}
bool says(const std::vector<std::string>& lines, const std::string& text) {
  INFO(text);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(text) != std::string::npos; });
}
std::string outcome_of_last(const Battle& b) {
  const auto& throws = polemarch::engine::shows(b)->last_throws();
  REQUIRE(throws.size() == 1);
  return throws.front().outcome;
}
/// A1 has shot at B1 and hit it with a 6; the shooting is still open.
std::unique_ptr<Battle> hit_by_a_six(json foes) {
  auto b = in_phase("shooting", {unit("A1", 20, 20), general("GA", 60, 10)}, std::move(foes));
  go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  go(*b, answer("A", {6, 1, 1}));
  return b;
}

}  // namespace

TEST_CASE("an order says what was rolled, what it needs and by how much it is made or missed", "[hc][HC-CFG-01][HC-ORD-01]") {
  for (const auto& [dice, line, outcome] :
       {std::tuple{std::vector<int>{2, 3}, "A1, 3 moves: rolled 5, needs 8 or less, 3 under", "5, 3 under: 3 moves"},
        std::tuple{std::vector<int>{4, 4}, "A1, 1 move: rolled 8, needs 8 or less", "8, just made: 1 move"},
        std::tuple{std::vector<int>{5, 5}, "A1, not obeyed: rolled 10, needs 8 or less, 2 over", "10, 2 over: not obeyed"},
        std::tuple{std::vector<int>{6, 6}, "A1, blunder, not obeyed: rolled 12, needs 8 or less", "12, a blunder"}}) {
    auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 17)}, {unit("B1", 20, 60, 270)});
    go(*b, act("order", {{"general", "GA"}, {"unit", "A1"}}));
    CHECK(says(told(*b, answer("A", dice)), line));
    CHECK(outcome_of_last(*b) == outcome);
  }
}

TEST_CASE("a unit hit by a 6 is told why it has to test and when, and how many casualties it has", "[hc][HC-SHO-15][HC-SHO-16]") {
  auto b = hit_by_a_six({unit("B1", 20, 30, 270)});
  const auto lines = told(*b, answer("B", {1}));
  CHECK(says(lines, "1 of 6 casualties"));
  CHECK(says(lines, "B1 has to take a break test for a hit with a 6, when the shooting ends"));
}

TEST_CASE("a break test's card says the sum, its modifier and what the unit does", "[hc][HC-BRK-T2][HC-CFG-02]") {
  auto b = hit_by_a_six({unit("B1", 20, 30, 270, {{"disordered", true}})});
  go(*b, answer("B", {1}));
  go(*b, end_phase());
  CHECK(question(*b) == "B1: break test for a hit with a 6, modifier -1");
  go(*b, answer("B", {2, 2}));
  CHECK(outcome_of_last(*b) == "retreats Disordered (4 - 1 = 3)");
}

TEST_CASE("who retreats is told how far, and onto whom, since the sheet says nothing of units in the way", "[hc][HC-BRK-08][HC-CFG-04]") {
  for (const bool blocked : {false, true}) {
    json foes{unit("B1", 20, 30, 270), unit("B2", 60, 60, 270)};
    if (blocked) foes[1] = unit("B2", 20, 36, 270);
    auto b = hit_by_a_six(foes);
    go(*b, answer("B", {1}));
    go(*b, end_phase());
    const auto lines = told(*b, answer("B", {2, 2}));
    INFO(blocked);
    CHECK(outcome_of_last(*b) == "retreats Disordered (4)");
    CHECK(says(lines, "B1 retreats 6.0 in"));
    CHECK(says(lines, "onto B2: agree where it stands") == blocked);
  }
}

TEST_CASE("a shot's offer names the distance and its dice", "[hc][HC-SHO-T2]") {
  auto b = in_phase("shooting", {unit("A1", 20, 20), general("GA", 60, 10)}, {unit("B1", 20, 30, 270)});
  std::string text;
  for (const auto& offer : b->offers(Viewer::A, UnitId{"A1"}))
    if (json::parse(offer.command).at("do") == "shoot") text = offer.text;
  CHECK(text == "A1 shoots at B1, 9.0 in, 3 dice");
}

TEST_CASE("before initiative moves one move is drawn, and none for who may make none", "[hc][HC-INI-03][HC-INI-04]") {
  const auto labels = [](double enemy_at) {
    auto b = in_phase("initiative", {unit("A1", 20, 20), general("GA", 60, 10)}, {unit("B1", 20, enemy_at, 270)});
    std::vector<std::string> found;
    for (const auto& shape : b->advise({{"A1"}, std::nullopt}, Viewer::A).shapes)
      if (shape.meaning == Meaning::LegalMove || shape.meaning == Meaning::ChargeReach)
        if (std::find(found.begin(), found.end(), shape.label) == found.end()) found.push_back(shape.label);
    return found;
  };
  CHECK(labels(30) == std::vector<std::string>{"1 move, 6 in", "front reaches"});
  CHECK(labels(60).empty());
}

TEST_CASE("a range's line keeps within a hundredth of an inch of the true distance all round", "[hc][HC-SHO-T1]") {
  auto b = in_phase("shooting", {unit("A1", 36, 36), general("GA", 60, 10)}, {unit("B1", 20, 60, 270)});
  double least = 1e9;
  for (const auto& shape : b->advise({{"A1"}, std::nullopt}, Viewer::A).shapes) {
    const auto* ring = std::get_if<Polygon>(&shape.shape);
    if (shape.meaning != Meaning::RangeBand || !shape.label.ends_with(" 18 in") || ring == nullptr) continue;
    for (std::size_t i = 0; i < ring->points.size(); ++i) {
      const auto p = ring->points[i], q = ring->points[(i + 1) % ring->points.size()];
      const double x = std::abs((p.x + q.x) / 2 - 36 * 25.4) - 25.4, y = std::abs((p.y + q.y) / 2 - 36 * 25.4) - 12.7;
      least = std::min(least, std::hypot(std::max(x, 0.0), std::max(y, 0.0)) / 25.4);
    }
  }
  CHECK(least > 17.99);
  CHECK(least <= 18.001);
}

TEST_CASE("chariots without a list of formations are offered none of the foot's", "[hc][HC-CFG-04]") {
  const auto offered = [](json more) {
    auto b = in_phase("orders", {unit("A1", 20, 20, 90, std::move(more)), general("GA", 20, 17)}, {unit("B1", 20, 65, 270)});
    go(*b, act("order", {{"general", "GA"}, {"unit", "A1"}}));
    go(*b, answer("A", {2, 3}));
    std::vector<std::string> found;
    for (const auto& offer : b->offers(Viewer::A, UnitId{"A1"})) {
      const json command = json::parse(offer.command);
      if (command.contains("formation")) found.push_back(command.at("formation"));
    }
    return found;
  };
  using Names = std::vector<std::string>;
  CHECK(offered({{"move_class", "light_chariots"}, {"break_category", "cavalry"}}) == Names{"column", "open_order"});
  CHECK(offered({}) == Names{"column", "square", "wedge", "testudo", "open_order"});
}

TEST_CASE("a break test that breaks its unit tells the score, that it breaks the loss alone", "[hc][HC-BRK-01]") {
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), general("GA", 20, 17)}, {unit("B1", 20, 65, 270)});
  json test{{"event", "break_tested"}, {"unit", "B1"}, {"table", "hand_to_hand"}, {"casualties", 0}, {"roll", 2},
            {"modifier", -4},          {"score", -2},  {"result", "break"}};
  CHECK(b->tell(test.dump()) == "B1: break test 2 - 4 = -2");
  test["result"] = "hold", test["roll"] = 9, test["score"] = 5;
  CHECK(b->tell(test.dump()) == "B1 holds (break test 9 - 4 = 5)");
}

}  // namespace told_tests
