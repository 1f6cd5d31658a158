/// Sight, ways, wheels, contacts, nearest and polygons on hand-drawn cases with known answers.
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/sight_parts.hpp"
#include "tests/support/catch.hpp"

namespace kit_tests {

using namespace polemarch;
using namespace polemarch::geometry;

TEST_CASE("a low blocker hides only what lies below the line", "[geometry]") {
  const Shape target = placed({Outline::Rectangle, 40_mm, 40_mm}, Pose{500_mm, 0_mm, 180_deg});
  const Outline2 wall{{240, -100}, {260, -100}, {260, 100}, {240, 100}};
  const std::vector<Blocker> low{blocker_of("wall", wall, 20)}, high{blocker_of("wall", wall, 60)};
  CHECK(sight_to({{0, 0}, 50}, target, 50, low).share == 1.0);
  CHECK(sight_to({{0, 0}, 50}, target, 50, high).share == 0.0);
  CHECK(sight_to({{0, 0}, 10}, target, 10, low).share == 0.0);
  CHECK(sight_to({{0, 0}, 0}, target, 100, low).share == 1.0);  // the line passes 50 mm up there
}

TEST_CASE("sight from anywhere on the front edge is at least that from its middle", "[geometry]") {
  const Shape eye = placed({Outline::Rectangle, 120_mm, 30_mm}, Pose{0_mm, 0_mm, 0_deg});
  const Shape target = placed({Outline::Rectangle, 40_mm, 40_mm}, Pose{500_mm, 0_mm, 180_deg});
  const std::vector<Blocker> post{blocker_of("post", Outline2{{100, -6}, {110, -6}, {110, 6}, {100, 6}})};
  const Sight middle = sight_from(eye, {15, 0}, 0, target, 0, post);
  CHECK(middle.share == 0.0);
  CHECK(middle.in_the_way == std::vector<std::size_t>{0});
  CHECK(sight_from_front(eye, 0, target, 0, post).share == 1.0);
}

TEST_CASE("the parts of a front that are seen and hidden make up the front, in the shares of the sight", "[geometry]") {
  const Shape eye = placed({Outline::Rectangle, 40_mm, 30_mm}, Pose{0_mm, 0_mm, 0_deg});
  const std::vector<Shape> target{placed({Outline::Rectangle, 200_mm, 40_mm}, Pose{500_mm, 0_mm, 180_deg})};
  const std::vector<Blocker> wall{blocker_of("wall", Outline2{{240, 0}, {260, 0}, {260, 400}, {240, 400}})};
  const SightView view = view_from(eye, {15, 0}, target, wall);
  CHECK(view.eye.x == Approx(15));
  REQUIRE(view.parts.size() == 2);  // the upper half of the front lies behind the wall
  CHECK(view.parts[0].seen);
  CHECK_FALSE(view.parts[1].seen);
  CHECK(view.parts[0].right.y == Approx(-100));
  CHECK(view.parts[0].left.y == Approx(0).margin(1e-9));
  CHECK(view.parts[1].left.y == Approx(100));
  for (const SightPart& part : view.parts) CHECK(part.left.x == Approx(480));
  CHECK(sight_from(eye, {15, 0}, 0, target, 0, wall).share == Approx(0.5));
  CHECK(view_from(eye, {15, 0}, target, {}).parts.size() == 1);
  // A body of two bases has one front, and no edge where they touch.
  const std::vector<Shape> two{placed({Outline::Rectangle, 100_mm, 40_mm}, Pose{500_mm, 50_mm, 180_deg}),
                               placed({Outline::Rectangle, 100_mm, 40_mm}, Pose{500_mm, -50_mm, 180_deg})};
  const SightView body = view_from(eye, {15, 0}, two, {});
  REQUIRE(body.parts.size() == 1);
  CHECK(body.parts[0].right.y == Approx(-100));
  CHECK(body.parts[0].left.y == Approx(100));
  CHECK(view_from(placed({Outline::Rectangle, 40_mm, 30_mm}, Pose{0_mm, 600_mm, 0_deg}), {15, 0}, two, {}).parts.size() ==
        2);  // front, end
  // From the front's lower corner more is seen than from its middle.
  const SightView best = view_from_front(eye, target, wall);
  CHECK(best.eye.y == Approx(-20));
  CHECK(best.parts[0].left.y > 10);
}

TEST_CASE("the shortest way goes round corners", "[geometry]") {
  const std::vector<Outline2> wall{{{40, -30}, {60, -30}, {60, 30}, {40, 30}}};
  const auto way = shortest_way({0, 0}, {100, 0}, wall);
  REQUIRE(way);
  CHECK(way->length_mm == Approx(2 * std::hypot(40.0, 30.0) + 20));
  CHECK(way->points.size() == 4);
  CHECK_FALSE(shortest_way({0, 0}, {50, 0}, wall));
  const auto region = reachable({0, 0}, 110, wall);
  CHECK(in_region(region, {0, 109}));
  CHECK(in_region(region, {75, 32}));       // round the corner
  CHECK_FALSE(in_region(region, {98, 0}));  // 120 by way of a corner and 98 as the crow flies
  CHECK_FALSE(in_region(region, {50, 0}));
}

TEST_CASE("a wheel costs the way of the outer corner", "[geometry]") {
  const Footprint f{Outline::Rectangle, 100_mm, 40_mm};
  const std::vector<Leg> legs{Wheel{90_deg}, Advance{50_mm}};
  const Walk w = walk(f, {0_mm, 0_mm, 90_deg}, legs);
  CHECK(w.cost == Length::from_mm(100 * 3.14159265358979 / 2 + 50));
  CHECK(w.end.heading == 180_deg);
  CHECK(w.end.x.mm() == Approx(-50 - 20 + 20 - 50 + 20));  // hub (-50, 20); centre then 20 behind the front, 50 to the right of it
  CHECK(walk(f, {0_mm, 0_mm, 90_deg}, legs, {.wheel = WheelCost::Chord}).cost.mm() == Approx(100 * std::sqrt(2.0) + 50));
}

TEST_CASE("edges in contact share a length and corners touch alone", "[geometry]") {
  const Shape a = placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{0_mm, 0_mm, 90_deg});
  const Contacts front = contacts_between(a, placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{20_mm, 32_mm, 270_deg}));
  REQUIRE(front.edges.size() == 1);
  CHECK(front.edges[0].edge_a == Edge::Front);
  CHECK(front.edges[0].edge_b == Edge::Front);
  CHECK(front.edges[0].overlap.value == 40_mm);
  CHECK(front.edges[0].apart == 2_mm);
  const Contacts flank = contacts_between(a, placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{45_mm, 0_mm, 180_deg}));
  REQUIRE(flank.edges.size() == 1);
  CHECK(flank.edges[0].edge_a == Edge::Right);
  CHECK(flank.edges[0].edge_b == Edge::Front);
  CHECK(flank.edges[0].overlap.value == 30_mm);
  const Contacts corner = contacts_between(a, placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{61_mm, 31_mm, 90_deg}));
  CHECK(corner.edges.empty());
  REQUIRE(corner.corner);
  CHECK(corner.corner->feature_a == Feature::FrontRight);
  CHECK_FALSE(contacts_between(a, placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{0_mm, 40_mm, 90_deg})).any());
}

TEST_CASE("the nearest of many names ties within the error", "[geometry]") {
  const std::vector<Shape> from{placed({Outline::Rectangle, 60_mm, 30_mm}, Pose{0_mm, 0_mm, 90_deg})};
  const auto foe = [](double y, std::int64_t var) {
    return std::vector<Shape>{
        placed({Outline::Circle, 20_mm, 20_mm}, MeasuredPose{{0_mm, Length::from_mm(y), 0_deg}, {{var, 0, 0, var, 0, 0}, {}}})};
  };
  const std::vector<std::vector<Shape>> sure{foe(200, 0), foe(199, 0), foe(300, 0)};
  const auto one = nearest_of(from, sure);
  REQUIRE(one.size() == 1);
  CHECK(one[0].index == 1);
  const std::vector<std::vector<Shape>> doubt{foe(200, 1000000), foe(199, 1000000), foe(300, 1000000)};
  CHECK(nearest_of(from, doubt).size() == 2);
}

TEST_CASE("polygons: inside, depth, stretches and pieces", "[geometry]") {
  const Outline2 ell{{0, 0}, {100, 0}, {100, 40}, {40, 40}, {40, 100}, {0, 100}};
  CHECK(contains(ell, {20, 80}));
  CHECK_FALSE(contains(ell, {70, 70}));
  CHECK(depth_in(ell, {20, 80}) == Approx(20));
  CHECK(depth_in(ell, {120, 20}) == Approx(-20));
  const auto inside = stretches_inside(ell, {0, 120}, {120, 0});  // through both arms, over the notch
  double length = 0;
  for (const auto& [a, b] : inside) length += (b - a) * 120 * std::sqrt(2.0);
  CHECK(length == Approx(2 * 20 * std::sqrt(2.0)));
  CHECK(convex_pieces(ell).size() >= 2);
  double area = 0;
  for (const auto& piece : convex_pieces(ell)) area += std::fabs(area_of(piece));
  CHECK(area == Approx(100 * 40 + 40 * 60));
  CHECK(share_inside(placed({Outline::Rectangle, 20_mm, 20_mm}, Pose{100_mm, 20_mm, 0_deg}), ell) == Approx(0.5));
  CHECK(distance_to(placed({Outline::Rectangle, 20_mm, 20_mm}, Pose{130_mm, 20_mm, 0_deg}), ell) == Approx(20));
}

}  // namespace kit_tests
