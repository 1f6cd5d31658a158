#pragma once
/// What changed in the picture, block by block (8 x 4 pixels): against a reference that is renewed only where somebody looked, so slow
/// changes add up, and against the frame before. One pass over every other row of the frame serves the gate of every marker and the
/// watch for new pieces: a lens blurs over more than a row, and the pass costs what the memory costs. Sums are doubled, so that they speak
/// of whole blocks. Grey pictures of one size. Pure but for its buffers (reference: half a frame; blocks: 6 bytes each).

#include <cstdint>
#include <vector>

#include "models/image.hpp"

namespace polemarch::vision {

/// A rectangle of pixels, right and bottom exclusive.
struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool empty() const { return x1 <= x0 || y1 <= y0; }
};
PixelBox clipped(PixelBox box, int width, int height);

class ChangeMap {
 public:
  static constexpr int kBlockWidth = 8, kBlockHeight = 4;
  static constexpr int kRowStep = 2;                                         ///< rows 0 and 2 of a block are looked at
  static constexpr int kPixelsSeen = kBlockWidth * kBlockHeight / kRowStep;  ///< of a block

  /// Forgets everything; the frame becomes the reference.
  void restart(const ImageView& gray);
  bool fits(const ImageView& gray) const { return gray.width == width_ && gray.height == height_; }

  /// Compares a frame of the same size with the reference and the frame before.
  void update(const ImageView& gray);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  /// Sum of absolute differences to the reference in a block.
  int change(int column, int row) const { return change_[index(column, row)]; }
  /// How much the block's sum differs from that of the frame before.
  int stir(int column, int row) const {
    const int now = sum_[index(column, row)], before = before_[index(column, row)];
    return now > before ? now - before : before - now;
  }

  /// Sum of change() over the blocks that touch the box.
  int change_in(const PixelBox& box) const;
  /// The frame becomes the reference inside the box (whole blocks).
  void accept(const ImageView& gray, const PixelBox& box);

  /// Of each group of `wide` x `high` blocks, row by row of groups: 1 where any block's change() exceeds the limit.
  void groups_above(int limit, int wide, int high, std::vector<std::uint8_t>& out);

  /// True when any block's change() exceeds the limit.
  bool any_above(int limit) const;

  std::size_t memory_bytes() const { return reference_.capacity() + 2 * (change_.capacity() + sum_.capacity() + before_.capacity()); }

  /// Middle value of change() over a thinned sample of blocks: what plain noise does.
  int usual_change() const { return usual_change_; }

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0, usual_change_ = 0;
  std::vector<std::uint8_t> reference_;
  std::vector<std::uint16_t> change_, sum_, before_, sample_, marks_;
};

}  // namespace polemarch::vision
