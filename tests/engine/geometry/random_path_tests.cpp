/// Walked paths against small steps, cheapest paths against walks, ways and regions against an independent search, and Monte Carlo.
#include "engine/geometry/path.hpp"
#include "engine/geometry/reach.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace random_path_tests {

using namespace random_cases;

namespace {

/// Walks in small steps with the library's functions: corners are carried round, the outer front corner's way is added up.
struct Stepped {
  double x = 0, y = 0, deg = 0, cost = 0;
};
Stepped stepped(const Footprint& f, const Pose& from, const std::vector<Leg>& legs, double pivot_cost) {
  Stepped at{from.x.mm(), from.y.mm(), from.heading.deg(), 0};
  for (const Leg& leg : legs) {
    if (const auto* advance = std::get_if<Advance>(&leg)) {
      at.x += advance->distance.mm() * std::cos(at.deg * kPi / 180), at.y += advance->distance.mm() * std::sin(at.deg * kPi / 180);
      at.cost += std::fabs(advance->distance.mm());
    } else if (const auto* echelon = std::get_if<Echelon>(&leg)) {
      const double t = (at.deg + echelon->course.deg()) * kPi / 180;
      at.x += echelon->distance.mm() * std::cos(t), at.y += echelon->distance.mm() * std::sin(t);
      at.cost += std::fabs(echelon->distance.mm());
    } else if (const auto* pivot = std::get_if<Pivot>(&leg)) {
      at.deg += pivot->angle.deg(), at.cost += pivot_cost;
    } else {
      const double angle = std::get<Wheel>(leg).angle.deg(), side = angle >= 0 ? 1 : -1;
      const auto corner = [&](double left) {
        const double t = at.deg * kPi / 180, fx = f.depth.mm() / 2, fy = left * f.frontage.mm() / 2;
        return std::pair{at.x + fx * std::cos(t) - fy * std::sin(t), at.y + fx * std::sin(t) + fy * std::cos(t)};
      };
      const auto hub = corner(side);
      constexpr int kSteps = 200;
      for (int n = 0; n < kSteps; ++n) {
        const auto outer = corner(-side);
        const double t = angle / kSteps * kPi / 180, dx = at.x - hub.first, dy = at.y - hub.second;
        at.x = hub.first + dx * std::cos(t) - dy * std::sin(t), at.y = hub.second + dx * std::sin(t) + dy * std::cos(t);
        at.deg += angle / kSteps;
        const auto now = corner(-side);
        at.cost += std::hypot(now.first - outer.first, now.second - outer.second);
      }
    }
  }
  return at;
}

Footprint any_block(Rng& rng) {
  return {Outline::Rectangle, Length::from_mm(uniform(rng, 20, 200)), Length::from_mm(uniform(rng, 15, 80))};
}

std::vector<Leg> any_legs(Rng& rng) {
  std::vector<Leg> legs;
  for (int n = 1 + static_cast<int>(rng() % 4); n > 0; --n) {
    const Angle angle{static_cast<std::int64_t>(rng() % 180000) - 90000};
    const Length way = Length::from_mm(uniform(rng, -50, 200));
    switch (rng() % 4) {
      case 0:
        legs.push_back(Advance{way});
        break;
      case 1:
        legs.push_back(Wheel{angle});
        break;
      case 2:
        legs.push_back(Pivot{angle});
        break;
      default:
        legs.push_back(Echelon{angle, way});
        break;
    }
  }
  return legs;
}

struct Box {
  double x0, y0, x1, y1;
};
/// Does the segment enter the box's inside? Cut by the box's four lines.
bool enters(const Box& b, Vec2 p, Vec2 q) {
  double from = 0, to = 1;
  const double dx = q.x - p.x, dy = q.y - p.y;
  for (const auto& [d, near, far] :
       {std::array<double, 3>{dx, b.x0 - p.x, b.x1 - p.x}, std::array<double, 3>{dy, b.y0 - p.y, b.y1 - p.y}}) {
    if (std::fabs(d) < 1e-12) {
      if (near >= -1e-9 || far <= 1e-9) return false;
      continue;
    }
    const double a = near / d, c = far / d;
    from = std::max(from, std::min(a, c)), to = std::min(to, std::max(a, c));
  }
  return to - from > 1e-9;
}
/// The shortest way over all corners, settled by repeated improvement; infinite when there is none.
double reference_way(Vec2 from, Vec2 to, const std::vector<Box>& boxes) {
  std::vector<Vec2> nodes{from, to};
  for (const Box& b : boxes)
    for (const Vec2 v : {Vec2{b.x0, b.y0}, Vec2{b.x1, b.y0}, Vec2{b.x1, b.y1}, Vec2{b.x0, b.y1}}) nodes.push_back(v);
  std::vector<double> way(nodes.size(), 1e300);
  way[0] = 0;
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        const double w = way[i] + std::hypot(nodes[i].x - nodes[k].x, nodes[i].y - nodes[k].y);
        if (w >= way[k] - 1e-12) continue;
        if (std::any_of(boxes.begin(), boxes.end(), [&](const Box& b) { return enters(b, nodes[i], nodes[k]); })) continue;
        way[k] = w, better = true;
      }
  }
  return way[1];
}
std::vector<Box> any_boxes(Rng& rng) {
  std::vector<Box> boxes;
  for (int k = 0; k < 4; ++k) {
    const double x = uniform(rng, -200, 200), y = uniform(rng, -200, 200);
    if (std::fabs(x) < 70 && std::fabs(y) < 70) continue;
    const double w = uniform(rng, 5, 60), h = uniform(rng, 5, 60);
    boxes.push_back({x - w, y - h, x + w, y + h});
  }
  return boxes;
}
std::vector<Outline2> outlines(const std::vector<Box>& boxes) {
  std::vector<Outline2> walls;
  for (const Box& b : boxes) walls.push_back({{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}});
  return walls;
}
bool strictly_inside(const std::vector<Box>& boxes, Vec2 p) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box& b) { return p.x > b.x0 && p.x < b.x1 && p.y > b.y0 && p.y < b.y1; });
}

}  // namespace

TEST_CASE("a walk ends and costs what small steps do: advances, wheels, pivots, echelons", "[geometry]") {
  Rng rng(791);
  for (int i = 0; i < cases(1500); ++i) {
    const Footprint f = any_block(rng);
    const Pose from = any_pose(rng, 500);
    const std::vector<Leg> legs = any_legs(rng);
    const Walk got = walk(f, from, legs, {.pivot_cost = 25_mm});
    const Stepped expected = stepped(f, from, legs, 25);
    if (std::hypot(got.end.x.mm() - expected.x, got.end.y.mm() - expected.y) > 0.01) FAIL("case " << i << ": ends elsewhere");
    if (std::fabs(std::remainder(got.end.heading.deg() - expected.deg, 360)) > 0.001) FAIL("case " << i << ": heads elsewhere");
    // 200 chords fall short of an arc of 90 degrees by less than 3e-6 of it.
    if (std::fabs(got.cost.mm() - expected.cost) > 0.01) FAIL("case " << i << ": " << got.cost.mm() << " against " << expected.cost);
  }
  SUCCEED();
}

TEST_CASE("the cheapest path costs no more than a walked one and ends where it did", "[geometry]") {
  Rng rng(792);
  const int many = long_run() ? 100000 : 300;
  for (int i = 0; i < many; ++i) {
    const Footprint f = any_block(rng);
    const Pose from = any_pose(rng, 500);
    const Angle one{static_cast<std::int64_t>(rng() % 60000) - 30000}, two{static_cast<std::int64_t>(rng() % 60000) - 30000};
    const Advance on{Length::from_mm(uniform(rng, 20, 200))};
    const std::vector<Leg> legs = rng() % 2 == 0 ? std::vector<Leg>{Wheel{one}, on, Wheel{two}} : std::vector<Leg>{on, Wheel{one}, on};
    const Walk w = walk(f, from, legs);
    const auto path = cheapest_path(f, from, w.end);
    if (!path) FAIL("case " << i << ": no path");
    if (path->cost.mm() > w.cost.mm() + 0.5) FAIL("case " << i << ": " << path->cost.mm() << " against " << w.cost.mm());
    const Stepped again = stepped(f, from, path->legs, 0);
    if (std::hypot(again.x - w.end.x.mm(), again.y - w.end.y.mm()) > 1.01) FAIL("case " << i << ": ends elsewhere");
    if (std::fabs(again.cost - path->cost.mm()) > 0.01) FAIL("case " << i << ": costs " << again.cost);
    const double crow = std::hypot(w.end.x.mm() - from.x.mm(), w.end.y.mm() - from.y.mm());
    const double turned = std::fabs(std::remainder(w.end.heading.deg() - from.heading.deg(), 360)) * kPi / 180 * f.frontage.mm();
    if (path->cost.mm() < turned - 0.5 || crow > path->cost.mm() * (1 + f.depth.mm() / f.frontage.mm()) + 1.5)
      FAIL("case " << i << ": too cheap");
  }
  SUCCEED();
}

TEST_CASE("95 percent intervals of path lengths hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(793);
  int held = 0, counted = 0;
  const int wanted = long_run() ? 20000 : 1000;
  while (counted < wanted) {
    const Footprint f = any_block(rng);
    const int factors = static_cast<int>(rng() % 4);
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    const MeasuredPose from{any_pose(rng, 500), any_error(rng, factors)};
    const Angle one{static_cast<std::int64_t>(rng() % 60000) - 30000}, two{static_cast<std::int64_t>(rng() % 60000) - 30000};
    const std::vector<Leg> legs{Wheel{one}, Advance{Length::from_mm(uniform(rng, 60, 250))}, Wheel{two}};
    const MeasuredPose to{walk(f, from.pose, legs).end, any_error(rng, factors)};
    const auto truth = cheapest_path(f, from.pose, to.pose);
    const auto seen = cheapest_path(f, disturbed(rng, from, z), disturbed(rng, to, z));
    if (!truth || !seen || seen->cost.sd.um == 0) continue;
    ++counted;
    held += std::fabs(truth->cost.mm() - seen->cost.value.mm()) <= 1.96 * seen->cost.sd.mm() ? 1 : 0;
  }
  const double share = static_cast<double>(held) / wanted;
  INFO("held " << share);
  CHECK((share >= 0.94 && share <= 0.96));
}

TEST_CASE("the shortest way round obstacles is that of an independent search", "[geometry]") {
  Rng rng(781);
  int round = 0, none = 0;
  for (int i = 0; i < cases(1500); ++i) {
    const std::vector<Box> boxes = any_boxes(rng);
    const Vec2 from{uniform(rng, -240, 240), uniform(rng, -240, 240)}, to{uniform(rng, -240, 240), uniform(rng, -240, 240)};
    const auto way = shortest_way(from, to, outlines(boxes));
    if (strictly_inside(boxes, from) || strictly_inside(boxes, to)) {
      if (way) FAIL("case " << i << ": a way from or to the inside of an obstacle");
      ++none;
      continue;
    }
    const double expected = reference_way(from, to, boxes);
    if (way.has_value() != (expected < 1e299)) FAIL("case " << i << ": a way for one only");
    if (!way) continue;
    if (std::fabs(way->length_mm - expected) > 1e-6) FAIL("case " << i << ": " << way->length_mm << " against " << expected);
    round += way->points.size() > 2 ? 1 : 0;
  }
  CHECK(round > cases(1500) / 10);
  CHECK(none > 0);
}

TEST_CASE("the reachable region is where an independent search's shortest way is short enough", "[geometry]") {
  Rng rng(782);
  const int fields = cases(1500) / 50;
  int in = 0, out = 0;
  for (int i = 0; i < fields; ++i) {
    const std::vector<Box> boxes = any_boxes(rng);
    const auto region = reachable({0, 0}, 220, outlines(boxes), 2);
    for (int k = 0; k < 50; ++k) {
      const Vec2 p{uniform(rng, -240, 240), uniform(rng, -240, 240)};
      if (strictly_inside(boxes, p)) {
        if (in_region(region, p)) {
          double edge = 1e300;
          for (const Box& b : boxes)
            if (p.x > b.x0 && p.x < b.x1 && p.y > b.y0 && p.y < b.y1) edge = std::min({p.x - b.x0, b.x1 - p.x, p.y - b.y0, b.y1 - p.y});
          if (edge > 0.1) FAIL("field " << i << ": a place inside an obstacle");
        }
        continue;
      }
      const double way = reference_way({0, 0}, p, boxes);
      if (std::fabs(way - 220) < 0.1) continue;  // chords of 2 degrees fall short by 220 * (1 - cos 1 degree) = 0.03 mm
      ++(way < 220 ? in : out);
      if (in_region(region, p) != (way < 220)) FAIL("field " << i << " point " << p.x << "," << p.y << " way " << way);
    }
  }
  CHECK(in > 10 * fields);
  CHECK(out > 5 * fields);
}

TEST_CASE("95 percent intervals of ways round obstacles hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(783);
  int held = 0, counted = 0;
  const int wanted = cases(4000);
  while (counted < wanted) {
    const std::vector<Outline2> walls = outlines(any_boxes(rng));
    const Footprint f = any_block(rng);
    const int factors = static_cast<int>(rng() % 4);
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    MeasuredPose from{any_pose(rng, 100), any_error(rng, factors)}, to{any_pose(rng, 480), any_error(rng, factors)};
    to.pose.x -= 240_mm, to.pose.y -= 240_mm;
    const Vec2 front{f.depth.mm() / 2, 0};
    const auto truth = shortest_way(placed(f, from), front, placed(f, to), {}, walls);
    const auto seen = shortest_way(placed(f, disturbed(rng, from, z)), front, placed(f, disturbed(rng, to, z)), {}, walls);
    if (!truth || !seen || seen->length.sd.um == 0 || truth->length.value < 5_mm) continue;
    ++counted;
    held += std::fabs(truth->length.value.mm() - seen->length.value.mm()) <= 1.96 * seen->length.sd.mm() ? 1 : 0;
  }
  const double share = static_cast<double>(held) / wanted;
  INFO("held " << share);
  CHECK((share >= 0.94 && share <= 0.96));
}

}  // namespace random_path_tests
