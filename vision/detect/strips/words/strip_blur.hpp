#pragma once
/// A picture's blur on a strip's plane. Pure.

#include <cmath>

#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/detect/strips/words/strip_template.hpp"

namespace polemarch::vision {

constexpr double kPixelArea = 1.0 / 12;  // variance of a pixel's own area, px^2

inline double blur_px(double psf_px, double more) { return std::sqrt(psf_px * psf_px + more); }

/// Millimetres of the plane that blur by one pixel blurs by, along a direction of the plane and across it.
inline StripBlur mm_of_pixel(const LocalMap& map, double along_rad) {
  const double c = std::cos(along_rad), s = std::sin(along_rad);
  const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
  return {length(map.xx * c + map.yx * s, map.xy * c + map.yy * s), length(map.yx * c - map.xx * s, map.yy * c - map.xy * s)};
}

}  // namespace polemarch::vision
