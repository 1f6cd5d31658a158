#pragma once
/// Quads by place, so that those near a given one are found without asking all. Image pixels. Pure.

#include <algorithm>
#include <cmath>
#include <vector>

#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

class QuadGrid {
 public:
  QuadGrid(int width, int height)
      : columns_(width / kCell + 1),
        rows_(height / kCell + 1),
        head_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), -1) {}

  void add(const Quad& quad) {
    const PixelPoint c = middle(quad);
    int& head = head_[at(cell(c.x, columns_), cell(c.y, rows_))];
    entries_.push_back({quad, head});
    head = static_cast<int>(entries_.size()) - 1;
  }

  /// A quad was added whose corners, in any order, all have a corner of `quad` within `within` pixels.
  bool has_near(const Quad& quad, double within) const {
    const PixelPoint c = middle(quad);
    const int x1 = cell(c.x + within, columns_), y1 = cell(c.y + within, rows_);
    for (int y = cell(c.y - within, rows_); y <= y1; ++y)
      for (int x = cell(c.x - within, columns_); x <= x1; ++x)
        for (int e = head_[at(x, y)]; e >= 0; e = entries_[static_cast<std::size_t>(e)].next)
          if (near(quad, entries_[static_cast<std::size_t>(e)].quad, within * within)) return true;
    return false;
  }

 private:
  static constexpr int kCell = 8;  // pixels
  struct Entry {
    Quad quad;
    int next;
  };
  static PixelPoint middle(const Quad& q) { return 0.25 * (q[0] + q[1] + q[2] + q[3]); }
  static bool near(const Quad& a, const Quad& b, double limit) {
    return std::all_of(a.begin(), a.end(), [&](const PixelPoint& p) {
      return std::any_of(b.begin(), b.end(), [&](const PixelPoint& q) { return dot(p - q, p - q) <= limit; });
    });
  }
  static int cell(double v, int count) { return std::clamp(static_cast<int>(v) / kCell, 0, count - 1); }
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
  }
  int columns_, rows_;
  std::vector<int> head_;
  std::vector<Entry> entries_;
};

}  // namespace polemarch::vision
