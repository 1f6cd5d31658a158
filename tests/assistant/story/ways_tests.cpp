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
    const Standing end = carried_along(shift.from, way, on_way(way, 1));
    CHECK(end.x == Approx(shift.to.x).margin(0.1));
    CHECK(end.y == Approx(shift.to.y).margin(0.1));
    CHECK(end.heading == Approx(shift.to.heading).margin(0.1));
    // Half-way the corner has not moved, and the base is as far from it as ever.
    const Standing half = carried_along(shift.from, way, on_way(way, 0.5));
    CHECK(std::hypot(half.x - 400, half.y - 310) == Approx(std::hypot(shift.from.x - 400, shift.from.y - 310)).margin(2));
    CHECK(half.heading == Approx(135).margin(2));
  }
  // Straight on needs no stations; a unit that changed its shape has no way of one body.
  for (Shift& shift : shifts) shift.to = {true, shift.from.x, shift.from.y + 100, 90};
  CHECK(finder.ways(story, shifts).empty());
  shifts.back().to = {true, 400, 800, 90};
  CHECK(finder.ways(story, shifts).empty());
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
