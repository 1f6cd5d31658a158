#pragma once
/// Exact area coverage of polygons on a grid of cells: no sampling, so an edge is placed to rounding error. The signed-area
/// accumulation of font rasterisers (Raph Levien's font-rs): each edge adds to a difference buffer, a running sum over a row gives
/// coverage. Linear, so many polygons with weights share one buffer. Pure.

#include <vector>

#include "models/detection.hpp"

namespace polemarch::vision::sim {

/// Cells x = 0..width-1, y = 0..height-1; cell (i, j) spans [i, i+1) x [j, j+1).
class CoverageGrid {
 public:
  void reset(int width, int height);
  /// Adds weight x coverage of the polygon (any winding; the sign is taken out). A point p lies at cell coordinates
  /// (p - origin) * scale.
  void add(const std::vector<PixelPoint>& outline, double weight, double scale = 1, PixelPoint origin = {});
  /// Turns row `y` into coverage (once per row, after all polygons were added) and returns it.
  const float* finish_row(int y);
  /// Rows touched since reset: [first, last).
  int first_row() const { return first_; }
  int last_row() const { return last_; }

 private:
  void edge(PixelPoint a, PixelPoint b, double weight);
  void span(double x0, double y0, double x1, double y1, double weight);
  int width_ = 0, height_ = 0, first_ = 0, last_ = 0;
  std::vector<float> cells_;
  std::vector<PixelPoint> points_;
};

}  // namespace polemarch::vision::sim
