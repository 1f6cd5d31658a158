#include "engine/geometry/reach.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/joints.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

/// What lies in a way's way: the obstacle that stopped the last one is asked first.
class Lines {
 public:
  explicit Lines(std::span<const Outline2> obstacles) : obstacles_(obstacles) {}
  bool is_free(Vec2 p, Vec2 q) {
    if (obstacles_.empty()) return true;
    if (runs_through(obstacles_[last_], p, q)) return false;
    for (std::size_t i = 0; i < obstacles_.size(); ++i)
      if (i != last_ && runs_through(obstacles_[i], p, q)) {
        last_ = i;
        return false;
      }
    return true;
  }

 private:
  std::span<const Outline2> obstacles_;
  std::size_t last_ = 0;
};

/// A place a way may bend at: a corner of an obstacle between its neighbours, or an end of the way (its own neighbour).
struct Bend {
  Vec2 at, before, after;
};

/// A shortest way that bends at a corner leaves both edges of it on one side.
bool passes(const Bend& bend, Vec2 way) {
  const double hair = 1e-6 * length_of(way), before = cross(way, bend.before - bend.at), after = cross(way, bend.after - bend.at);
  return !((before > hair && after < -hair) || (before < -hair && after > hair));
}

bool inside_any(Vec2 p, std::span<const Outline2> obstacles) {
  return std::any_of(obstacles.begin(), obstacles.end(), [&](const Outline2& o) { return deep_in(o, p, kTouchMm); });
}

struct Field {
  std::vector<Vec2> nodes;
  std::vector<double> way;
  std::vector<std::size_t> before;
};

/// The obstacles and their joints: what may not be entered, and the corners ways bend round.
struct Walls {
  std::vector<Outline2> solid;
  std::vector<Bend> corners;

  Walls() = default;
  Walls(std::span<const Outline2> obstacles, double width_mm) : solid(obstacles.begin(), obstacles.end()) {
    for (const Outline2& o : obstacles) bend_round(o);
    for (Joint& joint : joints_of(obstacles, width_mm)) {
      if (joint.at_corners) bend_round(joint.outline);
      solid.push_back(std::move(joint.outline));
    }
  }
  void add(const Outline2& outline, bool bends) {
    if (bends) bend_round(outline);
    solid.push_back(outline);
  }

 private:
  void bend_round(const Outline2& outline) {
    const std::size_t n = outline.size();
    for (std::size_t i = 0; i < n; ++i) corners.push_back({outline[i], outline[(i + n - 1) % n], outline[(i + 1) % n]});
  }
};

/// Dijkstra over the corners that can matter, dense form; nodes[0] is the start. Without a goal every corner in sight is reached.
Field spread(Vec2 from, double limit, const Walls& walls, std::optional<Vec2> goal) {
  Field f;
  std::vector<Bend> bends{{from, from, from}};
  for (const Bend& corner : walls.corners)
    if (length_of(corner.at - from) <= limit && !inside_any(corner.at, walls.solid)) bends.push_back(corner);
  if (goal) bends.push_back({*goal, *goal, *goal});
  for (const Bend& bend : bends) f.nodes.push_back(bend.at);
  Lines lines(walls.solid);
  const auto is_free = [&](std::size_t i, std::size_t k) {
    const Vec2 way = f.nodes[k] - f.nodes[i];
    if (goal && !(passes(bends[i], way) && passes(bends[k], way))) return false;
    return lines.is_free(f.nodes[i], f.nodes[k]);
  };
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
      if (way < f.way[i] && way <= limit && is_free(next, i)) f.way[i] = way, f.before[i] = next;
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
    return std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) { return deep_in(piece.outline, p, kTouchMm); });
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
