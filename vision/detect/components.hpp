#pragma once
/// Dark connected pieces of a picture, found as runs against a local mean; each as the convex hull of its pixels. Pure.

#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"

namespace polemarch::vision {

/// One look for dark pieces.
struct ThresholdPass {
  int enlarge = 1;  ///< times; 2 doubles the picture first, for markers of 8 to 25 px. 4x the time
  int radius = 7;   ///< pixels of the (enlarged) picture; the local mean is over (2 radius + 1)^2. Larger keeps larger markers whole
  int offset = 7;   ///< grey levels; darker than the mean by this much counts as ink. Larger parts weakly joined pieces
};

/// What to keep of the pieces.
struct PieceLimits {
  int least_side = 7;        ///< pixels; smaller bounding boxes are dropped
  double most_share = 0.95;  ///< of the picture's width and height; larger boxes are dropped
  double least_fill = 0.15;  ///< ink pixels over hull area; thin scribbles are dropped
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
    int y, x0, x1, label;
  };
  void threshold(const ImageView& gray, const ThresholdPass& pass);
  int root(int label);
  std::vector<std::uint8_t> mask_, enlarged_;
  std::vector<std::uint32_t> column_, prefix_;
  std::vector<Run> runs_;
  std::vector<int> parent_;
};

}  // namespace polemarch::vision
