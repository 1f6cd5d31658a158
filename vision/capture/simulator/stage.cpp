#include "vision/capture/simulator/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/radian.hpp"

namespace polemarch::vision {

Keyframe at_time(const Path& path, double t) {
  if (path.empty()) return {};
  if (t <= path.front().t) return path.front();
  if (t >= path.back().t) return path.back();
  const auto next = std::upper_bound(path.begin(), path.end(), t, [](double value, const Keyframe& k) { return value < k.t; });
  const Keyframe& b = *next;
  const Keyframe& a = *(next - 1);
  const double f = (t - a.t) / (b.t - a.t);
  Keyframe k = a;
  k.t = t;
  k.x_mm += f * (b.x_mm - a.x_mm);
  k.y_mm += f * (b.y_mm - a.y_mm);
  k.lift_mm += f * (b.lift_mm - a.lift_mm);
  k.heading_deg += f * std::remainder(b.heading_deg - a.heading_deg, 360.0);
  return k;
}

}  // namespace polemarch::vision

namespace polemarch::vision::sim {
namespace {

bool contains(const std::vector<Point>& outline, double x, double y) {
  bool in = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const double xi = outline[i].x.mm(), yi = outline[i].y.mm(), xj = outline[j].x.mm(), yj = outline[j].y.mm();
    if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi) in = !in;
  }
  return in;
}

bool same_place(const Keyframe& a, const Keyframe& b) {
  return a.x_mm == b.x_mm && a.y_mm == b.y_mm && a.heading_deg == b.heading_deg && a.lift_mm == b.lift_mm;
}

struct Stand {
  double x, y, c, s, z;
};

Stand stand_of(const Keyframe& k, const Table& table) {
  return {k.x_mm, k.y_mm, std::cos(k.heading_deg * kRadian), std::sin(k.heading_deg * kRadian),
          ground_height(table, k.x_mm, k.y_mm) + k.lift_mm};
}

constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

/// The pixel, or nowhere: behind the camera, or so far aside that the lens model folds back into the picture.
PixelPoint seen(const Camera& camera, const Stand& s, double x, double y, double z) {
  const double wx = s.x + x * s.c - y * s.s, wy = s.y + x * s.s + y * s.c, wz = s.z + z;
  const auto& r = camera.pose.rotation;
  const auto& t = camera.pose.translation_mm;
  const double depth = r[6] * wx + r[7] * wy + r[8] * wz + t[2];
  if (!(depth > 1.0)) return {kNowhere, kNowhere};
  const double u = (r[0] * wx + r[1] * wy + r[2] * wz + t[0]) / depth, v = (r[3] * wx + r[4] * wy + r[5] * wz + t[1]) / depth;
  const double r2 = u * u + v * v;
  const Intrinsics& lens = camera.lens;
  const double growth = 1 + r2 * (3 * lens.k1 + r2 * (5 * lens.k2 + r2 * 7 * lens.k3));
  if (!(growth > 0.02)) return {kNowhere, kNowhere};
  return project(camera, wx, wy, wz);
}

bool somewhere(const std::vector<PixelPoint>& points) {
  constexpr double kFar = 1e5;  // px; nothing of use lies further out
  return std::all_of(points.begin(), points.end(), [](PixelPoint p) { return std::abs(p.x) < kFar && std::abs(p.y) < kFar; });
}

}  // namespace

double ground_height(const Table& table, double x_mm, double y_mm) {
  double height = 0;
  for (const TerrainPiece& piece : table.terrain)
    if (contains(piece.outline, x_mm, y_mm)) height = std::max(height, piece.height.mm());
  return height;
}

Keyframe seen_at(const Subject& subject, const View& view, const Table& table, double t) {
  const Keyframe middle = at_time(subject.path, t);
  if (view.rolling_shutter_s <= 0 || subject.path.size() < 2) return middle;
  const PixelPoint p = seen(view.camera, stand_of(middle, table), 0, 0, 0);
  return at_time(subject.path, t + view.rolling_shutter_s * (p.y / view.camera.lens.height - 0.5));
}

void paint_subject(const Subject& subject, const View& view, const Table& table, double t, double u, std::vector<Layer>& out) {
  const double now = t + u * view.exposure_s;
  Keyframe key = at_time(subject.path, now);
  if (!key.present) return;
  const double dx = u * subject.smear_mm * std::cos(subject.smear_heading_deg * kRadian),
               dy = u * subject.smear_mm * std::sin(subject.smear_heading_deg * kRadian);
  key.x_mm += dx;
  key.y_mm += dy;
  const Stand stand = stand_of(key, table);
  const bool rolling =
      view.rolling_shutter_s > 0 && subject.path.size() > 1 &&
      !same_place(at_time(subject.path, now - view.rolling_shutter_s), at_time(subject.path, now + view.rolling_shutter_s));
  const Subject::Map map = [&](double x, double y, double z) {
    const PixelPoint p = seen(view.camera, stand, x, y, z);
    if (!rolling) return p;
    Keyframe later = at_time(subject.path, now + view.rolling_shutter_s * (p.y / view.camera.lens.height - 0.5));
    later.x_mm += dx;
    later.y_mm += dy;
    return seen(view.camera, stand_of(later, table), x, y, z);
  };
  const std::size_t first = out.size();
  subject.paint(key, stand.z, map, out);
  const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
  out.erase(std::remove_if(begin, out.end(), [](const Layer& layer) { return layer.outline.size() < 3 || !somewhere(layer.outline); }),
            out.end());
  for (std::size_t i = first; i < out.size(); ++i) {
    auto& marks = out[i].marks;
    marks.erase(std::remove_if(marks.begin(), marks.end(), [](const Mark& mark) { return !somewhere(mark.outline); }), marks.end());
    out[i].order += stand.z + 1e-6 * static_cast<double>(i - first);
    bound(out[i]);
  }
}

std::vector<PixelPoint> outline_of(const Subject::Map& map, const std::vector<Vec2>& points, double z_mm) {
  constexpr double kLongest = 6.0;  // mm; a wide lens bends an edge of this length by under 0.001 px
  std::vector<PixelPoint> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 a = points[i], b = points[(i + 1) % points.size()];
    const int parts = std::clamp(static_cast<int>(std::ceil(std::hypot(b.x - a.x, b.y - a.y) / kLongest)), 1, 100);
    for (int k = 0; k < parts; ++k) {
      const double f = static_cast<double>(k) / parts;
      out.push_back(map(a.x + f * (b.x - a.x), a.y + f * (b.y - a.y), z_mm));
    }
  }
  return out;
}

std::vector<Vec2> disc(double x_mm, double y_mm, double radius_mm, int corners) {
  std::vector<Vec2> out;
  for (int i = 0; i < corners; ++i) {
    const double a = 2 * std::numbers::pi * i / corners;
    out.push_back({x_mm + radius_mm * std::cos(a), y_mm + radius_mm * std::sin(a)});
  }
  return out;
}

std::vector<PixelPoint> hull(std::vector<PixelPoint> points) {
  std::sort(points.begin(), points.end(), [](PixelPoint a, PixelPoint b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<PixelPoint> out(2 * points.size());
  std::size_t k = 0;
  const auto left_turn = [&](PixelPoint p) {
    const PixelPoint a = out[k - 2], b = out[k - 1];
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
  };
  for (const PixelPoint& p : points) {
    while (k >= 2 && !left_turn(p)) --k;
    out[k++] = p;
  }
  const std::size_t lower = k + 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) {
    while (k >= lower && !left_turn(points[i])) --k;
    out[k++] = points[i];
  }
  out.resize(k > 1 ? k - 1 : k);
  return out;
}

Colour shaded(const Colour& colour, double factor) {
  Colour out{};
  for (std::size_t c = 0; c < 3; ++c) out[c] = std::clamp(colour[c] * static_cast<float>(factor), 0.0F, 255.0F);
  return out;
}

SoftField field_of(const Subject::Map& map, double z_mm, double half_x_mm, double half_y_mm, double softness_mm) {
  SoftField field;
  field.centre = map(0, 0, z_mm);
  const PixelPoint x = map(half_x_mm, 0, z_mm), y = map(0, half_y_mm, z_mm);
  const double xx = x.x - field.centre.x, xy = x.y - field.centre.y, yx = y.x - field.centre.x, yy = y.y - field.centre.y;
  const double det = xx * yy - yx * xy;
  if (std::abs(det) > 1e-9) {
    field.ax = yy / det;
    field.ay = -yx / det;
    field.bx = -xy / det;
    field.by = xx / det;
  }
  field.edge = std::clamp(softness_mm / std::max(1.0, std::min(half_x_mm, half_y_mm)), 0.02, 0.98);
  return field;
}

}  // namespace polemarch::vision::sim
