/// The share seen, of bases and formations, past terrain and units with heights, against dense rays; and Monte Carlo for its error.
#include "engine/geometry/sight.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace random_sight_tests {

using namespace random_cases;

namespace {

struct Wall {
  Outline2 outline;
  double top;
};
Outline2 any_wall(Rng& rng) {
  Outline2 o;
  const Vec2 c{uniform(rng, 320, 560), uniform(rng, 0, 600)};
  const int corners = 3 + static_cast<int>(rng() % 5);
  for (int j = 0; j < corners; ++j) {
    const double r = uniform(rng, 10, 60), t = 2 * kPi * j / corners;
    o.push_back({c.x + r * std::cos(t), c.y + r * std::sin(t)});
  }
  return o;
}

/// Where a ray enters and leaves an outline, as distances from the eye, in order.
std::vector<double> cuts(const Outline2& o, Vec2 eye, double t) {
  std::vector<double> at;
  for (std::size_t e = 0; e < o.size(); ++e) {
    const Vec2 a = o[e], b = o[(e + 1) % o.size()];
    const double dx = std::cos(t), dy = std::sin(t), ex = b.x - a.x, ey = b.y - a.y, d = dx * ey - dy * ex;
    if (std::fabs(d) < 1e-12) continue;
    const double s = ((a.x - eye.x) * ey - (a.y - eye.y) * ex) / d, q = ((a.x - eye.x) * dy - (a.y - eye.y) * dx) / d;
    if (s > 0 && q >= 0 && q < 1) at.push_back(s);
  }
  std::sort(at.begin(), at.end());
  return at;
}

/// Rays over the whole round of directions the target fills; a base is seen along a ray when nothing before it is tall enough.
double reference_share(Vec2 eye, const std::vector<Outline2>& target, const std::vector<Wall>& walls, int rays) {
  double low = 1e9, high = -1e9;
  for (const Outline2& base : target)
    for (const Vec2 v : base) {
      const double t = std::atan2(v.y - eye.y, v.x - eye.x);
      low = std::min(low, t), high = std::max(high, t);
    }
  if (high - low > kPi) return -1;  // round the eye's back: too few of these rays would meet it
  int seen = 0, all = 0;
  for (int k = 0; k < rays; ++k) {
    const double t = low + (high - low) * (k + 0.5) / rays;
    bool any = false, visible = false;
    for (const Outline2& base : target) {
      const auto at = cuts(base, eye, t);
      if (at.empty()) continue;
      any = true;
      bool hidden = false;
      for (const Wall& wall : walls) {
        const auto w = cuts(wall.outline, eye, t);
        // The wall counts when some of it stands before the target.
        hidden |= !w.empty() && w.front() < at.front();
      }
      visible |= !hidden;
    }
    all += any ? 1 : 0, seen += visible ? 1 : 0;
  }
  return all == 0 ? 1.0 : static_cast<double>(seen) / all;
}

}  // namespace

TEST_CASE("the share seen of a base agrees with dense rays", "[geometry]") {
  Rng rng(77);
  const int many = long_run() ? 100000 : 400;
  int partly = 0;
  for (int i = 0; i < many; ++i) {
    const Vec2 eye{uniform(rng, 0, 300), uniform(rng, 0, 600)};
    const Footprint ft = any_footprint(rng);
    const Shape target = placed(
        ft, Pose{Length::from_mm(uniform(rng, 600, 900)), Length::from_mm(uniform(rng, 0, 600)), Angle::from_deg(uniform(rng, 0, 360))});
    std::vector<Blocker> blockers;
    std::vector<Wall> walls;
    for (int k = 0; k < 4; ++k) {
      walls.push_back({any_wall(rng), kSkyHigh});
      blockers.push_back(blocker_of("w", walls.back().outline));
    }
    const double share = sight_to({eye, 0}, target, 0, blockers).share;
    // The library's own resolution: one ray in 250 at each of a few borders.
    const double expected = reference_share(eye, {outline_of(target, 16)}, walls, 250);
    if (std::fabs(share - expected) > 0.016) FAIL("case " << i << ": " << share << " against " << expected);
    partly += share > 0.01 && share < 0.99 ? 1 : 0;
  }
  CHECK(partly > many / 10);
}

TEST_CASE("the share seen of a formation agrees with dense rays", "[geometry]") {
  Rng rng(771);
  const int many = long_run() ? 100000 : 300;
  int partly = 0;
  for (int i = 0; i < many; ++i) {
    const Vec2 eye{uniform(rng, 0, 300), uniform(rng, 0, 600)};
    const Footprint ft = any_footprint(rng);
    auto poses = in_line(rng, ft, 2 + static_cast<int>(rng() % 3), 300, 0);
    std::vector<Shape> target;
    std::vector<Outline2> bases;
    for (MeasuredPose& pose : poses) {
      pose.pose.x += 800_mm, pose.pose.y += 150_mm;
      target.push_back(placed(ft, pose));
      bases.push_back(outline_of(target.back(), 16));
    }
    std::vector<Blocker> blockers;
    std::vector<Wall> walls;
    for (int k = 0; k < 4; ++k) {
      walls.push_back({any_wall(rng), kSkyHigh});
      blockers.push_back(blocker_of("w", walls.back().outline));
    }
    const double share = sight_to({eye, 0}, target, 0, blockers).share;
    const double expected = reference_share(eye, bases, walls, 300);
    if (expected < 0) continue;
    if (std::fabs(share - expected) > 0.02) FAIL("case " << i << ": " << share << " against " << expected);
    partly += share > 0.01 && share < 0.99 ? 1 : 0;
  }
  CHECK(partly > many / 10);
}

TEST_CASE("a wall hides what lies behind it when its top is above the line of sight", "[geometry]") {
  Rng rng(772);
  int hidden = 0, seen = 0;
  for (int i = 0; i < cases(3000); ++i) {
    // A wall square across the way: the line passes it at one fraction of the way, give or take the wall's depth.
    const double eye_h = uniform(rng, 0, 120), aim_h = uniform(rng, 0, 120), top = uniform(rng, 0, 120), at = uniform(rng, 150, 450);
    const Shape target = placed({Outline::Rectangle, 40_mm, 10_mm}, Pose{600_mm, 0_mm, 180_deg});
    const std::vector<Blocker> wall{blocker_of("w", Outline2{{at, -200}, {at + 1, -200}, {at + 1, 200}, {at, 200}}, top)};
    const double share = sight_to({{0, 0}, eye_h}, target, aim_h, wall).share;
    const double low = std::min(eye_h + (aim_h - eye_h) * at / 595, eye_h + (aim_h - eye_h) * (at + 1.5) / 595);
    if (std::fabs(top - low) < 1.0) continue;
    ++(top > low ? hidden : seen);
    if (share != (top > low ? 0.0 : 1.0)) FAIL("case " << i << ": eye " << eye_h << " aim " << aim_h << " top " << top << " at " << at);
  }
  CHECK(hidden > cases(3000) / 10);
  CHECK(seen > cases(3000) / 10);
}

TEST_CASE("sight from the front edge is the best of points along it", "[geometry]") {
  Rng rng(773);
  for (int i = 0; i < cases(400) / 4; ++i) {
    const Footprint fa{Outline::Rectangle, 120_mm, 30_mm};
    const Pose from{Length::from_mm(uniform(rng, 0, 200)), Length::from_mm(uniform(rng, 0, 600)),
                    Angle::from_deg(uniform(rng, -40, 40)).normalised()};
    const Shape eye = placed(fa, from);
    const Shape target = placed({Outline::Rectangle, 100_mm, 40_mm}, Pose{800_mm, 300_mm, 180_deg});
    std::vector<Blocker> blockers;
    std::vector<Wall> walls;
    for (int k = 0; k < 3; ++k) {
      walls.push_back({any_wall(rng), kSkyHigh});
      blockers.push_back(blocker_of("w", walls.back().outline));
    }
    double best = 0;
    const double t = from.heading.deg() * kPi / 180;
    for (int k = 0; k < 9; ++k) {
      const double y = 60 - 15.0 * k;
      const Vec2 at{from.x.mm() + 15 * std::cos(t) - y * std::sin(t), from.y.mm() + 15 * std::sin(t) + y * std::cos(t)};
      best = std::max(best, reference_share(at, {outline_of(target)}, walls, 250));
    }
    const double got = sight_from_front(eye, 0, target, 0, blockers).share;
    if (std::fabs(got - best) > 0.016) FAIL("case " << i << ": " << got << " against " << best);
  }
  SUCCEED();
}

TEST_CASE("95 percent intervals of the share seen hold the truth 94 to 96 percent of the time", "[geometry]") {
  Rng rng(774);
  int held = 0, counted = 0;
  const int wanted = long_run() ? 40000 : 2000;
  while (counted < wanted) {
    const Footprint fa = any_footprint(rng), ft = any_footprint(rng), fb = any_footprint(rng);
    const int factors = static_cast<int>(rng() % 4);
    std::vector<double> z;
    for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
    const MeasuredPose from{any_pose(rng, 250), any_error(rng, factors)};
    auto target = in_line(rng, ft, 1 + static_cast<int>(rng() % 3), 250, factors);
    for (auto& pose : target) pose.pose.x += 700_mm;
    std::vector<MeasuredPose> between;
    for (int k = 0; k < 3; ++k) {
      between.push_back({any_pose(rng, 250), any_error(rng, factors)});
      between.back().pose.x += 350_mm;
    }
    const Outline2 wall = any_wall(rng);
    const auto look = [&](const MeasuredPose& eye, const std::vector<MeasuredPose>& aim, const std::vector<MeasuredPose>& units) {
      std::vector<Blocker> blockers{blocker_of("w", wall)};
      for (const auto& pose : units) blockers.push_back(blocker_of("u", placed(fb, pose)));
      const Shape body = placed(fa, eye);
      return sight_from(body, {body.half_depth, 0}, 0, shapes_of(ft, aim), 0, blockers);
    };
    const Sight truth = look(from, target, between);
    const auto seen_of = [&](const std::vector<MeasuredPose>& poses) {
      std::vector<MeasuredPose> seen;
      for (const auto& pose : poses) seen.push_back(disturbed(rng, pose, z));
      return seen;
    };
    const Sight seen = look(disturbed(rng, from, z), seen_of(target), seen_of(between));
    // Where something is wholly hidden or wholly seen for sure the error is 0 and nothing is stated.
    if (seen.share_sd <= 0) continue;
    ++counted;
    held += std::fabs(truth.share - seen.share) <= 1.96 * seen.share_sd ? 1 : 0;
  }
  const double share = static_cast<double>(held) / wanted;
  INFO("held " << share);
  CHECK((share >= 0.94 && share <= 0.96));
}

}  // namespace random_sight_tests
