#include "vision/detect/strips/find/strip_bits.hpp"

#include <algorithm>

#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

/// Eight words.
typedef std::uint64_t W8 __attribute__((vector_size(64)));
POLEMARCH_INLINE void load(const std::uint64_t* from, W8& to) { __builtin_memcpy(&to, from, sizeof to); }
POLEMARCH_INLINE void store(std::uint64_t* to, const W8& from) { __builtin_memcpy(to, &from, sizeof from); }

/// The bits to the left and right of each. Words before and after the row are read.
POLEMARCH_INLINE void load_sides(const std::uint64_t* bits, const W8& here, W8& left, W8& right) {
  W8 before, after;
  load(bits - 1, before);
  load(bits + 1, after);
  left = (here << 1) | (before >> 63);
  right = (here >> 1) | (after << 63);
}

/// near: in three columns any; crowd: at least two.
POLEMARCH_INLINE void spread_body(const std::uint64_t* bits, int words, std::uint64_t* near, std::uint64_t* crowd) {
  for (int w = 0; w < words; w += 8) {
    W8 here, left, right;
    load(bits + w, here);
    load_sides(bits + w, here, left, right);
    store(near + w, left | here | right);
    store(crowd + w, (left & right) | (here & (left | right)));
  }
}
POLEMARCH_DISPATCH_WIDEST(void, spread, (const std::uint64_t* bits, int words, std::uint64_t* near, std::uint64_t* crowd),
                          (bits, words, near, crowd))

POLEMARCH_INLINE void widen_body(const std::uint64_t* bits, int words, std::uint64_t* near) {
  for (int w = 0; w < words; w += 8) {
    W8 here, left, right;
    load(bits + w, here);
    load_sides(bits + w, here, left, right);
    store(near + w, left | here | right);
  }
}
POLEMARCH_DISPATCH_WIDEST(void, widen, (const std::uint64_t* bits, int words, std::uint64_t* near), (bits, words, near))

/// Bits of a row with at least two of their eight neighbours.
struct MiddleJob {
  const std::uint64_t *bits, *near_above, *crowd_above, *near_below, *crowd_below;
  int words;
  std::uint64_t* out;
};
POLEMARCH_INLINE void middle_body(const MiddleJob& job) {
  for (int w = 0; w < job.words; w += 8) {
    W8 here, left, right, above, below, two_above, two_below;
    load(job.bits + w, here);
    load_sides(job.bits + w, here, left, right);
    load(job.near_above + w, above);
    load(job.near_below + w, below);
    load(job.crowd_above + w, two_above);
    load(job.crowd_below + w, two_below);
    const W8 side = left | right;
    store(job.out + w, here & (two_above | two_below | (left & right) | (above & below) | (side & (above | below))));
  }
}
POLEMARCH_DISPATCH_WIDEST(void, middle, (const MiddleJob& job), (job))

/// Bits of a row with at least one neighbour.
struct JoinJob {
  const std::uint64_t *bits, *near_above, *near_below;
  int words;
  std::uint64_t* out;
};
POLEMARCH_INLINE void join_body(const JoinJob& job) {
  for (int w = 0; w < job.words; w += 8) {
    W8 here, left, right, above, below;
    load(job.bits + w, here);
    load_sides(job.bits + w, here, left, right);
    load(job.near_above + w, above);
    load(job.near_below + w, below);
    store(job.out + w, here & (left | right | above | below));
  }
}
POLEMARCH_DISPATCH_WIDEST(void, join, (const JoinJob& job), (job))

/// Bits of a row where any of three rows is set.
struct KeepJob {
  const std::uint64_t *bits, *above, *beside, *below;
  int words;
  std::uint64_t* out;
};
POLEMARCH_INLINE void keep_body(const KeepJob& job) {
  for (int w = 0; w < job.words; w += 8) {
    W8 here, above, beside, below;
    load(job.bits + w, here);
    load(job.above + w, above);
    load(job.beside + w, beside);
    load(job.below + w, below);
    store(job.out + w, here & (above | beside | below));
  }
}
POLEMARCH_DISPATCH_WIDEST(void, keep, (const KeepJob& job), (job))

}  // namespace

void CrumbFilter::begin(int words, bool fine) {
  words_ = words;
  fine_ = fine;
  rows_ = 0;
  const auto length = static_cast<std::size_t>(words + 2 * kRoom);
  for (Rows* rows : {&bits_, &near_, &crowd_, &middle_, &middle_near_, &joined_near_}) {
    for (auto& of : *rows) of.assign(length, 0);
  }
  joined_.assign(length, 0);
  kept_.assign(length, 0);
}

// A pixel of a piece that is no crumb has beside it the middle of three, and that one has another such beside it, since the piece goes on
// beyond its square of 3 x 3.
const std::uint64_t* CrumbFilter::push() {
  const int y = rows_++;
  std::uint64_t *const joined = joined_.data() + kRoom, *const kept = kept_.data() + kRoom;
  spread(row(bits_, y), words_, row(near_, y), row(crowd_, y));
  if (fine_) {
    join({row(bits_, y - 3), row(near_, y - 4), row(near_, y - 2), words_, kept});
    return kept;
  }
  middle({row(bits_, y - 1), row(near_, y - 2), row(crowd_, y - 2), row(near_, y), row(crowd_, y), words_, row(middle_, y - 1)});
  widen(row(middle_, y - 1), words_, row(middle_near_, y - 1));
  join({row(middle_, y - 2), row(middle_near_, y - 3), row(middle_near_, y - 1), words_, joined});
  widen(joined, words_, row(joined_near_, y - 2));
  keep({row(bits_, y - 3), row(joined_near_, y - 4), row(joined_near_, y - 3), row(joined_near_, y - 2), words_, kept});
  return kept;
}

}  // namespace polemarch::vision
