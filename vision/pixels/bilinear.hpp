#pragma once
/// Grey between four pixels. Image pixels, (0, 0) is the centre of the first. Pure.

#include "models/image.hpp"

namespace polemarch::vision {

/// The four pixels round (x, y) must be in the picture: 0 <= x < width - 1, 0 <= y < height - 1.
template <class Real>
inline float bilinear(const ImageView& gray, Real x, Real y) {
  const int ix = static_cast<int>(x), iy = static_cast<int>(y);
  const auto fx = static_cast<float>(x - static_cast<Real>(ix)), fy = static_cast<float>(y - static_cast<Real>(iy));
  const std::uint8_t* p = gray.row(iy) + ix;
  const std::uint8_t* q = p + gray.stride;
  const float top = static_cast<float>(p[0]) + fx * static_cast<float>(p[1] - p[0]);
  const float low = static_cast<float>(q[0]) + fx * static_cast<float>(q[1] - q[0]);
  return top + fy * (low - top);
}

}  // namespace polemarch::vision
