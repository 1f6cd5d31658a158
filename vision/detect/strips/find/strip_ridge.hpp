#pragma once
/// Which pixels are brighter than both places where a strip's black edges would be, in one of eight directions: the first look of the
/// cold detector, over every pixel. The places follow the plane's local scale and slant. Pixels. Pure (keeps its memory between calls).

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/image.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// Pixels to a millimetre of the plane at one place, to first order: dpx = xx dX + xy dY, dpy = yx dX + yy dY.
struct PixelsPerMm {
  double xx = 1, xy = 0, yx = 0, yy = -1;
};

/// The plane at a pixel of the picture looked at.
using LocalScale = std::function<PixelsPerMm(double px, double py)>;

class RidgeFinder {
 public:
  /// A new picture. False when it is too small for the layout.
  bool begin(const ImageView& picture, const LocalScale& scale, const StripLayout& layout);
  int first_row() const { return reach_; }
  int end_row() const { return height_ - reach_; }
  /// Bits of row y, 64 pixels a word and `words()` words for each contrast: set where the ridge is higher. Bit 0 is pixel `first_column()`.
  /// Rows must be asked in order.
  void row(int y, const std::vector<int>& contrasts, std::uint64_t* bits);
  int words() const { return words_; }
  int first_column() const { return reach_; }

  static constexpr int kMostContrasts = 8;

 private:
  /// Where one direction looks for black: two pixels on each side, averaged.
  struct Look {
    std::array<int, 2> dx_a, dy_a, dx_b, dy_b;
  };
  struct Cell {
    std::vector<Look> looks;
    std::size_t single = 0, mixed = 0;    // of them have one pixel to either side; one to at least one side
    std::vector<std::ptrdiff_t> offsets;  // the same as steps in sharp_, four a look
  };
  static std::vector<Look> looks(const StripLayout& layout, const PixelsPerMm& scale, int& reach);
  void sharpen(int y);

  ImageView picture_;
  int width_ = 0, height_ = 0, reach_ = 0, words_ = 0, sharpened_ = 0;
  std::ptrdiff_t stride_ = 0;
  int cell_words_ = 1, cell_rows_ = 1, cell_columns_ = 1;
  std::vector<Cell> cells_;
  std::vector<std::uint8_t> sharp_;
  std::vector<std::uint16_t> column_sum_;
};

}  // namespace polemarch::vision
