#include "engine/geometry/joints.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/geometry/arc.hpp"

namespace polemarch::geometry {
namespace {

/// How far a joint reaches into what it joins: well above what counts as a touch, well below what anyone measures.
constexpr double kReachMm = 0.001;

struct Part {
  Outline2 p;  ///< convex, counter-clockwise
  std::size_t of = 0;
  double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300;
};

std::vector<Part> parts_of(std::span<const Outline2> obstacles) {
  std::vector<Part> parts;
  for (std::size_t k = 0; k < obstacles.size(); ++k)
    for (Outline2& piece : convex_pieces(obstacles[k])) {
      if (area_of(piece) < 0) std::reverse(piece.begin(), piece.end());
      Part part{{}, k};
      for (const Vec2 v : piece) {
        if (!part.p.empty() && length_of(v - part.p.back()) < 1e-9) continue;
        part.p.push_back(v);
        part.low_x = std::min(part.low_x, v.x), part.high_x = std::max(part.high_x, v.x);
        part.low_y = std::min(part.low_y, v.y), part.high_y = std::max(part.high_y, v.y);
      }
      while (part.p.size() > 1 && length_of(part.p.front() - part.p.back()) < 1e-9) part.p.pop_back();
      if (part.p.size() >= 3) parts.push_back(std::move(part));
    }
  return parts;
}

bool far_apart(const Part& a, const Part& b, double width) {
  return a.low_x > b.high_x + width || b.low_x > a.high_x + width || a.low_y > b.high_y + width || b.low_y > a.high_y + width;
}

/// The edge of one part whose line parts it best from the other; negative: they overlap by so much.
struct Face {
  double apart = -1e300;
  Vec2 at, along, out;  ///< its start, its direction and its outward normal
  double length = 0;
};

void widen(Face& best, const Part& a, const Part& b) {
  for (std::size_t i = 0; i < a.p.size(); ++i) {
    const Vec2 at = a.p[i], e = a.p[(i + 1) % a.p.size()] - at;
    const double length = length_of(e);
    const Vec2 along = (1 / length) * e, out{along.y, -along.x};
    double apart = 1e300;
    for (const Vec2 v : b.p) apart = std::min(apart, dot(out, v - at));
    if (apart > best.apart) best = {apart, at, along, out, length};
  }
}

/// The space between a face and the other part's edge that looks at it, as far as it is narrower than `width`.
std::optional<Outline2> between(const Face& face, const Part& other, double width) {
  std::size_t facing = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < other.p.size(); ++i) {
    const Vec2 e = other.p[(i + 1) % other.p.size()] - other.p[i];
    const double off = dot(Vec2{e.y, -e.x}, face.out) / length_of(e);
    if (off < least) least = off, facing = i;
  }
  const Vec2 q0 = other.p[facing] - face.at, q1 = other.p[(facing + 1) % other.p.size()] - face.at;
  double s0 = dot(q0, face.along), s1 = dot(q1, face.along), g0 = dot(q0, face.out), g1 = dot(q1, face.out);
  if (s0 > s1) std::swap(s0, s1), std::swap(g0, g1);
  if (s1 - s0 < 1e-9) return std::nullopt;
  const double slope = (g1 - g0) / (s1 - s0);
  const auto gap = [&](double s) { return std::max(0.0, g0 + slope * (s - s0)); };
  double low = std::max(0.0, s0), high = std::min(face.length, s1);
  if (slope > 0) high = std::min(high, s0 + (width - g0) / slope);
  if (slope < 0) low = std::max(low, s0 + (width - g0) / slope);
  if (high - low < 10 * kReachMm || gap(0.5 * (low + high)) > width) return std::nullopt;
  // Pointed at both ends, so that nothing of it stands out beside the parts.
  const double taper = std::min(1.0, 0.25 * (high - low));
  const auto mine = [&](double s, double in) { return face.at + s * face.along - in * face.out; };
  const auto theirs = [&](double s, double in) { return face.at + s * face.along + (gap(s) + in) * face.out; };
  return Outline2{mine(low, 0),    mine(low + taper, kReachMm),    mine(high - taper, kReachMm),  mine(high, 0),
                  theirs(high, 0), theirs(high - taper, kReachMm), theirs(low + taper, kReachMm), theirs(low, 0)};
}

Vec2 on_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double l2 = dot(d, d);
  return a + (l2 > 0 ? std::clamp(dot(p - a, d) / l2, 0.0, 1.0) : 0.0) * d;
}

/// A patch over the nearest points of the two.
std::optional<Outline2> patch(const Face& face, const Part& a, const Part& b, double width) {
  double nearest = 1e300;
  Vec2 on_a, on_b;
  const auto offer = [&](Vec2 p, Vec2 q) {
    if (const double d = length_of(q - p); d < nearest) nearest = d, on_a = p, on_b = q;
  };
  for (std::size_t i = 0; i < a.p.size(); ++i)
    for (std::size_t k = 0; k < b.p.size(); ++k) {
      offer(a.p[i], on_segment(a.p[i], b.p[k], b.p[(k + 1) % b.p.size()]));
      offer(on_segment(b.p[k], a.p[i], a.p[(i + 1) % a.p.size()]), b.p[k]);
    }
  if (nearest > width) return std::nullopt;
  const Vec2 way = nearest > 1e-9 ? (1 / nearest) * (on_b - on_a) : face.out;
  const Vec2 n = kReachMm * way, t = kReachMm * left_of(way);
  return Outline2{on_a - n - t, on_b + n - t, on_b + n + t, on_a - n + t};
}

bool share_a_corner(const Part& a, const Part& b) {
  return std::any_of(a.p.begin(), a.p.end(),
                     [&](Vec2 v) { return std::any_of(b.p.begin(), b.p.end(), [&](Vec2 w) { return length_of(v - w) < 1e-9; }); });
}

}  // namespace

std::vector<Joint> joints_of(std::span<const Outline2> obstacles, double width_mm) {
  std::vector<Joint> joints;
  const std::vector<Part> parts = parts_of(obstacles);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = i + 1; k < parts.size(); ++k) {
      const Part &a = parts[i], &b = parts[k];
      if (far_apart(a, b, width_mm)) continue;
      if (a.of == b.of && share_a_corner(a, b)) continue;  // two triangles of one outline: between them is its own inside
      Face by_a, by_b;
      widen(by_a, a, b), widen(by_b, b, a);
      const bool a_faces = by_a.apart >= by_b.apart;
      const Face& face = a_faces ? by_a : by_b;
      if (face.apart > width_mm || face.apart < -kReachMm) continue;
      if (auto space = between(face, a_faces ? b : a, width_mm))
        joints.push_back({std::move(*space), a.of, b.of, false});
      else if (auto over = patch(face, a, b, width_mm))
        joints.push_back({std::move(*over), a.of, b.of, true});
    }
  }
  return joints;
}

}  // namespace polemarch::geometry
