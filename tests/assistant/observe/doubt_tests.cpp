/// What counts as a shift is judged with the error of the measured pose, along the way the base is off.
#include "assistant/observe/watch.hpp"
#include "tests/support/catch.hpp"

namespace doubt_tests {

using namespace polemarch;
using namespace polemarch::assistant::observe;

namespace {

engine::Place ruled_at(double x_mm, double y_mm) {
  engine::Place place;
  place.unit = {"A1"};
  place.base = {"A1.1"};
  place.pose = {Length::from_mm(x_mm), Length::from_mm(y_mm), 90_deg};
  place.on_table = true;
  return place;
}

/// Standing still there, its error `sd_x` along x and `sd_y` along y.
ObservedBase seen_at(double x_mm, double y_mm, double sd_x, double sd_y, double heading_deg = 90, double sd_deg = 0.1) {
  ObservedBase base;
  base.base = {"A1.1"};
  base.unit = {"A1"};
  base.x_mm = x_mm, base.y_mm = y_mm, base.heading_deg = heading_deg;
  base.own_cov = {sd_x * sd_x, 0, 0, 0, sd_y * sd_y, 0, 0, 0, sd_deg * sd_deg};
  base.state = Seen::Seen;
  base.settled = true;
  return base;
}

/// The base seen first at (100, 100), then there: is it being moved?
bool taken_for_a_move(double x_mm, double y_mm, double sd_x, double sd_y) {
  Watch watch;
  const std::vector<engine::Place> places{ruled_at(100, 100)};
  TableState table;
  table.registered = true;
  for (int i = 0; i < 80; ++i) {
    table.t = i * 0.1;
    table.bases = {seen_at(100, 100, sd_x, sd_y)};
    static_cast<void>(watch.look(table, places, {}, false));
  }
  table.bases = {seen_at(x_mm, y_mm, sd_x, sd_y)};
  table.t += 0.1;
  const WatchReport report = watch.look(table, places, {}, false);
  return !report.being_moved.empty() || !report.closed.empty();
}

}  // namespace

TEST_CASE("a base stands where the rules have it unless it is surely further off than a nudge", "[observe]") {
  const Watch watch;
  const engine::Place place = ruled_at(100, 100);
  CHECK(watch.agrees(place, seen_at(105, 100, 0, 0)));
  CHECK_FALSE(watch.agrees(place, seen_at(105.1, 100, 0, 0)));
  CHECK(watch.agrees(place, seen_at(107.2, 100, 1, 0.01)));  // 5 + 2.326
  CHECK_FALSE(watch.agrees(place, seen_at(107.4, 100, 1, 0.01)));
  CHECK_FALSE(watch.agrees(place, seen_at(100, 107.2, 1, 0.01)));  // along y it is known better
  ObservedBase shared = seen_at(107.2, 100, 0, 0);
  shared.shared = {{0.8, 0, 0}, {0.6, 0, 0}};  // the calibration's
  CHECK(watch.agrees(place, shared));
  CHECK(watch.agrees(place, seen_at(100, 100, 0, 0, 95.2, 1)));  // 3 + 2.326 degrees
  CHECK_FALSE(watch.agrees(place, seen_at(100, 100, 0, 0, 95.4, 1)));
}

TEST_CASE("a base sticks out of its box only where that is sure", "[observe]") {
  const Watch watch;
  engine::Place place = ruled_at(75, 75);
  place.region = {{0_mm, 0_mm}, {150_mm, 0_mm}, {150_mm, 150_mm}, {0_mm, 150_mm}};
  CHECK_FALSE(watch.agrees(place, seen_at(157, 75, 0, 0)));
  CHECK(watch.agrees(place, seen_at(157, 75, 1, 0.1)));
  CHECK_FALSE(watch.agrees(place, seen_at(159, 75, 1, 0.1)));
}

TEST_CASE("a shift between two looks counts the noise of both", "[observe]") {
  CHECK_FALSE(taken_for_a_move(105, 100, 0, 0));
  CHECK(taken_for_a_move(105.1, 100, 0, 0));
  CHECK_FALSE(taken_for_a_move(108.2, 100, 1, 0.01));  // 5 + 2.326 times the root of two
  CHECK(taken_for_a_move(108.4, 100, 1, 0.01));
  CHECK(taken_for_a_move(100, 108.2, 1, 0.01));
}

}  // namespace doubt_tests
