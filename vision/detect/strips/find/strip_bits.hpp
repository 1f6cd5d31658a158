#pragma once
/// Drops lone pixels, pairs and other crumbs from a picture of bits, row by row, without joining anything: what noise leaves, before
/// pieces are told apart. Pure (keeps its memory between calls).

#include <array>
#include <cstdint>
#include <vector>

namespace polemarch::vision {

/// Every pixel of a piece (corners join) that reaches over more than `kCrumb` pixels in x or y is kept, others mostly are not.
class CrumbFilter {
 public:
  static constexpr int kCrumb = 3;
  static constexpr int kDelay = 3;  ///< rows from a row's bits to what is kept of it
  /// A new picture, `words` of 64 pixels a row. `fine`: pieces may be as small as two pixels; only lone ones are dropped then.
  void begin(int words, bool fine);
  /// Where the next row's bits are to be written before push().
  std::uint64_t* next() { return row(bits_, rows_); }
  /// What is kept of the row `kDelay` before the one just written. Valid until the next push().
  const std::uint64_t* push();

 private:
  static constexpr int kRing = 5;
  static constexpr int kRoom = 8;  // words of nothing before and after a row
  using Rows = std::array<std::vector<std::uint64_t>, kRing>;
  static std::uint64_t* row(Rows& of, int y) { return of[static_cast<std::size_t>((y + 2 * kRing) % kRing)].data() + kRoom; }

  int words_ = 0, rows_ = 0;
  bool fine_ = false;
  Rows bits_, near_, crowd_;  // near: in three columns any; crowd: at least two
  Rows middle_, middle_near_, joined_near_;
  std::vector<std::uint64_t> joined_, kept_;
};

}  // namespace polemarch::vision
