#pragma once
/// How what a pixel sees of a print changes as the corners of its quad move. Image pixels. Inside vision/detect. Pure.

#include <array>
#include <cstddef>

#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

/// A quad's map is a weighted mean of its corners, p = sum s w P / sum s w with s the bilinear shares, and the weights w belong to the
/// corners: one that moves changes all four. Taken as fixed, the middle of a print would seem better known than it is.
class CornerMoves {
 public:
  explicit CornerMoves(const Quad& quad) : quad_(quad) {
    const Homography to_image = unit_square_to(quad);
    weight_ = {to_image.scale_at(0, 0), to_image.scale_at(1, 0), to_image.scale_at(1, 1), to_image.scale_at(0, 1)};
    // The weights keep w0 P0 - w1 P1 + w2 P2 - w3 P3 = 0 and w0 - w1 + w2 - w3 = 0. Only their ratios count: the moved corner's stays.
    for (std::size_t c = 0; c < 4; ++c) {
      const std::size_t i = (c + 1) % 4, j = (c + 2) % 4, k = (c + 3) % 4;
      const PixelPoint to_j = quad[j] - quad[i], to_k = quad[k] - quad[i];
      const double per = weight_[c] / cross(to_j, to_k);
      const std::array<PixelPoint, 2> moved{{{1, 0}, {0, 1}}};
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double by_j = per * cross(moved[axis], to_k), by_k = per * cross(to_j, moved[axis]);
        by_weight_[2 * c + axis][i] = -by_j - by_k;
        by_weight_[2 * c + axis][j] = -by_j;
        by_weight_[2 * c + axis][k] = by_k;
      }
    }
  }

  /// At the place (u, v) of the unit square, seen at `at`, where grey grows by `by` a pixel: what a corner's x and y add to the grey there,
  /// in turn (x0 y0 .. x3 y3). Moving the print right shows what lay to its left.
  void grey_by_corners(double u, double v, PixelPoint at, PixelPoint by, std::array<double, 8>& out) const {
    const std::array<double, 4> share{(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
    std::array<double, 4> pull{};
    double all = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      pull[k] = share[k] * dot(by, quad_[k] - at);
      all += share[k] * weight_[k];
    }
    const double per = -1.0 / all;
    for (std::size_t c = 0; c < 4; ++c) {
      const double own = share[c] * weight_[c];
      double x = own * by.x, y = own * by.y;
      for (std::size_t k = 0; k < 4; ++k) {
        x += by_weight_[2 * c][k] * pull[k];
        y += by_weight_[2 * c + 1][k] * pull[k];
      }
      out[2 * c] = per * x;
      out[2 * c + 1] = per * y;
    }
  }

 private:
  Quad quad_;
  std::array<double, 4> weight_{};
  std::array<std::array<double, 4>, 8> by_weight_{};
};

}  // namespace polemarch::vision
