#pragma once
/// Finds bright straight things about as long as a strip's spine: sharpen, threshold against local means, join runs of bright pixels,
/// keep what is long and thin. First step of the cold detector. Pixels. Pure (keeps its memory between calls).

#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strip_align.hpp"
#include "vision/detect/strip_layout.hpp"

namespace polemarch::vision {

/// One threshold: a pixel is bright when the sharpened picture is `above` grey levels over the mean of a box of `box_mm`.
struct LineThreshold {
  double box_mm = 12;
  int above = 20;
};

struct LineSettings {
  std::vector<LineThreshold> thresholds{{20, 34}, {12, 20}, {36, 60}};  ///< tried in this order; fewer is faster, less finds fewer
  double least_share = 0.33;  ///< of the spine's length a line must have; default .33; more is faster, less finds more covered strips
};

class LineFinder {
 public:
  /// Bright lines of each threshold in turn. `scale`: px per mm of this picture.
  /// `lines` has one list a threshold.
  void find(const ImageView& picture, double scale, const StripLayout& layout, const LineSettings& settings,
            std::vector<std::vector<BrightLine>>& lines);

 private:
  struct Run {
    std::int32_t y, from, to, label;  // from .. to - 1
  };
  struct Pass {
    std::vector<Run> runs;
    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> area;
    std::size_t above_from = 0, above_to = 0;  // runs of the row above
    std::vector<std::uint8_t> limits;          // per cell
  };
  void local_means(const ImageView& picture, double scale, const LineSettings& settings);
  void sharpen_row(const ImageView& picture, int y);
  void add_runs(Pass& pass, int y, int width);
  void collect(const Pass& pass, double scale, const StripLayout& layout, const LineSettings& settings, std::vector<BrightLine>& lines);

  int cell_ = 4, cells_x_ = 0, cells_y_ = 0;
  std::vector<std::int32_t> cell_sums_;  // integral over cells
  std::vector<std::uint16_t> column_sum_;
  std::vector<std::uint8_t> sharp_, limit_row_, bright_;
  std::vector<Pass> passes_;
  struct Moments {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  };
  std::vector<Moments> moments_;
  std::vector<std::int32_t> slot_;
};

}  // namespace polemarch::vision
