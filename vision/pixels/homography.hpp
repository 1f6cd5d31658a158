#pragma once
/// The projective map between a unit square and a quad of the picture, and the few bits of plane geometry the detector needs. Image
/// pixels as in OpenCV. Pure.

#include <array>
#include <cmath>

#include "models/detection.hpp"

namespace polemarch::vision {

using Quad = std::array<PixelPoint, 4>;  ///< (0,0), (1,0), (1,1), (0,1) of the unit square in this order

inline PixelPoint operator+(PixelPoint a, PixelPoint b) { return {a.x + b.x, a.y + b.y}; }
inline PixelPoint operator-(PixelPoint a, PixelPoint b) { return {a.x - b.x, a.y - b.y}; }
inline PixelPoint operator*(double s, PixelPoint a) { return {s * a.x, s * a.y}; }
inline double dot(PixelPoint a, PixelPoint b) { return a.x * b.x + a.y * b.y; }
inline double cross(PixelPoint a, PixelPoint b) { return a.x * b.y - a.y * b.x; }
inline double length(PixelPoint a) { return std::sqrt(a.x * a.x + a.y * a.y); }  // pixels neither over- nor underflow

/// Positive when the corners run clockwise on screen (y down): OpenCV's order.
inline double signed_area(const Quad& q) {
  double twice = 0;
  for (std::size_t k = 0; k < 4; ++k) twice += cross(q[k], q[(k + 1) % 4]);
  return 0.5 * twice;
}

/// Row-major 3x3 map.
struct Homography {
  std::array<double, 9> m{};
  PixelPoint map(double u, double v) const {
    const double w = m[6] * u + m[7] * v + m[8];
    return {(m[0] * u + m[1] * v + m[2]) / w, (m[3] * u + m[4] * v + m[5]) / w};
  }
  double scale_at(double u, double v) const { return m[6] * u + m[7] * v + m[8]; }
  Homography inverse() const {
    const auto& a = m;
    Homography r;
    r.m = {a[4] * a[8] - a[5] * a[7], a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
           a[5] * a[6] - a[3] * a[8], a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
           a[3] * a[7] - a[4] * a[6], a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
    return r;
  }
};

/// Unit square to quad (Heckbert 1989, closed form). The quad must be strictly convex.
inline Homography unit_square_to(const Quad& q) {
  const PixelPoint d1 = q[1] - q[2];
  const PixelPoint d2 = q[3] - q[2];
  const PixelPoint s = (q[0] - q[1]) + (q[2] - q[3]);
  const double den = cross(d1, d2);
  const double g = cross(s, d2) / den;
  const double h = cross(d1, s) / den;
  return {{q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x, q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y,
           q[0].y, g, h, 1.0}};
}

/// True when every corner turns the same way by a sensible amount and no two lie within `least_side` pixels.
inline bool is_sound(const Quad& q, double least_side) {
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint a = q[(k + 1) % 4] - q[k];
    const PixelPoint b = q[(k + 2) % 4] - q[(k + 1) % 4];
    const double la = length(a);
    const double lb = length(b);
    if (!(la >= least_side) || !(lb >= least_side)) return false;
    if (!(cross(a, b) > 0.17 * la * lb)) return false;  // at least 10 degrees and clockwise; false for NaN too
  }
  return true;
}

}  // namespace polemarch::vision
