/// Sight past blockers of many corners against dense rays, and what is stated near 0 and 1: shares of arcs and of sight hold the truth as
/// often as they say, and are never sure where the truth differs.
#include "engine/geometry/arc.hpp"
#include "engine/geometry/sight.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace oracle_sight_tests {

using namespace random_cases;

namespace {

/// A convex blocker of many corners: points of an ellipse at uneven steps.
Outline2 round_wall(Rng& rng, Vec2 centre, int corners) {
  const double a = uniform(rng, 15, 90), b = uniform(rng, 15, 90), turn = uniform(rng, 0, 2 * kPi);
  Outline2 wall;
  for (int i = 0; i < corners; ++i) {
    const double t = 2 * kPi * (i + uniform(rng, 0, 0.8)) / corners;
    const double x = a * std::cos(t), y = b * std::sin(t);
    wall.push_back({centre.x + x * std::cos(turn) - y * std::sin(turn), centre.y + x * std::sin(turn) + y * std::cos(turn)});
  }
  return wall;
}

/// Does the segment eye-aim meet the outline? By the signs of areas.
bool meets(const Outline2& outline, Vec2 eye, Vec2 aim) {
  const auto side = [](Vec2 p, Vec2 q, Vec2 r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); };
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
    if ((side(eye, aim, a) > 0) != (side(eye, aim, b) > 0) && (side(a, b, eye) > 0) != (side(a, b, aim) > 0)) return true;
  }
  return false;
}

/// The share of directions in which a rectangle before the eye is seen, by rays at the middles of equal angles.
double share_by_rays(Vec2 eye, const Shape& target, const std::vector<Outline2>& walls, int rays) {
  double low = 1e9, high = -1e9;
  for (const Vec2 v : target.corners) {
    const double t = std::atan2(v.y - eye.y, v.x - eye.x);
    low = std::min(low, t), high = std::max(high, t);
  }
  int seen = 0;
  for (int k = 0; k < rays; ++k) {
    const double t = low + (high - low) * (k + 0.5) / rays;
    double near = 1e9;  // where the ray first meets the target
    for (std::size_t e = 0; e < 4; ++e) {
      const Vec2 a = target.corners[e], b = target.corners[(e + 1) % 4];
      const double dx = std::cos(t), dy = std::sin(t), ex = b.x - a.x, ey = b.y - a.y, d = dx * ey - dy * ex;
      if (std::fabs(d) < 1e-12) continue;
      const double s = ((a.x - eye.x) * ey - (a.y - eye.y) * ex) / d, q = ((a.x - eye.x) * dy - (a.y - eye.y) * dx) / d;
      if (s > 0 && q >= 0 && q <= 1) near = std::min(near, s);
    }
    if (near > 1e8) continue;
    const Vec2 aim{eye.x + near * std::cos(t), eye.y + near * std::sin(t)};
    seen += std::none_of(walls.begin(), walls.end(), [&](const Outline2& wall) { return meets(wall, eye, aim); }) ? 1 : 0;
  }
  return static_cast<double>(seen) / rays;
}

PoseError times(PoseError error, std::int64_t k) {
  for (std::int64_t& v : error.own) v *= k * k;
  for (auto& loading : error.shared)
    for (std::int64_t& v : loading) v *= k;
  return error;
}

/// How often a stated interval holds, apart for shares of 0 or 1 as measured, near them, and all.
struct Held {
  int count = 0, held = 0;
  void add(double truth, double value, double sd) { ++count, held += std::fabs(truth - value) <= 1.96 * sd + 1e-12 ? 1 : 0; }
  double share() const { return static_cast<double>(held) / std::max(count, 1); }
};
struct Near {
  Held at_bound, near_bound, all;
  int sure_and_wrong = 0;
  void add(double truth, double value, double sd) {
    if (sd <= 0) {
      sure_and_wrong += std::fabs(truth - value) > 1e-6 ? 1 : 0;
      return;
    }
    all.add(truth, value, sd);
    if (value <= 1e-9 || value >= 1 - 1e-9)
      at_bound.add(truth, value, sd);
    else if (value < 0.03 || value > 0.97)
      near_bound.add(truth, value, sd);
  }
};

/// 95 % give or take 1 %, and three standard deviations of so many cases in the short form.
bool holds(const Held& held, double low, double high) {
  const double chance = 3 * std::sqrt(0.05 * 0.95 / std::max(held.count, 1));
  return held.share() >= low - chance && held.share() <= high + chance;
}

}  // namespace

TEST_CASE("a convex blocker hides as much as it covers, however many corners it has", "[geometry]") {
  const Shape target = placed({Outline::Rectangle, 100_mm, 40_mm}, Pose{0_mm, 400_mm, 270_deg});
  for (const int corners : {4, 19, 20, 21, 22, 24, 25, 48, 96, 200, 500}) {
    Outline2 wall;
    for (int i = 0; i < corners; ++i) {
      const double t = 2 * kPi * i / corners;
      wall.push_back({60 + 60 * std::cos(t), 200 + 60 * std::sin(t)});
    }
    const std::vector<Blocker> blockers{blocker_of("w", wall)};
    INFO(corners << " corners");
    CHECK(std::fabs(sight_to({{0, 0}, 0}, target, 0, blockers).share - share_by_rays({0, 0}, target, {wall}, 2000)) < 0.001);
  }
}

TEST_CASE("the share seen past blockers of many corners agrees with dense rays", "[geometry]") {
  Rng rng(90417);
  int partly = 0;
  const int many = long_run() ? 20000 : 250;
  for (int i = 0; i < many; ++i) {
    const Vec2 eye{uniform(rng, 0, 200), uniform(rng, 0, 600)};
    const Shape target =
        placed({Outline::Rectangle, Length::from_mm(uniform(rng, 40, 200)), Length::from_mm(uniform(rng, 15, 80))},
               Pose{Length::from_mm(uniform(rng, 650, 900)), Length::from_mm(uniform(rng, 0, 600)), Angle::from_deg(uniform(rng, 0, 360))});
    std::vector<Outline2> walls;
    std::vector<Blocker> blockers;
    for (int k = 0; k < 3; ++k) {
      walls.push_back(round_wall(rng, {uniform(rng, 300, 520), uniform(rng, 0, 600)}, 3 + static_cast<int>(rng() % 120)));
      if (rng() % 2 == 0) std::reverse(walls.back().begin(), walls.back().end());
      blockers.push_back(blocker_of("w", walls.back()));
    }
    const double share = sight_to({eye, 0}, target, 0, blockers).share, expected = share_by_rays(eye, target, walls, 300);
    if (std::fabs(share - expected) > 0.015) FAIL("case " << i << ": " << share << " against " << expected);
    partly += share > 0.02 && share < 0.98 ? 1 : 0;
  }
  CHECK(partly > many / 8);
}

TEST_CASE("an eye that touches a blocker sees past it on its own side", "[geometry]") {
  const Shape target = placed({Outline::Rectangle, 100_mm, 20_mm}, Pose{0_mm, 300_mm, 270_deg});
  const Outline2 right{{0, -20}, {80, -20}, {80, 40}, {0, 40}};  // its left side runs past the eye
  const std::vector<Blocker> one{blocker_of("w", right)};
  CHECK(sight_to({{0, 0}, 0}, target, 0, one).share == Approx(0.5).margin(1e-6));
  const std::vector<Blocker> low{blocker_of("w", right, 10)};
  CHECK(sight_to({{0, 0}, 20}, target, 20, low).share == Approx(1.0));
}

TEST_CASE("shares in an arc near 0 and 1 hold the truth 95 percent of the time at one and four times the noise", "[geometry]") {
  for (const std::int64_t noise : {1, 4}) {
    Rng rng(90501 + static_cast<std::uint64_t>(noise));
    Near near;
    const int many = long_run() ? 200000 : 9000;
    for (int i = 0; i < many; ++i) {
      const Footprint fa = any_footprint(rng), fb = any_footprint(rng);
      const int factors = static_cast<int>(rng() % 4);
      const MeasuredPose ta{any_pose(rng, 250), times(any_error(rng, factors), noise)};
      const MeasuredPose tb{any_pose(rng, 250), times(any_error(rng, factors), noise)};
      std::vector<double> z;
      for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
      constexpr std::array<std::int64_t, 3> kSides{22000, 45000, 90000};
      const ArcSpec arc{static_cast<Edge>(rng() % 4), Angle{kSides[rng() % 3]}, static_cast<Apex>(rng() % 3)};
      const MeasuredPose ma = disturbed(rng, ta, z), mb = disturbed(rng, tb, z);
      const double truth = footprint_in_arc(placed(fa, ta.pose), arc, placed(fb, tb.pose)).share;
      const ArcMembership seen = footprint_in_arc(placed(fa, ma), arc, placed(fb, mb));
      near.add(truth, seen.share, seen.share_sd);
    }
    INFO("noise " << noise << ": near " << near.near_bound.share() << " of " << near.near_bound.count << ", at 0 or 1 "
                  << near.at_bound.share() << " of " << near.at_bound.count << ", all " << near.all.share());
    CHECK(near.sure_and_wrong == 0);
    CHECK(near.near_bound.count > many / 50);
    CHECK(holds(near.near_bound, 0.94, 0.96));
    CHECK(holds(near.at_bound, 0.94, 1.0));  // a share of 0 that is right nineteen times in twenty is held more often than that
    CHECK(holds(near.all, 0.94, 0.96));
  }
}

TEST_CASE("shares seen near 0 and 1 hold the truth 95 percent of the time at one and four times the noise", "[geometry]") {
  for (const std::int64_t noise : {1, 4}) {
    Rng rng(90601 + static_cast<std::uint64_t>(noise));
    Near near;
    const int many = long_run() ? 60000 : 1500;
    for (int i = 0; i < many; ++i) {
      const Footprint fa = any_footprint(rng), ft = any_footprint(rng), fb = any_footprint(rng);
      const int factors = static_cast<int>(rng() % 4);
      std::vector<double> z;
      for (int k = 0; k < factors; ++k) z.push_back(normal(rng));
      MeasuredPose from{any_pose(rng, 250), times(any_error(rng, factors), noise)};
      MeasuredPose target{any_pose(rng, 250), times(any_error(rng, factors), noise)};
      target.pose.x += 600_mm;
      std::vector<MeasuredPose> between;
      for (int k = 0; k < 2; ++k) {
        between.push_back({any_pose(rng, 250), times(any_error(rng, factors), noise)});
        between.back().pose.x += 300_mm;
      }
      const auto look = [&](const MeasuredPose& eye, const MeasuredPose& aim, const std::vector<MeasuredPose>& units) {
        std::vector<Blocker> blockers;
        for (const MeasuredPose& pose : units) blockers.push_back(blocker_of("u", placed(fb, pose)));
        const Shape body = placed(fa, eye);
        return sight_from(body, {body.half_depth, 0}, 0, placed(ft, aim), 0, blockers);
      };
      std::vector<MeasuredPose> exact, seen_units;
      for (const MeasuredPose& pose : between) exact.push_back({pose.pose, {}}), seen_units.push_back(disturbed(rng, pose, z));
      const double truth = look({from.pose, {}}, {target.pose, {}}, exact).share;
      const Sight seen = look(disturbed(rng, from, z), disturbed(rng, target, z), seen_units);
      near.add(truth, seen.share, seen.share_sd);
    }
    INFO("noise " << noise << ": near " << near.near_bound.share() << " of " << near.near_bound.count << ", at 0 or 1 "
                  << near.at_bound.share() << " of " << near.at_bound.count << ", all " << near.all.share());
    CHECK(near.sure_and_wrong == 0);
    CHECK(near.at_bound.count > many / 50);
    CHECK(holds(near.near_bound, 0.94, 0.97));
    CHECK(holds(near.at_bound, 0.94, 1.0));
    CHECK(holds(near.all, 0.94, 0.97));
  }
}

}  // namespace oracle_sight_tests
