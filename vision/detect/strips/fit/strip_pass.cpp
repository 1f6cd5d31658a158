#include "vision/detect/strips/fit/strip_pass.hpp"

#include <algorithm>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr std::size_t kBlock = kPassBlock;
template <int N>
using Block = StripBlock<N>;

/// Where the pixels of a block lie in the strip's frame and in its tables: bytes from a table's first row, and how far to the next row.
struct Lookup {
  // NOLINTBEGIN(modernize-avoid-c-arrays): no initialisation wanted, and std::array warns about the alignment of vectors
  alignas(32) float u[kBlock], v[kBlock], part_u[kBlock], part_v[kBlock];
  alignas(32) int row_u[kBlock], row_v[kBlock];
  // NOLINTEND(modernize-avoid-c-arrays)
};

// A macro instead of a function: a vector of eight must not be handed over where the processor may have only four.
#define POLEMARCH_LOAD8(from) (*reinterpret_cast<const V8u*>(from))
#define POLEMARCH_STORE8(to, value) (*reinterpret_cast<V8u*>(to) = (value))
typedef float V8u __attribute__((vector_size(32), aligned(4), may_alias));
using V4 = Lanes;

/// Looks up `n` pixels from `from` on.
POLEMARCH_INLINE void look_up(const StripPixels& pixels, const LaneTable::Grid& across, const LaneTable::Grid& along,
                              const StripFrame& frame, std::size_t from, std::size_t n, Lookup& out) {
  const V8 none = {0, 0, 0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < n; i += kWide) {
    const V8 px = POLEMARCH_LOAD8(pixels.x.data() + from + i) - frame.x, py = POLEMARCH_LOAD8(pixels.y.data() + from + i) - frame.y;
    const V8 u = px * frame.c + py * frame.s, v = py * frame.c - px * frame.s;
    V8 at_u = (u - along.low) * along.inverse_step, at_v = (v - across.low) * across.inverse_step;
    at_u = at_u < 0 ? none : at_u > along.last ? none + along.last : at_u;
    at_v = at_v < 0 ? none : at_v > across.last ? none + across.last : at_v;
    const I8 whole_u = __builtin_convertvector(at_u, I8), whole_v = __builtin_convertvector(at_v, I8);
    const I8 bytes_u = whole_u << 5, bytes_v = whole_v << 5;  // a row has eight floats
    POLEMARCH_STORE8(out.u + i, u);
    POLEMARCH_STORE8(out.v + i, v);
    POLEMARCH_STORE8(out.part_u + i, at_u - __builtin_convertvector(whole_u, V8));
    POLEMARCH_STORE8(out.part_v + i, at_v - __builtin_convertvector(whole_v, V8));
    __builtin_memcpy(out.row_u + i, &bytes_u, sizeof bytes_u);
    __builtin_memcpy(out.row_v + i, &bytes_v, sizeof bytes_v);
  }
}

/// Columns of eight pixels, number `to` of the block and from `i` on of all.
template <int N>
POLEMARCH_INLINE void fill_eight(const StripPixels& pixels, const LaneTable::Grid& across, const LaneTable::Grid& along,
                                 const Lookup& where, std::size_t i, std::size_t to, Block<N>& block) {
  const V8 none = {0, 0, 0, 0, 0, 0, 0, 0};
  const V8 u = POLEMARCH_LOAD8(where.u + to), v = POLEMARCH_LOAD8(where.v + to);
  const auto* along_rows = reinterpret_cast<const char*>(along.rows);
  const auto* across_rows = reinterpret_cast<const char*>(across.rows);
  // Of each pixel: products of values | of slopes along with values across; apart, of values along with slopes across. The fourth lane,
  // which is not needed there, takes along how far inside the strip the pixel is along and across.
  V8 p[8];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  V4 q[8];  // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t k = 0; k < 8; ++k) {
    const char *a_from = along_rows + where.row_u[to + k], *b_from = across_rows + where.row_v[to + k];
    const V8 a0 = POLEMARCH_LOAD8(a_from), b0 = POLEMARCH_LOAD8(b_from);
    const V8 a = a0 + (POLEMARCH_LOAD8(a_from + 32) - a0) * where.part_u[to + k],
             b = b0 + (POLEMARCH_LOAD8(b_from + 32) - b0) * where.part_v[to + k];
    const V4 a_value = __builtin_shufflevector(a, a, 0, 1, 2, 3), b_value = __builtin_shufflevector(b, b, 0, 1, 2, 3),
             b_slope = __builtin_shufflevector(b, b, 4, 5, 6, 7);
    const V8 by_a = a * __builtin_shufflevector(b, b, 0, 1, 2, 3, 0, 1, 2, 3);
    p[k] = __builtin_shufflevector(by_a, a, 0, 1, 2, 11, 4, 5, 6, 7);
    q[k] = __builtin_shufflevector(a_value * b_slope, b_value, 0, 1, 2, 7);
  }
  // Turned from pixels' rows of lanes into lanes' rows of pixels; the three lanes of print are added up.
  V8 value[2], inside[2];  // NOLINT(modernize-avoid-c-arrays)
  for (int h = 0; h < 2; ++h) {
    const V8* of = p + 4 * h;
    const V8 s = __builtin_shufflevector(of[0], of[1], 0, 8, 1, 9, 4, 12, 5, 13),
             t = __builtin_shufflevector(of[0], of[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const V8 m = __builtin_shufflevector(of[2], of[3], 0, 8, 1, 9, 4, 12, 5, 13),
             n = __builtin_shufflevector(of[2], of[3], 2, 10, 3, 11, 6, 14, 7, 15);
    value[h] = __builtin_shufflevector(s, m, 0, 1, 8, 9, 4, 5, 12, 13) + __builtin_shufflevector(s, m, 2, 3, 10, 11, 6, 7, 14, 15) +
               __builtin_shufflevector(t, n, 0, 1, 8, 9, 4, 5, 12, 13);
    inside[h] = __builtin_shufflevector(t, n, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  const V8 white = __builtin_shufflevector(value[0], value[1], 0, 1, 2, 3, 8, 9, 10, 11),
           by_u = __builtin_shufflevector(value[0], value[1], 4, 5, 6, 7, 12, 13, 14, 15),
           inside_u = __builtin_shufflevector(inside[0], inside[1], 0, 1, 2, 3, 8, 9, 10, 11);
  V8 r[4];  // NOLINT(modernize-avoid-c-arrays)
  for (int k = 0; k < 4; ++k) r[k] = __builtin_shufflevector(q[k], q[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
  const V8 s = __builtin_shufflevector(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13),
           t = __builtin_shufflevector(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
  const V8 m = __builtin_shufflevector(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13),
           n = __builtin_shufflevector(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
  const V8 by_v = __builtin_shufflevector(s, m, 0, 1, 8, 9, 4, 5, 12, 13) + __builtin_shufflevector(s, m, 2, 3, 10, 11, 6, 7, 14, 15) +
                  __builtin_shufflevector(t, n, 0, 1, 8, 9, 4, 5, 12, 13);
  const V8 inside_v = __builtin_shufflevector(t, n, 2, 3, 10, 11, 6, 7, 14, 15);

  constexpr float kOutsideNoise = N == kFineUnknowns + 1 ? kFineOutside : 7.0F;
  const V8 out = kOutsideNoise * (1 - inside_u * inside_v);
  const V8 beyond = 1 - inside_v, ends = (1 - inside_u) * inside_v;
  const auto put = [&](int column, const V8& x) __attribute__((always_inline)) { __builtin_memcpy(&block.of[column][to], &x, sizeof x); };
  const V8 weight = POLEMARCH_LOAD8(pixels.trust.data() + i) / (1 + out * out);
  __builtin_memcpy(&block.weight[to], &weight, sizeof weight);
  put(kShiftU, -by_u);
  put(kShiftV, -by_v);
  put(kTurn, (by_u * v - by_v * u) * kTurnScale);
  put(kBlack, none + 1);
  put(kGain, white);
  const V8 front = v > 0 ? beyond : none, rear = beyond - front;
  const V8 left = u < 0 ? ends : none;
  put(kFront, front);
  put(kRear, rear);
  put(kLeft, left);
  put(kRight, ends - left);
  if constexpr (N == kFineUnknowns + 1) {
    put(kFrontAlong, front * u * kAlongPerMm);
    put(kRearAlong, rear * u * kAlongPerMm);
  }
  put(N - 1, POLEMARCH_LOAD8(pixels.grey.data() + i));
}

template <int N>
struct Sums {
  V8 of[N][N];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  V8 weight;
};

/// Adds all products of column I with the columns from I on.
template <int N, int I>
POLEMARCH_INLINE void products_of(const Block<N>& block, std::size_t n, Sums<N>& sums) {
  constexpr int kCount = N - I;
  V8 sum[static_cast<std::size_t>(kCount)];  // NOLINT(modernize-avoid-c-arrays)
  for (int j = 0; j < kCount; ++j) sum[j] = sums.of[I][I + j];
  for (std::size_t i = 0; i < n; i += kWide) {
    const V8 left = POLEMARCH_LOAD8(&block.of[I][i]) * POLEMARCH_LOAD8(&block.weight[i]);
    for (int j = 0; j < kCount; ++j) sum[j] += left * POLEMARCH_LOAD8(&block.of[I + j][i]);
  }
  for (int j = 0; j < kCount; ++j) sums.of[I][I + j] = sum[j];
  if constexpr (I + 1 < N) products_of<N, I + 1>(block, n, sums);
}

/// `blocks`: one, or as many as the pixels fill (`next` is then one).
template <int N>
POLEMARCH_INLINE void pass_of(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                              Block<N>* blocks, std::size_t next, StripSums& out) {
  Lookup where;
  Sums<N> sums;
  __builtin_memset(&sums, 0, sizeof sums);
  const LaneTable::Grid a = along.grid(), b = across.grid();
  const std::size_t count = pixels.size();  // the arrays go on with pixels of no trust to a multiple of eight
  for (std::size_t from = 0; from < count; from += kBlock) {
    const std::size_t n = std::min(kBlock, (count - from + kWide - 1) / kWide * kWide);
    Block<N>& block = blocks[next * (from / kBlock)];
    look_up(pixels, b, a, frame, from, n, where);
    for (std::size_t i = 0; i < n; i += kWide) fill_eight<N>(pixels, b, a, where, from + i, i, block);
    products_of<N, 0>(block, n, sums);
  }
  for (int i = 0; i < N; ++i) {
    for (int j = i; j < N; ++j) {
      float total = 0;
      for (std::size_t k = 0; k < kWide; ++k) total += sums.of[i][j][k];
      out.sum[at(i)][at(j)] = total;
    }
  }
  out.weight = out.sum[at(kBlack)][at(kBlack)];
  out.unknowns = N - 1;
}

POLEMARCH_INLINE void plain_pass_body(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                                      StripSums& out) {
  Block<kPlainUnknowns + 1> block;
  pass_of<kPlainUnknowns + 1>(pixels, across, along, frame, &block, 0, out);
}
POLEMARCH_DISPATCH(void, plain_pass,
                   (const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame, StripSums& out),
                   (pixels, across, along, frame, out))

POLEMARCH_INLINE void fine_pass_body(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                                     Block<kFineUnknowns + 1>* blocks, std::size_t next, StripSums& out) {
  pass_of<kFineUnknowns + 1>(pixels, across, along, frame, blocks, next, out);
}
POLEMARCH_DISPATCH(void, fine_pass,
                   (const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                    Block<kFineUnknowns + 1>* blocks, std::size_t next, StripSums& out),
                   (pixels, across, along, frame, blocks, next, out))

POLEMARCH_INLINE void pulls_body(const StripColumns& columns, std::size_t count, const StripSolution& solution, StripPulls& out) {
  for (std::size_t i = 0; i < count; i += kWide) {
    const Block<kFineUnknowns + 1>& block = columns[i / kBlock];
    const std::size_t here = i % kBlock;
    V8 off = POLEMARCH_LOAD8(block.of[kFineUnknowns] + here);
    V8 pull[3] = {};  // NOLINT(modernize-avoid-c-arrays)
    for (int c = 0; c < kFineUnknowns; ++c) {
      const V8 column = POLEMARCH_LOAD8(block.of[c] + here);
      off -= solution.value[at(c)] * column;
      for (int r = 0; r < 3; ++r) pull[r] += solution.inverse[at(r)][at(c)] * column;
    }
    off *= POLEMARCH_LOAD8(block.weight + here);
    for (int r = 0; r < 3; ++r) {
      pull[r] *= off;
      __builtin_memcpy(out[at(r)].data() + i, &pull[r], sizeof pull[r]);
    }
  }
}
POLEMARCH_DISPATCH(void, pulls, (const StripColumns& columns, std::size_t count, const StripSolution& solution, StripPulls& out),
                   (columns, count, solution, out))

}  // namespace

StripSums pass_over(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame, bool fine) {
  StripSums out;
  if (fine) {
    Block<kFineUnknowns + 1> block;
    fine_pass(pixels, across, along, frame, &block, 0, out);
  } else {
    plain_pass(pixels, across, along, frame, out);
  }
  return out;
}

StripSums fine_pass_over(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                         StripColumns& columns) {
  StripSums out;
  const std::size_t blocks = (pixels.size() + kBlock - 1) / kBlock;
  if (columns.size() < blocks) columns.resize(blocks);
  fine_pass(pixels, across, along, frame, columns.data(), 1, out);
  return out;
}

void pulls_of(const StripColumns& columns, std::size_t count, const StripSolution& solution, StripPulls& out) {
  for (auto& column : out) {
    if (column.size() < count + kWide) column.resize(count + count / 2 + kWide);
  }
  pulls(columns, count, solution, out);
}

}  // namespace polemarch::vision
