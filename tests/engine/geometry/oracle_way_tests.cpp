/// Ways round compounds: pieces that abut, overlap a little, leave slits, meet at corners, form Ts and rings. The expected lengths know
/// nothing of joints: hull chains round what the pieces make up together, or a search round boxes grown by a thousandth.
#include "engine/geometry/reach.hpp"
#include "tests/engine/geometry/random_cases.hpp"

namespace oracle_way_tests {

using namespace random_cases;

namespace {

struct Box {
  double x0, y0, x1, y1;
};
Outline2 outline(const Box& b) { return {{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}}; }
std::vector<Outline2> outlines(const std::vector<Box>& boxes) {
  std::vector<Outline2> all;
  for (const Box& b : boxes) all.push_back(outline(b));
  return all;
}

std::optional<double> way(Vec2 from, Vec2 to, const std::vector<Outline2>& walls, double width = kHairMm) {
  const auto found = shortest_way(from, to, walls, width);
  return found ? std::optional(found->length_mm) : std::nullopt;
}

double turn(Vec2 a, Vec2 b, Vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
double far(Vec2 a, Vec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// Round one convex body: the shorter of the two chains of the hull of the body and both ends; straight when an end is not on the hull.
double round_convex(Vec2 from, Vec2 to, std::vector<Vec2> body) {
  body.push_back(from), body.push_back(to);
  std::sort(body.begin(), body.end(), [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Vec2> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vec2 p : body) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(body.begin(), body.end());
  }
  const auto at = [&](Vec2 p) {
    return std::find_if(hull.begin(), hull.end(), [&](Vec2 h) { return h.x == p.x && h.y == p.y; }) - hull.begin();
  };
  const auto n = static_cast<std::ptrdiff_t>(hull.size()), a = at(from), b = at(to);
  if (a == n || b == n) return far(from, to);
  double one = 0, other = 0;
  for (auto i = a; i != b; i = (i + 1) % n) one += far(hull[static_cast<std::size_t>(i)], hull[static_cast<std::size_t>((i + 1) % n)]);
  for (auto i = b; i != a; i = (i + 1) % n) other += far(hull[static_cast<std::size_t>(i)], hull[static_cast<std::size_t>((i + 1) % n)]);
  return std::min(one, other);
}

/// Does the segment enter the open box? Cut by the box's four lines.
bool enters(const Box& b, Vec2 p, Vec2 q) {
  double from = 0, to = 1;
  const double dx = q.x - p.x, dy = q.y - p.y;
  for (const auto& [d, near, beyond] :
       {std::array<double, 3>{dx, b.x0 - p.x, b.x1 - p.x}, std::array<double, 3>{dy, b.y0 - p.y, b.y1 - p.y}}) {
    if (std::fabs(d) < 1e-12) {
      if (near >= -1e-9 || beyond <= 1e-9) return false;
      continue;
    }
    from = std::max(from, std::min(near / d, beyond / d)), to = std::min(to, std::max(near / d, beyond / d));
  }
  return to - from > 1e-9;
}
/// The shortest way round boxes grown by a thousandth: what abuts overlaps then. Settled by repeated improvement.
double round_boxes(Vec2 from, Vec2 to, std::vector<Box> boxes) {
  for (Box& b : boxes) b = {b.x0 - 1e-3, b.y0 - 1e-3, b.x1 + 1e-3, b.y1 + 1e-3};
  std::vector<Vec2> nodes{from, to};
  for (const Box& b : boxes)
    for (const Vec2 v : outline(b)) nodes.push_back(v);
  std::vector<double> length(nodes.size(), 1e300);
  length[0] = 0;
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t k = 0; k < nodes.size() && length[i] < 1e299; ++k) {
        const double w = length[i] + far(nodes[i], nodes[k]);
        if (w >= length[k] - 1e-12) continue;
        if (std::any_of(boxes.begin(), boxes.end(), [&](const Box& b) { return enters(b, nodes[i], nodes[k]); })) continue;
        length[k] = w, better = true;
      }
  }
  return length[1];
}

}  // namespace

TEST_CASE("no way leads along the joint of two abutting obstacles", "[geometry]") {
  const double round = 2 * std::hypot(30, 55) + 10;
  const Box up{0, 0, 10, 60}, down{0, -60, 10, 0};
  CHECK(way({-30, 5}, {40, 5}, outlines({up, down})).value() == Approx(round));
  for (const double off : {0.005, 1e-8, 1e-6, -1e-8, -1e-6, -0.0005, -0.01, -1.0}) {  // a slit, or an overlap
    INFO("off by " << off);
    CHECK(way({-30, 5}, {40, 5}, outlines({{0, off, 10, 60}, down})).value() == Approx(round));
  }
  // A gap lets through what is narrower.
  const std::vector<Outline2> gap = outlines({{0, 5, 10, 60}, down});
  CHECK(way({-30, 2}, {40, 2}, gap).value() == Approx(70));
  CHECK(way({-30, 2}, {40, 2}, gap, 4.9).value() == Approx(70));
  CHECK(way({-30, 2}, {40, 2}, gap, 5.1).value() > 130);
  // T: one piece's end against the other's side.
  CHECK(way({-30, 5}, {40, 5}, outlines({up, {-60, -10, 60, 0}})).value() == Approx(round));
  // Corner to corner.
  const double corner = std::min(far({60, 40}, {50, 0}) + 50 + far({0, 0}, {0, 50}) + far({0, 50}, {40, 60}),
                                 far({60, 40}, {100, 50}) + 50 + 50 + far({50, 100}, {40, 60}));
  CHECK(way({60, 40}, {40, 60}, outlines({{0, 0, 50, 50}, {50, 50, 100, 100}})).value() == Approx(corner).margin(0.01));
}

TEST_CASE("a ring of pieces that touch lets nothing out", "[geometry]") {
  CHECK_FALSE(way({50, 50}, {200, 50}, outlines({{0, 0, 100, 10}, {0, 90, 100, 100}, {0, 10, 10, 90}, {90, 10, 100, 90}})));
  const std::vector<Outline2> three{
      {{0, 0}, {100, 0}, {90, 10}, {10, 10}}, {{100, 0}, {50, 100}, {50, 80}, {90, 10}}, {{50, 100}, {0, 0}, {10, 10}, {50, 80}}};
  CHECK_FALSE(way({50, 40}, {200, 50}, three));
  CHECK(way({-20, 50}, {150, 50}, three).value() == Approx(round_convex({-20, 50}, {150, 50}, {{0, 0}, {100, 0}, {50, 100}})));
  // A mitre joined in a point only still closes it.
  CHECK_FALSE(way({50, 50}, {200, 50}, outlines({{10, 0, 90, 10}, {10, 90, 90, 100}, {0, 10, 10, 90}, {90, 10, 100, 90}})));
  // One side away: out by it.
  CHECK(way({50, 50}, {200, 50}, outlines({{0, 0, 100, 10}, {0, 90, 100, 100}, {0, 10, 10, 90}})).value() == Approx(150));
}

TEST_CASE("a place in a joint cannot be reached", "[geometry]") {
  CHECK_FALSE(way({-30, 5}, {5, 0}, outlines({{0, 0, 10, 60}, {0, -60, 10, 0}})));
  CHECK(way({-30, 0}, {0, 0}, outlines({{0, 0, 10, 60}, {0, -60, 10, 0}})).value() == Approx(30));
}

TEST_CASE("the region within a distance does not run along joints", "[geometry]") {
  const std::vector<Outline2> walls = outlines({{10, 0, 20, 200}, {10, -200, 20, 0}});
  const auto region = reachable({0, 0}, 60, walls);
  CHECK(in_region(region, {5, 20}));
  CHECK_FALSE(in_region(region, {30, 0.2}));
  for (const Outline2& piece : region)
    for (const Vec2 v : piece) CHECK(v.x < 10.01);
}

TEST_CASE("the way round a convex body cut into pieces is the way round the whole", "[geometry]") {
  Rng rng(91011);
  int round = 0;
  const int many = long_run() ? 20000 : 500;
  for (int i = 0; i < many; ++i) {
    // An ellipse of a few corners cut by lines; corners are rounded to 0.001 mm as tables are, so slits and overlaps come by themselves.
    const double a = uniform(rng, 30, 150), b = uniform(rng, 30, 150);
    Outline2 whole;
    const int corners = 3 + static_cast<int>(rng() % 10);
    const auto rounded_to = [](double v) { return std::round(v * 1000) / 1000; };
    for (int k = 0; k < corners; ++k) {
      const double t = 2 * kPi * (k + uniform(rng, 0, 0.7)) / corners;
      whole.push_back({rounded_to(a * std::cos(t)), rounded_to(b * std::sin(t))});
    }
    std::vector<Outline2> pieces{whole};
    for (int cut = 1 + static_cast<int>(rng() % 4); cut > 0; --cut) {
      const double t = uniform(rng, 0, kPi), c = std::cos(t), s = std::sin(t), off = uniform(rng, -0.5, 0.5) * std::min(a, b);
      std::vector<Outline2> parts;
      for (const Outline2& piece : pieces)
        for (const double side : {1.0, -1.0}) {
          Outline2 part;
          for (std::size_t k = 0; k < piece.size(); ++k) {
            const Vec2 p = piece[k], q = piece[(k + 1) % piece.size()];
            const double dp = side * (c * p.x + s * p.y - off), dq = side * (c * q.x + s * q.y - off);
            if (dp >= 0) part.push_back(p);
            if ((dp > 0) != (dq > 0) && dp != dq)
              part.push_back({rounded_to(p.x + dp / (dp - dq) * (q.x - p.x)), rounded_to(p.y + dp / (dp - dq) * (q.y - p.y))});
          }
          if (part.size() >= 3) parts.push_back(part);
        }
      pieces = parts;
    }
    const double t = uniform(rng, 0, 2 * kPi), u = t + kPi + uniform(rng, -0.8, 0.8), r = uniform(rng, 160, 300);
    const Vec2 from{r * std::cos(t), r * std::sin(t)}, to{r * std::cos(u), r * std::sin(u)};
    const auto got = way(from, to, pieces);
    bool through = false;
    for (std::size_t k = 0; k < whole.size(); ++k)
      through |= (turn(from, to, whole[k]) > 0) != (turn(from, to, whole[(k + 1) % whole.size()]) > 0);
    const double expected = through ? round_convex(from, to, whole) : far(from, to);
    if (!got) FAIL("case " << i << ": no way");
    if (std::fabs(*got - expected) > 0.02)
      FAIL("case " << i << ": " << *got << " against " << expected << ", " << pieces.size() << " pieces");
    round += expected > far(from, to) + 1 ? 1 : 0;
  }
  CHECK(round > many / 3);
}

TEST_CASE("the way round abutting rectangles is that of an independent search", "[geometry]") {
  Rng rng(91012);
  int round = 0, none = 0;
  const int many = long_run() ? 10000 : 250;
  for (int i = 0; i < many; ++i) {
    // Cells of a grid with uneven lines, some filled: sides, corners, Ts and rings meet.
    std::array<double, 7> xs{}, ys{};
    for (std::size_t k = 1; k < 7; ++k)
      xs[k] = xs[k - 1] + 5 + static_cast<double>(rng() % 40), ys[k] = ys[k - 1] + 5 + static_cast<double>(rng() % 40);
    std::vector<Box> boxes;
    std::vector<Vec2> open;
    for (std::size_t x = 0; x + 1 < 7; ++x)
      for (std::size_t y = 0; y + 1 < 7; ++y) {
        const std::size_t wide = x + 2 < 7 && rng() % 4 == 0 ? 2 : 1;  // a longer piece makes a T
        if (rng() % 100 < 42)
          boxes.push_back({xs[x], ys[y], xs[x + wide], ys[y + 1]});
        else
          open.push_back({0.5 * (xs[x] + xs[x + 1]) + 0.3, 0.5 * (ys[y] + ys[y + 1]) - 0.2});
      }
    std::erase_if(open, [&](Vec2 p) {
      return std::any_of(boxes.begin(), boxes.end(), [&](const Box& b) { return p.x > b.x0 && p.x < b.x1 && p.y > b.y0 && p.y < b.y1; });
    });
    const Vec2 from{-20, ys[3] + 1}, to = open.empty() ? Vec2{xs[6] + 20, ys[2]} : open[rng() % open.size()];
    const auto got = way(from, to, outlines(boxes));
    const double expected = round_boxes(from, to, boxes);
    if (got.has_value() != (expected < 1e299)) FAIL("case " << i << ": a way for one only");
    none += got ? 0 : 1;
    if (!got) continue;
    if (std::fabs(*got - expected) > 0.05) FAIL("case " << i << ": " << *got << " against " << expected);
    round += *got > far(from, to) + 1 ? 1 : 0;
  }
  CHECK(round > many / 10);
  CHECK(none > many / 50);
}

TEST_CASE("a row of pieces with gaps narrower than what moves is one", "[geometry]") {
  Rng rng(91013);
  for (int i = 0; i < (long_run() ? 20000 : 300); ++i) {
    const double width = uniform(rng, 0.02, 40), t = uniform(rng, 0, 2 * kPi), c = std::cos(t), s = std::sin(t);
    std::vector<Outline2> row;
    double x = 0;
    for (int k = 2 + static_cast<int>(rng() % 4); k > 0; --k) {
      const double long_side = uniform(rng, 20, 80);
      Outline2 piece = outline({x, 0, x + long_side, 30});
      for (Vec2& v : piece) v = {v.x * c - v.y * s, v.x * s + v.y * c};
      row.push_back(piece);
      x += long_side + uniform(rng, 0, 0.95) * width;
    }
    const Vec2 first = row.front()[0], last = row.back()[1], last_up = row.back()[2], first_up = row.front()[3];
    const double at = uniform(rng, 0, x), to_at = uniform(rng, 0, x), off = uniform(rng, 50, 100);
    const Vec2 from{at * c + off * s, at * s - off * c}, to{to_at * c - (30 + off) * s, to_at * s + (30 + off) * c};
    const auto got = way(from, to, row, width);
    const double expected = round_convex(from, to, {first, last, last_up, first_up});
    if (!got) FAIL("case " << i << ": no way");
    if (std::fabs(*got - expected) > 0.02) FAIL("case " << i << ": " << *got << " against " << expected);
  }
  SUCCEED();
}

}  // namespace oracle_way_tests
