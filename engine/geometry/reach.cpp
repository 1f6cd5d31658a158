#include "engine/geometry/reach.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/joints.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

bool free_line(Vec2 p, Vec2 q, std::span<const Outline2> obstacles) {
  return std::none_of(obstacles.begin(), obstacles.end(), [&](const Outline2& o) { return runs_through(o, p, q); });
}

bool inside_any(Vec2 p, std::span<const Outline2> obstacles) {
  return std::any_of(obstacles.begin(), obstacles.end(), [&](const Outline2& o) { return depth_in(o, p) > 1e-7; });
}

struct Field {
  std::vector<Vec2> nodes;
  std::vector<double> way;
  std::vector<std::size_t> before;
};

/// The obstacles and their joints: what may not be entered, and the corners ways bend round.
struct Walls {
  std::vector<Outline2> solid;
  std::vector<Vec2> corners;

  Walls() = default;
  Walls(std::span<const Outline2> obstacles, double width_mm) : solid(obstacles.begin(), obstacles.end()) {
    for (const Outline2& o : obstacles) corners.insert(corners.end(), o.begin(), o.end());
    for (Joint& joint : joints_of(obstacles, width_mm)) {
      if (joint.at_corners) corners.insert(corners.end(), joint.outline.begin(), joint.outline.end());
      solid.push_back(std::move(joint.outline));
    }
  }
  void add(const Outline2& outline, bool bends) {
    if (bends) corners.insert(corners.end(), outline.begin(), outline.end());
    solid.push_back(outline);
  }
};

/// Dijkstra over the corners that can matter, dense form; nodes[0] is the start.
Field spread(Vec2 from, double limit, const Walls& walls, std::optional<Vec2> goal) {
  const std::span<const Outline2> obstacles = walls.solid;
  Field f;
  f.nodes.push_back(from);
  for (const Vec2 v : walls.corners)
    if (length_of(v - from) <= limit && !inside_any(v, obstacles)) f.nodes.push_back(v);
  if (goal) f.nodes.push_back(*goal);
  const std::size_t n = f.nodes.size();
  f.way.assign(n, 1e300);
  f.before.assign(n, 0);
  std::vector<bool> done(n, false);
  f.way[0] = 0;
  for (;;) {
    std::size_t next = n;
    for (std::size_t i = 0; i < n; ++i)
      if (!done[i] && f.way[i] < 1e299 && (next == n || f.way[i] < f.way[next])) next = i;
    if (next == n || (goal && next == n - 1)) return f;
    done[next] = true;
    for (std::size_t i = 0; i < n; ++i) {
      if (done[i]) continue;
      const double way = f.way[next] + length_of(f.nodes[i] - f.nodes[next]);
      if (way < f.way[i] && way <= limit && free_line(f.nodes[next], f.nodes[i], obstacles)) f.way[i] = way, f.before[i] = next;
    }
  }
}

/// How far a ray goes before it enters an obstacle.
double ray(Vec2 p, Vec2 u, double limit, std::span<const Outline2> obstacles) {
  double best = limit;
  const Vec2 q = p + limit * u;
  for (const Outline2& o : obstacles) {
    const auto inside = stretches_inside(o, p, q);
    if (!inside.empty()) best = std::min(best, inside.front().first * limit);
  }
  return best;
}

}  // namespace

Ground::Ground(std::span<const Outline2> obstacles, double width_mm) {
  for (const Outline2& o : obstacles) pieces_.push_back({o, true, {pieces_.size(), pieces_.size()}});
  for (Joint& joint : joints_of(obstacles, width_mm)) pieces_.push_back({std::move(joint.outline), joint.at_corners, {joint.a, joint.b}});
}

std::optional<Way> Ground::shortest_way(Vec2 from, Vec2 to) const {
  const auto inside = [&](Vec2 p) {
    return std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) { return depth_in(piece.outline, p) > 1e-7; });
  };
  if (inside(from) || inside(to)) return std::nullopt;
  // Only what the way so far runs through is gone round: a way past some of the obstacles that keeps off all of them is the shortest.
  Walls walls;
  std::vector<bool> met(pieces_.size(), false);
  for (;;) {
    const Field f = spread(from, 1e290, walls, to);
    const std::size_t goal = f.nodes.size() - 1;
    if (f.way[goal] > 1e289) return std::nullopt;
    Way way{f.way[goal], {f.nodes[goal]}};
    for (std::size_t i = goal; i != 0; i = f.before[i]) way.points.push_back(f.nodes[f.before[i]]);
    std::reverse(way.points.begin(), way.points.end());
    bool keeps_off = true;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      for (std::size_t i = 1; i < way.points.size() && !met[k]; ++i)
        if (runs_through(pieces_[k].outline, way.points[i - 1], way.points[i])) {
          keeps_off = false;
          for (const std::size_t piece : {k, pieces_[k].joins[0], pieces_[k].joins[1]}) {
            if (met[piece]) continue;
            met[piece] = true;
            walls.add(pieces_[piece].outline, pieces_[piece].bends);
          }
        }
    if (keeps_off) return way;
  }
}

std::optional<Way> shortest_way(Vec2 from, Vec2 to, std::span<const Outline2> obstacles, double width_mm) {
  return Ground(obstacles, width_mm).shortest_way(from, to);
}

std::optional<MeasuredWay> shortest_way(const Shape& from, Vec2 from_own, const Shape& to, Vec2 to_own, std::span<const Outline2> obstacles,
                                        double width_mm) {
  const Vec2 start = from.on_table(from_own), end = to.on_table(to_own);
  auto way = shortest_way(start, end, obstacles, width_mm);
  if (!way) return std::nullopt;
  // The way's length changes as its first and last leg do: the corners between stand fast.
  const auto unit = [](Vec2 v) {
    const double l = length_of(v);
    return l > 0 ? (1 / l) * v : Vec2{};
  };
  const std::size_t n = way->points.size();
  const Vec2 out = n > 1 ? unit(way->points[1] - way->points[0]) : Vec2{},
             in = n > 1 ? unit(way->points[n - 1] - way->points[n - 2]) : Vec2{};
  const Gradient by_from{-out.x, -out.y, -dot(out, left_of(start - from.centre))};
  const Gradient by_to{in.x, in.y, dot(in, left_of(end - to.centre))};
  return MeasuredWay{{rounded(way->length_mm), rounded(standard_deviation(from, by_from, to, by_to))}, std::move(way->points)};
}

std::vector<Outline2> reachable(Vec2 from, double limit_mm, std::span<const Outline2> around, int step_deg, double width_mm) {
  std::vector<Outline2> region;
  const Walls walls(around, width_mm);
  const std::span<const Outline2> obstacles = walls.solid;
  if (inside_any(from, obstacles)) return region;
  const Field f = spread(from, limit_mm, walls, std::nullopt);
  for (std::size_t i = 0; i < f.nodes.size(); ++i) {
    const double left = limit_mm - f.way[i];
    if (left <= 1e-6) continue;
    std::vector<std::int64_t> directions;
    for (int d = 0; d < 360; d += step_deg) directions.push_back(d * 1000);
    const auto both_sides_of = [&](Vec2 d) {
      const std::int64_t to = direction(d.x, d.y).mdeg;
      for (const std::int64_t off : {-2, 2}) directions.push_back(Angle{to + off}.normalised().mdeg);
    };
    for (const Outline2& o : obstacles)
      for (std::size_t k = 0; k < o.size(); ++k) {
        const Vec2 d = o[k] - f.nodes[i], e = o[(k + 1) % o.size()] - o[k];
        if (length_of(d) > 1e-9 && length_of(d) <= left) both_sides_of(d);
        // Where the edge leaves the circle of what is left, the region's border turns from edge to arc.
        const double a = dot(e, e), b = dot(d, e), h = b * b - a * (dot(d, d) - left * left);
        if (h <= 0 || a <= 0) continue;
        for (const double root : {-std::sqrt(h), std::sqrt(h)})
          if (const double t = (root - b) / a; t > 0 && t < 1) both_sides_of(d + t * e);
      }
    std::sort(directions.begin(), directions.end());
    directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
    Outline2 star;
    for (const std::int64_t d : directions) {
      const Vec2 u = unit_vector(Angle{d});
      star.push_back(f.nodes[i] + ray(f.nodes[i], u, left, obstacles) * u);
    }
    region.push_back(std::move(star));
  }
  return region;
}

bool in_region(const std::vector<Outline2>& region, Vec2 p) {
  return std::any_of(region.begin(), region.end(), [&](const Outline2& piece) { return contains(piece, p); });
}

std::vector<Outline2> grown(const Outline2& obstacle, double by_mm) {
  std::vector<Outline2> result;
  for (Outline2 piece : convex_pieces(obstacle)) {
    if (area_of(piece) < 0) std::reverse(piece.begin(), piece.end());
    Outline2 wide;
    const std::size_t n = piece.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 a = piece[(i + n - 1) % n], b = piece[i], c = piece[(i + 1) % n];
      const auto normal = [](Vec2 d) {
        const double l = length_of(d);
        return Vec2{d.y / l, -d.x / l};
      };
      const Vec2 n1 = normal(b - a), n2 = normal(c - b);
      const double k = 1.0 + dot(n1, n2);
      if (k < 0.25) {  // a sharp corner: cut it off instead of a long spike
        wide.push_back(b + by_mm * (n1 + left_of(n1)));
        wide.push_back(b + by_mm * (n2 - left_of(n2)));
      } else {
        wide.push_back(b + (by_mm / k) * (n1 + n2));
      }
    }
    result.push_back(std::move(wide));
  }
  return result;
}

}  // namespace polemarch::geometry
