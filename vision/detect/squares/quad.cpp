#include "vision/detect/squares/quad.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/bilinear.hpp"

namespace polemarch::vision {

namespace {

constexpr double kLeastSidePx = 6.0;        // shorter sides are dropped
constexpr double kLeastSideContrast = 8.0;  // grey levels from inside to outside, mean over a side
constexpr double kLeastSupport = 0.6;       // share of a side's samples that see ink inside and paper outside

/// The four pixels round it exist.
bool inside(const ImageView& gray, PixelPoint p) { return p.x >= 0 && p.y >= 0 && p.x < gray.width - 1 && p.y < gray.height - 1; }

}  // namespace

double sample(const ImageView& gray, double x, double y) {
  x = std::clamp(x, 0.0, gray.width - 1.0);
  y = std::clamp(y, 0.0, gray.height - 1.0);
  const int x0 = std::min(static_cast<int>(x), gray.width - 2);
  const int y0 = std::min(static_cast<int>(y), gray.height - 2);
  const double fx = x - x0, fy = y - y0;
  const std::uint8_t* a = gray.row(y0) + x0;
  const std::uint8_t* b = a + gray.stride;
  return (1 - fy) * ((1 - fx) * a[0] + fx * a[1]) + fy * ((1 - fx) * b[0] + fx * b[1]);
}

namespace {

/// Drops the edge whose neighbours meet with least area added; none when they would meet farther than `most_height` from it.
bool drop_edge(std::vector<PixelPoint>& p, double most_height) {
  const std::size_t n = p.size();
  double best = 1e300, height = 0;
  std::size_t drop = n;
  PixelPoint tip{};
  for (std::size_t i = 0; i < n; ++i) {  // edge p[i] p[i+1] goes; its neighbours are drawn out until they meet
    const PixelPoint a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n], d = p[(i + 2) % n];
    const PixelPoint u = b - a, v = c - d;
    const double den = cross(u, v);
    if (den >= -1e-9 * length(u) * length(v)) continue;  // they do not meet outside
    const double t = cross(c - b, v) / den;
    if (t < 0) continue;
    const PixelPoint meet = b + t * u;
    const double added = 0.5 * std::abs(cross(meet - b, c - b));
    if (added < best) {
      best = added;
      height = 2 * added / std::max(1e-9, length(c - b));
      drop = i;
      tip = meet;
    }
  }
  if (drop == n || height > most_height) return false;
  p[drop] = tip;
  p.erase(p.begin() + static_cast<std::ptrdiff_t>((drop + 1) % n));
  return true;
}

}  // namespace

std::optional<Quad> quad_of(const Piece& piece) {
  std::vector<PixelPoint> p = piece.hull;
  if (p.size() < 4) return std::nullopt;
  while (p.size() > 4)
    if (!drop_edge(p, 1e300)) return std::nullopt;
  const Quad quad{p[0], p[1], p[2], p[3]};
  if (!is_sound(quad, kLeastSidePx)) return std::nullopt;
  if (piece.hull_area < kLeastHullShare * signed_area(quad)) return std::nullopt;
  return quad;
}

namespace {

/// The hull's corners once those that blur rounded off have vanished; none where too many are left.
std::vector<PixelPoint> corners_of(const Piece& piece) {
  constexpr std::size_t kMostCorners = 9;
  constexpr double kRounding = 0.04;
  std::vector<PixelPoint> p = piece.hull;
  if (p.size() < 4) return {};
  const double rounding = std::max(1.0, kRounding * std::sqrt(piece.hull_area));
  while (p.size() > 4 && drop_edge(p, rounding)) {
  }
  if (p.size() > kMostCorners) p.clear();
  return p;
}

}  // namespace

std::vector<Quad> squares_of_sides(const Piece& piece, const SquareAt& square_at, double scale) {
  constexpr double kLeastSide = 0.55, kMostSide = 1.9;  // of the known side: covered in part, or drawn out by what covers it
  const std::vector<PixelPoint> p = corners_of(piece);
  std::vector<Quad> quads;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const PixelPoint a = p[i], b = p[(i + 1) % p.size()];
    const double side = length(b - a);
    for (const bool from_a : {true, false}) {  // the hull is clockwise: the marker lies on the right of a to b
      const auto quad = from_a ? square_at(a, b, true, scale) : square_at(b, a, false, scale);
      if (!quad || !is_sound(*quad, kLeastSidePx)) continue;
      const double known = length((*quad)[1] - (*quad)[0]);
      if (side > kLeastSide * known && side < kMostSide * known) quads.push_back(*quad);
    }
  }
  return quads;
}

std::vector<Quad> quads_of_corners(const Piece& piece) {
  constexpr double kLikeSides = 0.6;
  const std::vector<PixelPoint> p = corners_of(piece);
  std::vector<Quad> quads;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const PixelPoint a = p[i], b = p[(i + 1) % p.size()], c = p[(i + 2) % p.size()];
    const double before = length(b - a), after = length(c - b);
    if (std::min(before, after) < kLikeSides * std::max(before, after)) continue;
    const Quad quad{a, b, c, a + c - b};
    if (is_sound(quad, kLeastSidePx)) quads.push_back(quad);
  }
  return quads;
}

std::optional<Quad> refine_sides(const ImageView& gray, const Quad& quad, double reach) {
  struct Line {
    PixelPoint at, along;
  };
  std::array<Line, 4> lines;
  constexpr int kSteps = 12;  // samples across an edge, each way
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint a = quad[k], b = quad[(k + 1) % 4];
    const double side = length(b - a);
    const PixelPoint along = (1.0 / side) * (b - a);
    const PixelPoint outward{along.y, -along.x};  // clockwise on screen: the outside lies to the left of the way
    const int count = std::clamp(static_cast<int>(side), 6, 40);
    double sw = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, contrast = 0;
    int good = 0;
    for (int i = 0; i < count; ++i) {
      const double s = side * (0.08 + 0.84 * (i + 0.5) / count);
      const PixelPoint at = a + s * along;
      std::array<double, 2 * kSteps + 1> g{};
      const PixelPoint by = (reach / kSteps) * outward;
      const PixelPoint far = at + static_cast<double>(kSteps) * by, near = at - static_cast<double>(kSteps) * by;
      if (inside(gray, far) && inside(gray, near)) {
        for (int j = 0; j <= 2 * kSteps; ++j)
          g[static_cast<std::size_t>(j)] = static_cast<double>(bilinear(gray, near.x + j * by.x, near.y + j * by.y));
      } else {
        for (int j = 0; j <= 2 * kSteps; ++j) g[static_cast<std::size_t>(j)] = sample(gray, near.x + j * by.x, near.y + j * by.y);
      }
      double best = 0;
      int where = 0;
      for (int j = 2; j < 2 * kSteps - 1; ++j) {
        const auto u = static_cast<std::size_t>(j);
        const double rise = g[u + 2] + g[u + 1] - g[u - 1] - g[u - 2];
        if (rise > best) {
          best = rise;
          where = j;
        }
      }
      const double step = *std::max_element(g.begin() + where, g.end()) - *std::min_element(g.begin(), g.begin() + where + 1);
      if (best <= 0 || step < kLeastSideContrast) continue;
      // Centre of the rise: a window that follows its own centre, so that it cuts off as much on either side. A window fixed to the
      // steepest sample is up to 0.25 px off on edges along the pixel rows.
      const double half = std::max(4.0, 1.5 * kSteps / reach);  // samples; 1.5 px holds the blur of sharp pictures
      double centre = where;
      for (int round = 0; round < 4; ++round) {
        double mass = 0, moment = 0;
        for (int j = 1; j < 2 * kSteps; ++j) {
          const double share = 1 - std::abs(j - centre) / half;
          if (share <= 0) continue;
          const double rise = share * std::max(0.0, g[static_cast<std::size_t>(j + 1)] - g[static_cast<std::size_t>(j - 1)]);
          mass += rise;
          moment += rise * j;
        }
        if (mass <= 0) break;
        centre = moment / mass;
      }
      const double off = reach * (centre - kSteps) / kSteps;
      const double weight = std::min(best, 60.0);
      sw += weight;
      sx += weight * s;
      sy += weight * off;
      sxx += weight * s * s;
      sxy += weight * s * off;
      contrast += step;
      ++good;
    }
    if (good < kLeastSupport * count || good < 3 || contrast / good < kLeastSideContrast) return std::nullopt;
    const double mean_s = sx / sw, mean_off = sy / sw;
    const double spread = sxx / sw - mean_s * mean_s;
    const double slope = spread > 1e-9 ? std::clamp((sxy / sw - mean_s * mean_off) / spread, -0.4, 0.4) : 0.0;
    lines[k].at = a + mean_s * along + mean_off * outward;
    lines[k].along = along + slope * outward;
  }
  Quad refined;
  for (std::size_t k = 0; k < 4; ++k) {  // corner k lies on sides k-1 and k
    const Line& p = lines[(k + 3) % 4];
    const Line& q = lines[k];
    const double den = cross(p.along, q.along);
    if (std::abs(den) < 0.05) return std::nullopt;
    refined[k] = p.at + (cross(q.at - p.at, q.along) / den) * p.along;
  }
  if (!is_sound(refined, kLeastSidePx)) return std::nullopt;
  return refined;
}

}  // namespace polemarch::vision
