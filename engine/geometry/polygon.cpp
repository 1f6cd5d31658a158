#include "engine/geometry/polygon.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/arc.hpp"

namespace polemarch::geometry {
namespace {

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double l2 = dot(d, d);
  const double t = l2 > 0 ? std::clamp(dot(p - a, d) / l2, 0.0, 1.0) : 0.0;
  return length_of(p - (a + t * d));
}

bool in_triangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
  return cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0 && cross(a - c, p - c) >= 0;
}

bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

}  // namespace

Outline2 outline_in_mm(const std::vector<Point>& outline) {
  Outline2 result;
  for (const Point& p : outline) result.push_back(vec(p));
  return result;
}

bool contains(const Outline2& polygon, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 a = polygon[i], b = polygon[j];
    if (distance_to_segment(p, a, b) < 1e-9) return true;
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

double depth_in(const Outline2& polygon, Vec2 p) {
  double nearest = 1e300;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    nearest = std::min(nearest, distance_to_segment(p, polygon[i], polygon[(i + 1) % polygon.size()]));
  return contains(polygon, p) ? nearest : -nearest;
}

bool deep_in(const Outline2& polygon, Vec2 p, double mm) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  if (!inside) return false;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    if (distance_to_segment(p, polygon[i], polygon[(i + 1) % polygon.size()]) < mm) return false;
  return true;
}

std::vector<std::pair<double, double>> stretches_inside(const Outline2& polygon, Vec2 p, Vec2 q) {
  const Vec2 d = q - p;
  const double length = length_of(d);
  if (length <= 0 || polygon.size() < 3) return {};
  std::vector<double> cuts{0.0, 1.0};
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], e = polygon[(i + 1) % polygon.size()] - a;
    const double denominator = cross(d, e);
    // A vertex near the line cuts it too, so that runs along an edge are split at its ends.
    const double t_vertex = dot(a - p, d) / (length * length);
    if (t_vertex > 0 && t_vertex < 1 && std::fabs(cross(d, a - p)) < 1e-9 * length) cuts.push_back(t_vertex);
    if (std::fabs(denominator) < 1e-12) continue;
    const double t = cross(a - p, e) / denominator, s = cross(a - p, d) / denominator;
    if (t > 0 && t < 1 && s >= 0 && s <= 1) cuts.push_back(t);
  }
  std::sort(cuts.begin(), cuts.end());
  std::vector<std::pair<double, double>> inside;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if ((cuts[i + 1] - cuts[i]) * length < 1e-9) continue;
    const Vec2 middle = p + (0.5 * (cuts[i] + cuts[i + 1])) * d;
    if (!deep_in(polygon, middle, kTouchMm)) continue;  // outside, or along an edge
    if (!inside.empty() && inside.back().second == cuts[i])
      inside.back().second = cuts[i + 1];
    else
      inside.emplace_back(cuts[i], cuts[i + 1]);
  }
  return inside;
}

bool runs_through(const Outline2& polygon, Vec2 p, Vec2 q) {
  double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300;
  for (const Vec2 v : polygon)
    low_x = std::min(low_x, v.x), high_x = std::max(high_x, v.x), low_y = std::min(low_y, v.y), high_y = std::max(high_y, v.y);
  if (std::max(p.x, q.x) < low_x || std::min(p.x, q.x) > high_x || std::max(p.y, q.y) < low_y || std::min(p.y, q.y) > high_y) return false;
  bool left = false, right = false;  // of the line through both: most of what lies near is on one side of it
  for (const Vec2 v : polygon) {
    const double side = cross(q - p, v - p);
    left |= side >= 0, right |= side <= 0;
  }
  if (!left || !right) return false;
  return !stretches_inside(polygon, p, q).empty();
}

bool is_convex(const Outline2& polygon) {
  bool left = false, right = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()], c = polygon[(i + 2) % polygon.size()];
    const double turn = cross(b - a, c - b);
    left |= turn > 0, right |= turn < 0;
  }
  return !(left && right);
}

std::vector<Outline2> convex_pieces(const Outline2& polygon) {
  if (polygon.size() < 3) return {};
  if (is_convex(polygon)) return {polygon};
  Outline2 rest = polygon;
  if (area_of(rest) < 0) std::reverse(rest.begin(), rest.end());
  std::vector<Outline2> pieces;
  while (rest.size() > 3) {
    const std::size_t n = rest.size();
    bool cut = false;
    for (std::size_t i = 0; i < n && !cut; ++i) {
      const Vec2 a = rest[(i + n - 1) % n], b = rest[i], c = rest[(i + 1) % n];
      if (cross(b - a, c - b) <= 0) continue;
      bool empty = true;
      for (std::size_t k = 0; k < n && empty; ++k)
        if (!same(rest[k], a) && !same(rest[k], b) && !same(rest[k], c) && in_triangle(rest[k], a, b, c)) empty = false;
      if (!empty) continue;
      pieces.push_back({a, b, c});
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      cut = true;
    }
    // No ear: a corner on a straight line (or given twice) goes without one; of a self-crossing outline the rest is kept as it is.
    for (std::size_t i = 0; i < n && !cut; ++i) {
      const Vec2 a = rest[(i + n - 1) % n], b = rest[i], c = rest[(i + 1) % n];
      if (std::fabs(cross(b - a, c - b)) > 1e-9 * (length_of(b - a) + length_of(c - b))) continue;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      cut = true;
    }
    if (!cut) break;
  }
  pieces.push_back(rest);
  return pieces;
}

double share_inside(const Shape& base, const Outline2& polygon) {
  const Outline2 outline = outline_of(base);
  const double whole = std::fabs(area_of(outline));
  if (whole <= 0) return 0;
  double inside = 0;
  for (Outline2 piece : convex_pieces(polygon)) {
    if (area_of(piece) < 0) std::reverse(piece.begin(), piece.end());
    Outline2 part = outline;
    for (std::size_t i = 0; i < piece.size() && !part.empty(); ++i)
      part = clipped(part, piece[i], left_of(piece[(i + 1) % piece.size()] - piece[i]));
    inside += std::fabs(area_of(part));
  }
  return inside / whole;
}

double distance_to(const Shape& base, const Outline2& polygon) {
  const Outline2 outline = outline_of(base);
  if (contains(polygon, base.centre) || contains(outline, polygon.front())) return 0;
  double nearest = 1e300;
  for (std::size_t i = 0; i < outline.size(); ++i)
    if (runs_through(polygon, outline[i], outline[(i + 1) % outline.size()])) return 0;
  for (const Vec2 p : outline) nearest = std::min(nearest, std::max(0.0, -depth_in(polygon, p)));
  for (const Vec2 p : polygon) nearest = std::min(nearest, std::max(0.0, -depth_in(outline, p)));
  return nearest;
}

}  // namespace polemarch::geometry
