#pragma once
/// What a frame may still cost, and what it has cost.

namespace polemarch::vision {

/// What one update did, for benchmarks and the health page.
struct TrackCounts {
  int gates_open = 0, fits = 0, searches = 0, reads = 0, pixels_read = 0;
};

struct Budget {
  static constexpr int kSearches = 12;   ///< lost markers searched round their last place, in each half of a frame
  static constexpr int kOddLooks = 8;    ///< gates opened for a little: a base that starts off slowly is not said to rest where it lay
  static constexpr int kPixels = 12000;  ///< of the reader of new pieces; the rest waits for the next frame

  int searches = 0, odd_looks = 0, pixels = 0;  ///< left in this frame
  TrackCounts counts;                           ///< of this frame

  void begin_frame() { *this = {.searches = kSearches, .odd_looks = kOddLooks, .pixels = kPixels}; }
  void begin_bases() { searches = kSearches; }
};

}  // namespace polemarch::vision
