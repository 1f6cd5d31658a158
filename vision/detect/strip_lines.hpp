#pragma once
/// Finds bright lines with black at both sides at the distance a strip has it: whatever the teeth between are, and whatever lies beyond.
/// Compare, threshold, join runs of pixels, keep what is long and thin. First step of the cold detector. Pixels. Pure (keeps its memory
/// between calls).

#include <array>
#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strip_align.hpp"
#include "vision/detect/strip_layout.hpp"

namespace polemarch::vision {

struct LineSettings {
  std::vector<int> contrasts{190, 140, 90, 60, 36};  ///< grey levels (sharpened) the spine must be above both sides; tried in this order
  double least_share = 0.33;  ///< of the spine's length a line must have; default .33; more is faster, less finds more covered strips
};

class LineFinder {
 public:
  /// `lines` gets one list for each contrast. `scale`: px per mm of this picture.
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
  };
  /// Where one direction looks for black: two pixels on each side, averaged.
  struct Look {
    std::array<int, 2> dx_a, dy_a, dx_b, dy_b;
  };
  static std::vector<Look> looks(const StripLayout& layout, double scale, int& reach);
  void sharpen(const ImageView& picture);
  void add_runs(Pass& pass, int y, int width);
  void collect(const Pass& pass, double scale, const StripLayout& layout, const LineSettings& settings, std::vector<BrightLine>& lines);

  Image sharp_;
  std::vector<std::uint16_t> column_sum_;
  std::vector<std::uint8_t> ridge_;
  std::vector<std::uint64_t> bright_;  // a bit a pixel
  std::vector<Pass> passes_;
  struct Moments {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  };
  std::vector<Moments> moments_;
  std::vector<std::int32_t> slot_;
};

}  // namespace polemarch::vision
