/// The way a unit took, for the replay that moves it: round a corner as one body, through the middles of boxes.
#include "assistant/story/ways.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace ways_tests {

using namespace polemarch;
using namespace polemarch::assistant::story;
using assistant::said_way;

TEST_CASE("story: a unit that wheels goes round its corner, all its bases as one body", "[story][ways]") {
  Story story;
  story.table.width = 1800_mm;
  story.table.depth = 1200_mm;
  std::vector<Shift> shifts;
  // Four bases of 40 x 20 mm abreast, facing up the table, wheel 90 degrees to the left on their left front corner (400, 310).
  for (std::uint32_t i = 0; i < 4; ++i) {
    story.pieces.push_back({{"A1." + std::to_string(i + 1)}, {"A1"}, Side::A, {Outline::Rectangle, 40_mm, 20_mm}});
    const double along = 20.0 + 40 * i;
    shifts.push_back({i, {true, 400 + along, 300, 90}, {true, 400 + 10, 310 + along, 180}});
  }
  WayFinder finder;
  const std::vector<Way> ways = finder.ways(story, shifts);
  REQUIRE(ways.size() == 1);
  const Way& way = ways.front();
  CHECK(way.unit.text == "A1");
  for (const Shift& shift : shifts) {
    const Standing end = on_way(shift, way, 1);
    CHECK(end.x == Approx(shift.to.x).margin(0.1));
    CHECK(end.y == Approx(shift.to.y).margin(0.1));
    CHECK(end.heading == Approx(shift.to.heading).margin(0.1));
    // Half-way the corner has not moved, and the base is as far from it as ever.
    const Standing half = on_way(shift, way, 0.5);
    CHECK(std::hypot(half.x - 400, half.y - 310) == Approx(std::hypot(shift.from.x - 400, shift.from.y - 310)).margin(2));
    CHECK(half.heading == Approx(135).margin(2));
  }
  // Straight on needs no stations; a unit that changed its shape has no way of one body.
  for (Shift& shift : shifts) shift.to = {true, shift.from.x, shift.from.y + 100, 90};
  CHECK(finder.ways(story, shifts).empty());
  shifts.back().to = {true, 400, 800, 90};
  CHECK(finder.ways(story, shifts).empty());
}

TEST_CASE("story: a unit goes along the legs its command names, though another way is shorter", "[story][ways]") {
  Story story;
  story.table.width = 1800_mm;
  story.table.depth = 1200_mm;
  story.pieces.push_back({{"A1.1"}, {"A1"}, Side::A, {Outline::Rectangle, 40_mm, 20_mm}});
  // Ahead 100, back 40: the shortest way is 60 ahead.
  const std::vector<Shift> moved{{0, {true, 400, 300, 90}, {true, 400, 360, 90}}};
  using enum engine::RouteLeg::Kind;
  const engine::Route command{{"A1"}, {{Ahead, 100_mm, {}}, {Ahead, -40_mm, {}}}};
  WayFinder finder;
  const std::vector<Way> ways = finder.ways(story, moved, said_way(command, {}));
  REQUIRE(ways.size() == 1);
  REQUIRE(ways[0].stations.size() == 3);
  CHECK(ways[0].stations[1].y == Approx(400));
  CHECK_FALSE(ways[0].forms);
  // Legs that lead elsewhere than the unit stands say nothing.
  const engine::Route elsewhere{{"A1"}, {{Ahead, 100_mm, {}}, {Ahead, -10_mm, {}}}};
  CHECK(finder.ways(story, moved, said_way(elsewhere, {})).empty());
  CHECK(finder.ways(story, moved, said_way({{"A2"}, command.legs}, {})).empty());
}

TEST_CASE("story: who turns on the spot before a march turns first, each base where it stands", "[story][ways]") {
  Story story;
  story.table.width = 1800_mm;
  story.table.depth = 1200_mm;
  std::vector<Shift> shifts;
  // Four bases abreast facing up the table face left and go 100 mm.
  for (std::uint32_t i = 0; i < 4; ++i) {
    story.pieces.push_back({{"A1." + std::to_string(i + 1)}, {"A1"}, Side::A, {Outline::Rectangle, 40_mm, 40_mm}});
    const double x = 420.0 + 40 * i;
    shifts.push_back({i, {true, x, 300, 90}, {true, x - 100, 300, 180}});
  }
  WayFinder finder;
  const engine::Route command{{"A1"}, {{engine::RouteLeg::Kind::Form, {}, {}}, {engine::RouteLeg::Kind::Ahead, 100_mm, {}}}};
  const std::vector<Way> ways = finder.ways(story, shifts, said_way(command, {}));
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].forms);
  for (const Shift& shift : shifts) {
    const Standing turning = on_way(shift, ways[0], 0.15), turned = on_way(shift, ways[0], 0.3), end = on_way(shift, ways[0], 1);
    CHECK(turning.x == Approx(shift.from.x).margin(0.1));
    CHECK(turning.heading == Approx(135).margin(1));
    CHECK(turned.x == Approx(shift.from.x).margin(0.1));
    CHECK(turned.heading == Approx(180).margin(0.1));
    CHECK(end.x == Approx(shift.to.x).margin(0.1));
  }
}

TEST_CASE("story: a unit goes from stop to stop where the events of one command name several", "[story][ways]") {
  Story story;
  story.table.width = 1800_mm;
  story.table.depth = 1200_mm;
  story.pieces.push_back({{"A1.1"}, {"A1"}, Side::A, {Outline::Rectangle, 40_mm, 20_mm}});
  const std::vector<Shift> moved{{0, {true, 400, 300, 90}, {true, 500, 400, 90}}};
  const auto at = [](double x, double y) {
    return R"({"event":"bases_moved","unit":"A1","poses":[{"base":"A1.1","x_mm":)" + std::to_string(x) + R"(,"y_mm":)" + std::to_string(y) +
           R"(,"heading_deg":90}]})";
  };
  const std::vector<std::string> events{at(400, 400), at(500, 400)};
  WayFinder finder;
  const std::vector<Way> ways = finder.ways(story, moved, said_way({}, events));
  REQUIRE(ways.size() == 1);
  REQUIRE(ways[0].stations.size() == 3);
  CHECK(ways[0].stations[1].x == Approx(400));
  CHECK(ways[0].stations[1].y == Approx(400));
}

TEST_CASE("story: a unit that turned where it stood went nowhere meanwhile", "[story][ways]") {
  Story story;
  story.table.width = 1800_mm;
  story.table.depth = 1200_mm;
  story.pieces.push_back({{"A1.1"}, {"A1"}, Side::A, {Outline::Rectangle, 40_mm, 20_mm}});
  const Shift turned{0, {true, 400, 300, 90}, {true, 400, 300, 200}};
  WayFinder finder;
  const std::vector<Way> ways = finder.ways(story, {turned});
  REQUIRE(ways.size() == 1);
  const Standing half = on_way(turned, ways[0], 0.5);
  CHECK(half.x == Approx(400));
  CHECK(half.y == Approx(300));
  CHECK(half.heading == Approx(145).margin(1));
}

TEST_CASE("story: a unit that goes through boxes goes through their middles, though a card lies between order and move", "[story][ways]") {
  Story story;
  story.table.width = story.table.depth = 1200_mm;
  GridSpec grid;
  grid.columns = grid.rows = 8;
  grid.box = 150_mm;
  story.table.grid = grid;
  story.pieces.push_back({{"A1.1"}, {"A1"}, Side::A, {Outline::Rectangle, 60_mm, 40_mm}});
  WayFinder finder;
  finder.hear(R"({"event":"order_given","plan":{"from":"b2","order":{"kind":"move","unit":"A1"},"path":["b3","c3"]}})");
  CHECK(finder.ways(story, {}).empty());
  const std::vector<Shift> moved{{0, {true, 225, 225, 90}, {true, 375, 375, 0}}};
  const std::vector<Way> ways = finder.ways(story, moved);
  REQUIRE(ways.size() == 1);
  REQUIRE(ways[0].stations.size() == 3);
  CHECK(ways[0].stations[1].x == 225);
  CHECK(ways[0].stations[1].y == 375);
  CHECK(finder.ways(story, moved).empty());  // told once
}

}  // namespace ways_tests
