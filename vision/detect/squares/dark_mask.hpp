#pragma once
/// Where a picture is darker than its surroundings, a bit a pixel. The local mean is a box sum; twice the size is had by enlarging the
/// difference, not the picture. Pure but for its buffers.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/image.hpp"

namespace polemarch::vision {

/// One look for dark pieces.
struct ThresholdPass {
  int enlarge = 1;  ///< times; 2 doubles the picture first, for markers of 8 to 25 px
  int radius = 7;   ///< pixels of the (enlarged) picture; the local mean is over (2 radius + 1)^2. Larger keeps larger markers whole
  int offset = 7;   ///< grey levels; darker than the mean by this much counts as ink. Larger parts weakly joined pieces
};

class DarkMask {
 public:
  /// Radius at most 127, so that a column of the box fits sixteen bits.
  void compute(const ImageView& gray, const ThresholdPass& pass);

  int width() const { return width_; }
  int height() const { return height_; }
  int words() const { return words_; }  ///< of 64 bits a row; bits beyond the width are clear
  const std::uint64_t* row(int y) const { return bits_.data() + static_cast<std::ptrdiff_t>(y) * words_; }

 private:
  void darkness_of(const ImageView& gray, int y, int radius, std::int16_t* out);
  void write_plain(const std::int16_t* darkness, int limit, std::uint64_t* out) const;
  void write_enlarged(const std::int16_t* near, const std::int16_t* far, int limit, std::uint64_t* out);
  int width_ = 0, height_ = 0, words_ = 0;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint16_t> column_;  ///< sums over the box's rows
  std::vector<std::uint32_t> prefix_;
  std::vector<std::int16_t> darkness_[3], mixed_;  ///< eighths of a grey level below the mean
};

}  // namespace polemarch::vision
