#include "assistant/observe/manoeuvre.hpp"

#include <cmath>
#include <numbers>

#include "tests/assistant/observe/field.hpp"
#include "tests/support/catch.hpp"

namespace manoeuvre_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using polemarch::test::Field;

namespace {

/// The unit as the camera would have it after each of its bases went through `move` (x, y, heading in mm and degrees).
template <class Move>
observe::Sighting seen_after(const std::vector<engine::Place>& places, const std::string& unit, const Move& move) {
  observe::Sighting seen;
  seen.unit = {unit};
  for (const engine::Place& place : places) {
    if (place.unit.text != unit) continue;
    const observe::Spot to = move(observe::spot_of(place.pose));
    ObservedBase base;
    base.base = place.base;
    base.unit = place.unit;
    base.x_mm = to.x;
    base.y_mm = to.y;
    base.heading_deg = to.heading;
    base.state = Seen::Seen;
    seen.bases.push_back(base);
  }
  return seen;
}

observe::Spot turned_about(const observe::Spot& spot, double x, double y, double deg) {
  const double c = std::cos(deg * std::numbers::pi / 180), s = std::sin(deg * std::numbers::pi / 180);
  return {x + c * (spot.x - x) - s * (spot.y - y), y + s * (spot.x - x) + c * (spot.y - y), spot.heading + deg};
}

}  // namespace

TEST_CASE("a carried move is named as the cheapest manoeuvre", "[observe][manoeuvre]") {
  Field field;
  const auto places = field.battle.places();
  const auto named = [&](const std::string& unit, const auto& move) {
    return observe::manoeuvre_of(seen_after(places, unit, move), places).value_or("nothing");
  };
  // Both units face up the table. Eight bases as one block.
  CHECK(named("A1", [](observe::Spot at) { return observe::Spot{at.x, at.y + 101.6, at.heading}; }) == "advance 4.0 in");
  double left = 1e9, front = -1e9, right = -1e9;
  for (const engine::Place& place : places)
    if (place.unit.text == "A1") {
      left = std::min(left, place.pose.x.mm() - place.footprint.frontage.mm() / 2);
      right = std::max(right, place.pose.x.mm() + place.footprint.frontage.mm() / 2);
      front = std::max(front, place.pose.y.mm() + place.footprint.depth.mm() / 2);
    }
  const double arc_in = (right - left) * std::numbers::pi / 6 / 25.4;
  char wheel[64];
  std::snprintf(wheel, sizeof wheel, "wheel %.1f in left", arc_in);
  CHECK(named("A1", [&](observe::Spot at) { return turned_about(at, left, front, 30); }) == wheel);
  const std::string both = named("A1", [&](observe::Spot at) {
    observe::Spot turned = turned_about(at, left, front, 30);
    turned.x -= 50 * std::sin(std::numbers::pi / 6), turned.y += 50 * std::cos(std::numbers::pi / 6);
    return turned;
  });
  CHECK(both == std::string(wheel) + ", advance 2.0 in");
}

TEST_CASE("a wheel, an advance and a step back are named as such from measured places, and no legs of nothing with them",
          "[observe][manoeuvre]") {
  Field field;
  const auto places = field.battle.places();
  double left = 1e9, front = -1e9;
  for (const engine::Place& place : places)
    if (place.unit.text == "A1") {
      left = std::min(left, place.pose.x.mm() - place.footprint.frontage.mm() / 2);
      front = std::max(front, place.pose.y.mm() + place.footprint.depth.mm() / 2);
    }
  for (int i = 0; i < 200; ++i) {
    // The camera has the block a little off: up to 0.3 mm and 0.02 degrees, every way round.
    const double dx = 0.3 * std::sin(i * 2.4), dy = 0.3 * std::cos(i * 1.7), turn = 0.02 * std::sin(i * 0.9);
    const auto named = [&](const auto& move) {
      const auto seen = seen_after(places, "A1", [&](observe::Spot at) {
        observe::Spot to = turned_about(move(at), left, front, turn);
        to.x += dx, to.y += dy;
        return to;
      });
      return observe::manoeuvre_of(seen, places).value_or("nothing");
    };
    const double deg = 10 + 0.2 * i;
    const std::string wheel = named([&](observe::Spot at) { return turned_about(at, left, front, deg); });
    INFO("case " << i << ": " << wheel);
    CHECK(wheel.rfind("wheel ", 0) == 0);
    CHECK(wheel.find(", ") == std::string::npos);
    CHECK(named([&](observe::Spot at) { return observe::Spot{at.x, at.y + 101.6, at.heading}; }) == "advance 4.0 in");
    CHECK(named([&](observe::Spot at) { return observe::Spot{at.x, at.y - 50.8, at.heading}; }) == "back 2.0 in");
  }
}

TEST_CASE("no manoeuvre is named where none is meant", "[observe][manoeuvre]") {
  Field field;
  const auto places = field.battle.places();
  const auto of = [&](const std::string& unit, const auto& move) { return observe::manoeuvre_of(seen_after(places, unit, move), places); };
  CHECK_FALSE(of("A2", [](observe::Spot at) { return observe::Spot{at.x + 2, at.y + 2, at.heading}; }));  // a nudge
  int n = 0;
  CHECK_FALSE(of("A1", [&n](observe::Spot at) { return observe::Spot{at.x, at.y + 20 * ++n, at.heading}; }));  // another shape
  Field boxes(true);
  const auto in_boxes = boxes.battle.places();
  CHECK_FALSE(observe::manoeuvre_of(seen_after(in_boxes, "A1",
                                               [](observe::Spot at) {
                                                 return observe::Spot{at.x, at.y + 150, at.heading};
                                               }),
                                    in_boxes));
}

TEST_CASE("the manoeuvre of a move is told once, quietly", "[observe][manoeuvre]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->slide("A2", 0, 127);
  field.hands->wait(8);
  int told = 0;
  for (const TableNotice& notice : field.notices) told += notice.text == "A2: advance 5.0 in";
  CHECK(told == 1);
  CHECK(field.asked.empty());
}

}  // namespace manoeuvre_tests
