#include "vision/detect/strips/plane/strip_plane.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

PixelPoint LocalMap::to_pixel(double x, double y) const {
  const double det = xx * yy - xy * yx;
  double dx = 0, dy = 0;
  for (int step = 0; step < 3; ++step) {
    double at_x = 0, at_y = 0;
    to_plane(dx, dy, at_x, at_y);
    const double ex = x - at_x, ey = y - at_y;
    dx += (yy * ex - xy * ey) / det;
    dy += (xx * ey - yx * ex) / det;
  }
  return {px + dx, py + dy};
}

double LocalMap::px_per_mm() const { return 1.0 / std::sqrt(std::abs(xx * yy - xy * yx)); }

LocalMap LocalMap::moved(double dx, double dy) const {
  LocalMap out = *this;
  out.px = px + dx;
  out.py = py + dy;
  to_plane(dx, dy, out.x_mm, out.y_mm);
  out.xx = xx + 2 * x_dxdx * dx + x_dxdy * dy;
  out.xy = xy + x_dxdy * dx + 2 * x_dydy * dy;
  out.yx = yx + 2 * y_dxdx * dx + y_dxdy * dy;
  out.yy = yy + y_dxdy * dx + 2 * y_dydy * dy;
  return out;
}

LocalMap StripPlane::around(double px, double py) const {
  LocalMap map;
  map.px = px;
  map.py = py;
  if (!camera) {
    map.x_mm = px / px_per_mm;
    map.y_mm = -py / px_per_mm;
    map.xx = 1 / px_per_mm;
    map.yy = -1 / px_per_mm;
    map.valid = true;
    return map;
  }
  constexpr double kStep = 16;  // px: about the half length of a strip, so that the second order holds over all of it
  struct Mm {
    double x = 0, y = 0;
  };
  bool ok = true;
  const auto at = [&](double dx, double dy) {
    Mm out;
    ok = ok && unproject(*camera, {px + dx, py + dy}, height_mm, out.x, out.y);
    return out;
  };
  const Mm o = at(0, 0), r = at(kStep, 0), l = at(-kStep, 0), d = at(0, kStep), u = at(0, -kStep), rd = at(kStep, kStep),
           lu = at(-kStep, -kStep);
  if (!ok) return map;
  const double h = 1 / (2 * kStep), hh = 1 / (2 * kStep * kStep);
  map.x_mm = o.x;
  map.y_mm = o.y;
  map.xx = (r.x - l.x) * h;
  map.yx = (r.y - l.y) * h;
  map.xy = (d.x - u.x) * h;
  map.yy = (d.y - u.y) * h;
  map.x_dxdx = (r.x + l.x - 2 * o.x) * hh;
  map.y_dxdx = (r.y + l.y - 2 * o.y) * hh;
  map.x_dydy = (d.x + u.x - 2 * o.x) * hh;
  map.y_dydy = (d.y + u.y - 2 * o.y) * hh;
  map.x_dxdy = (rd.x + lu.x - 2 * o.x) * hh - map.x_dxdx - map.x_dydy;
  map.y_dxdy = (rd.y + lu.y - 2 * o.y) * hh - map.y_dxdx - map.y_dydy;
  map.valid = true;
  return map;
}

namespace {
constexpr int kCell = 128;  // px

bool same(const StripPlane& a, const StripPlane& b) {
  if (a.camera.has_value() != b.camera.has_value() || a.height_mm != b.height_mm || a.px_per_mm != b.px_per_mm) return false;
  if (!a.camera) return true;
  const auto numbers = [](const Intrinsics& l) { return std::array{l.fx, l.fy, l.cx, l.cy, l.k1, l.k2, l.p1, l.p2, l.k3}; };
  return numbers(a.camera->lens) == numbers(b.camera->lens) && a.camera->pose.rotation == b.camera->pose.rotation &&
         a.camera->pose.translation_mm == b.camera->pose.translation_mm;
}
}  // namespace

void RoughMaps::begin(const StripPlane& plane, int width, int height) {
  if (width == width_ && height == height_ && same(plane, plane_)) return;
  plane_ = plane;
  width_ = width;
  height_ = height;
  columns_ = width / kCell + 1;
  rows_ = height / kCell + 1;
  cells_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), {});
}

LocalMap RoughMaps::around(double px, double py) {
  const int column = std::clamp(static_cast<int>(px) / kCell, 0, columns_ - 1),
            row = std::clamp(static_cast<int>(py) / kCell, 0, rows_ - 1);
  Cell& cell = cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
  if (!cell.made) {
    cell.made = true;
    cell.map = plane_.around((column + 0.5) * kCell, (row + 0.5) * kCell);
  }
  if (!cell.map.valid) return plane_.around(px, py);  // near the horizon
  return cell.map.moved(px - cell.map.px, py - cell.map.py);
}

double StripPlane::scale(int width, int height) const {
  if (!camera) return px_per_mm;
  double sum = 0;
  int n = 0;
  for (int i = 1; i < 4; ++i) {
    for (int j = 1; j < 4; ++j) {
      const LocalMap map = around(width * i / 4.0, height * j / 4.0);
      if (!map.valid) continue;
      sum += map.px_per_mm();
      ++n;
    }
  }
  return n > 0 ? sum / n : 0;
}

}  // namespace polemarch::vision
