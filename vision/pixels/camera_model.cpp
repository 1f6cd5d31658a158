#include "vision/pixels/camera_model.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {
namespace {

using Vec3 = std::array<double, 3>;
using Mat3 = std::array<double, 9>;

Vec3 times(const Mat3& m, double x, double y, double z) {
  return {m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z};
}

/// Distorted normalised coordinates, and optionally their derivatives by the undistorted ones.
struct Distorted {
  double x, y;
  double xx, xy, yx, yy;  // d(x,y)/d(undistorted x,y)
};

Distorted distort(const Intrinsics& c, double x, double y) {
  const double r2 = x * x + y * y;
  const double radial = 1.0 + r2 * (c.k1 + r2 * (c.k2 + r2 * c.k3));
  const double slope = 2.0 * (c.k1 + r2 * (2.0 * c.k2 + 3.0 * r2 * c.k3));  // d(radial)/d(r2) * 2
  Distorted d{};
  d.x = x * radial + 2.0 * c.p1 * x * y + c.p2 * (r2 + 2.0 * x * x);
  d.y = y * radial + c.p1 * (r2 + 2.0 * y * y) + 2.0 * c.p2 * x * y;
  d.xx = radial + x * x * slope + 2.0 * c.p1 * y + 6.0 * c.p2 * x;
  d.xy = x * y * slope + 2.0 * c.p1 * x + 2.0 * c.p2 * y;
  d.yx = x * y * slope + 2.0 * c.p1 * x + 2.0 * c.p2 * y;
  d.yy = radial + y * y * slope + 6.0 * c.p1 * y + 2.0 * c.p2 * x;
  return d;
}

PixelPoint derive(const Camera& camera, double x_mm, double y_mm, double z_mm, TableJacobian& by_point, CameraJacobian* by_camera) {
  const Intrinsics& c = camera.lens;
  const Mat3& r = camera.pose.rotation;
  const Vec3 turned = times(r, x_mm, y_mm, z_mm);
  const Vec3& t = camera.pose.translation_mm;
  const Vec3 p{turned[0] + t[0], turned[1] + t[1], turned[2] + t[2]};
  const double inv = 1.0 / p[2];
  const double x = p[0] * inv, y = p[1] * inv;
  const Distorted d = distort(c, x, y);
  // d(pixel)/d(camera-frame point)
  std::array<Vec3, 2> g{};
  g[0] = {c.fx * d.xx * inv, c.fx * d.xy * inv, -c.fx * (d.xx * x + d.xy * y) * inv};
  g[1] = {c.fy * d.yx * inv, c.fy * d.yy * inv, -c.fy * (d.yx * x + d.yy * y) * inv};
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t col = 0; col < 3; ++col) by_point[row][col] = g[row][0] * r[col] + g[row][1] * r[3 + col] + g[row][2] * r[6 + col];
  if (by_camera != nullptr) {
    const double r2 = x * x + y * y;
    auto& jx = (*by_camera)[0];
    auto& jy = (*by_camera)[1];
    jx = {d.x, 0, 1, 0, c.fx * x * r2, c.fx * x * r2 * r2, c.fx * 2 * x * y, c.fx * (r2 + 2 * x * x), c.fx * x * r2 * r2 * r2};
    jy = {0, d.y, 0, 1, c.fy * y * r2, c.fy * y * r2 * r2, c.fy * (r2 + 2 * y * y), c.fy * 2 * x * y, c.fy * y * r2 * r2 * r2};
    for (std::size_t row = 0; row < 2; ++row) {
      auto& j = (*by_camera)[row];
      // d(exp(w) q)/dw = w x q, so column k is e_k x q.
      j[9] = g[row][2] * turned[1] - g[row][1] * turned[2];
      j[10] = g[row][0] * turned[2] - g[row][2] * turned[0];
      j[11] = g[row][1] * turned[0] - g[row][0] * turned[1];
      for (std::size_t k = 0; k < 3; ++k) j[12 + k] = g[row][k];
    }
  }
  return {c.fx * d.x + c.cx, c.fy * d.y + c.cy};
}

}  // namespace

PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm) {
  const Vec3 turned = times(camera.pose.rotation, x_mm, y_mm, z_mm);
  const Vec3& t = camera.pose.translation_mm;
  const double inv = 1.0 / (turned[2] + t[2]);
  const double x = (turned[0] + t[0]) * inv, y = (turned[1] + t[1]) * inv;
  const Intrinsics& c = camera.lens;
  const double r2 = x * x + y * y;
  const double radial = 1.0 + r2 * (c.k1 + r2 * (c.k2 + r2 * c.k3));
  const double dx = x * radial + 2.0 * c.p1 * x * y + c.p2 * (r2 + 2.0 * x * x);
  const double dy = y * radial + c.p1 * (r2 + 2.0 * y * y) + 2.0 * c.p2 * x * y;
  return {c.fx * dx + c.cx, c.fy * dy + c.cy};
}

bool in_front(const Camera& camera, double x_mm, double y_mm, double z_mm) {
  return times(camera.pose.rotation, x_mm, y_mm, z_mm)[2] + camera.pose.translation_mm[2] > 1.0;
}

PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm, TableJacobian& by_point) {
  return derive(camera, x_mm, y_mm, z_mm, by_point, nullptr);
}

PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm, TableJacobian& by_point, CameraJacobian& by_camera) {
  return derive(camera, x_mm, y_mm, z_mm, by_point, &by_camera);
}

std::optional<PixelPoint> undistort_normalised(const Intrinsics& lens, PixelPoint pixel) {
  const double tx = (pixel.x - lens.cx) / lens.fx, ty = (pixel.y - lens.cy) / lens.fy;
  double x = tx, y = ty;
  for (int i = 0; i < 30; ++i) {
    const Distorted d = distort(lens, x, y);
    const double ex = tx - d.x, ey = ty - d.y;
    const double det = d.xx * d.yy - d.xy * d.yx;
    if (!(det > 1e-6)) return std::nullopt;  // past the fold of the lens model
    double sx = (d.yy * ex - d.xy * ey) / det, sy = (d.xx * ey - d.yx * ex) / det;
    const double squared = sx * sx + sy * sy;
    const double limit = 0.3;  // a longer step could jump over the fold
    if (squared > limit * limit) {
      const double shorter = limit / std::sqrt(squared);
      sx *= shorter;
      sy *= shorter;
    }
    x += sx;
    y += sy;
    if (squared < 1e-18) break;  // what a step leaves over is about its square
  }
  const Distorted d = distort(lens, x, y);
  if (!(std::abs(d.x - tx) < 1e-9 && std::abs(d.y - ty) < 1e-9) || !(d.xx * d.yy - d.xy * d.yx > 1e-6)) return std::nullopt;
  return PixelPoint{x, y};
}

bool unproject(const Camera& camera, PixelPoint pixel, double plane_z_mm, double& x_mm, double& y_mm) {
  const auto n = undistort_normalised(camera.lens, pixel);
  if (!n) return false;
  const Mat3& r = camera.pose.rotation;
  const Vec3 eye = centre_of(camera.pose);
  const double dx = r[0] * n->x + r[3] * n->y + r[6];
  const double dy = r[1] * n->x + r[4] * n->y + r[7];
  const double dz = r[2] * n->x + r[5] * n->y + r[8];
  if (std::abs(dz) < 1e-12) return false;
  const double s = (plane_z_mm - eye[2]) / dz;
  if (!(s > 0)) return false;
  x_mm = eye[0] + s * dx;
  y_mm = eye[1] + s * dy;
  return true;
}

Mat3 rotation_of(const Vec3& v) {
  const double angle = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  // sin(a)/a and (1-cos a)/a^2, by series where they would cancel
  const double s = angle < 1e-5 ? 1.0 - angle * angle / 6.0 : std::sin(angle) / angle;
  const double c = angle < 1e-5 ? 0.5 - angle * angle / 24.0 : (1.0 - std::cos(angle)) / (angle * angle);
  const double x = v[0], y = v[1], z = v[2];
  return {1 - c * (y * y + z * z), c * x * y - s * z,       c * x * z + s * y,  //
          c * x * y + s * z,       1 - c * (x * x + z * z), c * y * z - s * x,  //
          c * x * z - s * y,       c * y * z + s * x,       1 - c * (x * x + y * y)};
}

Vec3 vector_of(const Mat3& r) {
  // By way of the quaternion, sound at every angle.
  std::array<double, 4> q{};  // w x y z
  const double trace = r[0] + r[4] + r[8];
  if (trace > 0) {
    const double s = 2 * std::sqrt(trace + 1);
    q = {s / 4, (r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s};
  } else if (r[0] >= r[4] && r[0] >= r[8]) {
    const double s = 2 * std::sqrt(1 + r[0] - r[4] - r[8]);
    q = {(r[7] - r[5]) / s, s / 4, (r[1] + r[3]) / s, (r[2] + r[6]) / s};
  } else if (r[4] >= r[8]) {
    const double s = 2 * std::sqrt(1 + r[4] - r[0] - r[8]);
    q = {(r[2] - r[6]) / s, (r[1] + r[3]) / s, s / 4, (r[5] + r[7]) / s};
  } else {
    const double s = 2 * std::sqrt(1 + r[8] - r[0] - r[4]);
    q = {(r[3] - r[1]) / s, (r[2] + r[6]) / s, (r[5] + r[7]) / s, s / 4};
  }
  if (q[0] < 0)
    for (double& e : q) e = -e;
  const double n = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double k = n < 1e-12 ? 2.0 : 2.0 * std::atan2(n, q[0]) / n;
  return {q[1] * k, q[2] * k, q[3] * k};
}

Mat3 multiply(const Mat3& a, const Mat3& b) {
  Mat3 m{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return m;
}

Camera stepped(const Camera& camera, const std::array<double, 15>& s) {
  Camera out = camera;
  Intrinsics& c = out.lens;
  c.fx += s[0];
  c.fy += s[1];
  c.cx += s[2];
  c.cy += s[3];
  c.k1 += s[4];
  c.k2 += s[5];
  c.p1 += s[6];
  c.p2 += s[7];
  c.k3 += s[8];
  out.pose.rotation = multiply(rotation_of({s[9], s[10], s[11]}), camera.pose.rotation);
  for (std::size_t k = 0; k < 3; ++k) out.pose.translation_mm[k] += s[12 + k];
  return out;
}

Vec3 centre_of(const CameraPose& pose) {
  const Mat3& r = pose.rotation;
  const Vec3& t = pose.translation_mm;
  return {-(r[0] * t[0] + r[3] * t[1] + r[6] * t[2]), -(r[1] * t[0] + r[4] * t[1] + r[7] * t[2]),
          -(r[2] * t[0] + r[5] * t[1] + r[8] * t[2])};
}

CameraPose looking_at(const Vec3& eye, const Vec3& target) {
  Vec3 f{target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]};
  const double n = std::sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
  for (double& e : f) e /= n;
  // Picture down is the table's -y with the view direction taken out.
  Vec3 down{f[1] * f[0], -1 + f[1] * f[1], f[1] * f[2]};
  double m = std::sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
  if (m < 1e-9) {  // looking along +-y: use the table's up instead
    down = {0, 0, -1};
    m = 1;
  }
  for (double& e : down) e /= m;
  const Vec3 right{down[1] * f[2] - down[2] * f[1], down[2] * f[0] - down[0] * f[2], down[0] * f[1] - down[1] * f[0]};
  CameraPose pose;
  pose.rotation = {right[0], right[1], right[2], down[0], down[1], down[2], f[0], f[1], f[2]};
  const Vec3 moved = times(pose.rotation, eye[0], eye[1], eye[2]);
  pose.translation_mm = {-moved[0], -moved[1], -moved[2]};
  return pose;
}

Intrinsics scaled(const Intrinsics& lens, int width, int height) {
  Intrinsics out = lens;
  const double sx = static_cast<double>(width) / lens.width, sy = static_cast<double>(height) / lens.height;
  out.width = width;
  out.height = height;
  out.fx *= sx;
  out.fy *= sy;
  out.cx = (lens.cx + 0.5) * sx - 0.5;
  out.cy = (lens.cy + 0.5) * sy - 0.5;
  return out;
}

}  // namespace polemarch::vision
