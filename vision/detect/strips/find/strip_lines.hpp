#pragma once
/// Finds bright lines with black at both sides at the distance a strip has it: whatever the teeth between are, and whatever lies beyond.
/// Compare, threshold, join runs of pixels, keep what is long and thin. First step of the cold detector. Pixels. Pure (keeps its memory
/// between calls).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/find/bright_line.hpp"
#include "vision/detect/strips/find/strip_bits.hpp"
#include "vision/detect/strips/find/strip_ridge.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// Which lines are looked for.
struct LinesWanted {
  std::vector<int> contrasts;  ///< grey levels (sharpened) the spine must be above both sides; tried in this order
  double least_share = 0;      ///< of the spine's length a line must have; more is faster, less finds more covered strips
};

/// Bits side by side in a row.
struct BitRun {
  std::int32_t y, from, to, label;  // from .. to - 1
};

class LineFinder {
 public:
  /// `lines` gets one list for each contrast. `local`: the plane at places of this picture; `scale`: px per mm on average.
  void find(const ImageView& picture, const LocalScale& local, double scale, const StripLayout& layout, const LinesWanted& wanted,
            std::vector<std::vector<BrightLine>>& lines);

 private:
  using Run = BitRun;
  struct Pass {
    std::vector<Run> runs;                   // `count` of them; the rest is room. Every row ends with one beyond all columns
    std::vector<std::int32_t> parent, area;  // by label, `labels` of them
    std::size_t count = 0;
    std::int32_t labels = 0;
    std::size_t above_from = 0;  // runs of the row above
  };
  struct Moments {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    void add(const Run& run);
  };
  /// What makes a line, px.
  struct Limits {
    double shortest = 0, longest = 0, widest = 0;
    std::int32_t least = 0, most = 0;  // pixels
  };
  enum class Shape { Line, Short, Broad };
  static Shape shape_of(const Moments& m, const Limits& limits, BrightLine& line);
  static void split(std::span<Run> runs, const Limits& limits, int depth, std::vector<BrightLine>& lines);
  void collect(Pass& pass, const Limits& limits, std::vector<BrightLine>& lines);
  void add_runs(Pass& pass, int y, int first_column, const std::uint64_t* row, int words);

  RidgeFinder ridges_;
  CrumbFilter filter_;
  std::vector<Pass> passes_;
  std::vector<Moments> moments_;
  std::vector<std::int32_t> slot_, broad_;
  std::vector<std::size_t> ends_;
  std::vector<Run> apart_;
};

}  // namespace polemarch::vision
