#pragma once
/// Dark connected pieces of a picture, found as runs against a local mean; each as the convex hull of its pixels. Pure.

#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "vision/detect/squares/dark_mask.hpp"

namespace polemarch::vision {

/// What to keep of the pieces.
struct PieceLimits {
  int least_side = 7;     ///< pixels; smaller bounding boxes are dropped
  double least_area = 0;  ///< square pixels; smaller hulls are dropped
};

struct Piece {
  std::vector<PixelPoint> hull;  ///< clockwise on screen, outer edges of the pixels
  double hull_area = 0;          ///< square pixels
  int ink = 0;                   ///< pixels
};

/// Pieces in pixels of `gray` (also when enlarged). `scratch` buffers are kept inside the finder between calls.
class PieceFinder {
 public:
  std::vector<Piece> find(const ImageView& gray, const ThresholdPass& pass, const PieceLimits& limits);

 private:
  struct Run {
    int x0, x1, label;
  };
  struct Box {
    int x0, x1, y0, y1, ink;
  };
  struct Span {
    int x0 = 1 << 30, x1 = -1;
  };
  void collect_runs();
  int root(int label);
  void join_boxes();
  Piece piece_of(const Box& box, const Span* rows) const;

  DarkMask mask_;
  std::vector<Run> runs_;
  std::vector<std::size_t> row_start_;  ///< of each row's runs; one more at the end
  std::vector<int> parent_;             ///< of a label; never above the label itself
  std::vector<Box> boxes_;              ///< of a label
};

}  // namespace polemarch::vision
