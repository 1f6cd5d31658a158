#pragma once
/// The picture in tiles, in which new pieces are looked for. Pure.

#include "models/image.hpp"
#include "vision/track/change/change_map.hpp"

namespace polemarch::vision {

struct Tiles {
  static constexpr int kPx = 32;  ///< a side, a multiple of 8; smaller tiles look at less around a change
  int width = 0, height = 0;      ///< of the picture, px
  int columns = 0, rows = 0;

  static Tiles of(const ImageView& gray) { return {gray.width, gray.height, (gray.width + kPx - 1) / kPx, (gray.height + kPx - 1) / kPx}; }
  /// The pixels from tile (c0, r0) to (c1, r1), and `margin` round them.
  PixelBox box(int c0, int r0, int c1, int r1, int margin) const {
    return clipped({c0 * kPx - margin, r0 * kPx - margin, (c1 + 1) * kPx + margin, (r1 + 1) * kPx + margin}, width, height);
  }
};

}  // namespace polemarch::vision
