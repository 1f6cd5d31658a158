/// StripAligner: the strip's course across the grid, and the sums over the grid along a course.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "vision/detect/strips/align/strip_align.hpp"
#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kPhases = StripAligner::kPhases;
constexpr int kPieces = 6;     // of the line for its course
constexpr double kTilt = 2.2;  // mm from end to end that the strip may be turned against the line

/// The nearest whole number; for numbers of moderate size.
int nearest(double x) { return static_cast<int>(x + 4096.5) - 4096; }

/// The strip's profile across, laid along a course over the grid, column by column; then every column with one tooth's width round it.
struct FollowJob {
  const float *grid, *kernel, *tooth;
  int rows, tooth_reach, first, last;
  int kernel_from, kernel_to;  // rows of the kernel beyond which it is nothing
  static constexpr int kFine = 20;
  std::int64_t shift, shift_step;  // eighths of rows << kFine that the course lies over the grid's middle: at column 0, a column
  Lanes* inner;
  float* both;
  Lanes* toothed;
};

/// Column i of the grid as the course crosses it: its whole rows off the middle and the kernel of the rest.
struct Crossing {
  const float *column, *kernel;
  int from, to;  // rows of the kernel that lie in the grid and near enough to the strip
};

static_assert(kPhases == 8);
POLEMARCH_INLINE Crossing crossing(const FollowJob& job, int i) {
  const auto eighths = static_cast<int>((job.shift + job.shift_step * i) >> FollowJob::kFine);
  const int whole = eighths >> 3, phase = eighths & 7;
  // Kernel row j looks at grid row j + whole.
  return {job.grid + static_cast<std::ptrdiff_t>(i) * job.rows + whole, job.kernel + static_cast<std::ptrdiff_t>(phase) * job.rows * 8,
          std::max(job.kernel_from, -whole), std::min(job.kernel_to, job.rows - whole)};
}

POLEMARCH_INLINE void store_column(const FollowJob& job, int i, const V8& sum) {
  std::memcpy(job.inner + i, &sum, sizeof(Lanes));
  std::memcpy(job.both + static_cast<std::ptrdiff_t>(i) * 8, &sum, sizeof sum);
}

/// One row of a column times its kernel, the last lane squared: the energy.
POLEMARCH_INLINE void add_row_and_energy(const Crossing& c, int j, V8& sum) {
  V8 k;
  std::memcpy(&k, c.kernel + static_cast<std::ptrdiff_t>(j) * 8, sizeof k);
  const float g = c.column[j];
  constexpr I8 kLast{0, 0, 0, 0, 0, 0, 0, -1};
  constexpr V8 kOne{1, 1, 1, 1, 1, 1, 1, 1};
  const V8 grey{g, g, g, g, g, g, g, g};
  sum += k * grey * (kLast ? grey : kOne);
}

/// All rows that the kernel has lie in the grid: as many in every column.
POLEMARCH_INLINE void follow_inside(const FollowJob& job) {
  for (int i = job.first; i < job.last; i += 2) {  // two columns at once: neither waits for its own sums
    const int next = i + 1 < job.last ? i + 1 : i;
    const Crossing a = crossing(job, i), b = crossing(job, next);
    V8 sum_a{}, sum_b{};
    for (int j = job.kernel_from; j < job.kernel_to; ++j) {
      add_row_and_energy(a, j, sum_a);
      add_row_and_energy(b, j, sum_b);
    }
    store_column(job, i, sum_a);
    store_column(job, next, sum_b);
  }
}

POLEMARCH_INLINE void follow_near_edge(const FollowJob& job) {
  for (int i = job.first; i < job.last; ++i) {
    const Crossing c = crossing(job, i);
    V8 sum{};
    for (int j = c.from; j < c.to; ++j) add_row_and_energy(c, j, sum);
    store_column(job, i, sum);
  }
}

POLEMARCH_INLINE void follow_course_body(const FollowJob& job) {
  const auto whole_at = [&](int i) { return static_cast<int>((job.shift + job.shift_step * i) >> FollowJob::kFine) >> 3; };
  const int at_first = whole_at(job.first), at_last = whole_at(job.last - 1);
  if (job.kernel_from + std::min(at_first, at_last) >= 0 && job.kernel_to + std::max(at_first, at_last) <= job.rows)
    follow_inside(job);
  else
    follow_near_edge(job);
  for (int i = job.first; i < job.last; i += 2) {  // two columns at once
    V8 sum{};
    const bool pair = i + 1 < job.last;
    if (pair && i - job.tooth_reach >= job.first && i + 1 + job.tooth_reach < job.last) {
      for (int k = -job.tooth_reach; k <= job.tooth_reach; ++k) {
        V8 two;
        std::memcpy(&two, job.inner + i + k, sizeof two);
        sum += two * job.tooth[k + job.tooth_reach];
      }
      std::memcpy(job.toothed + i, &sum, sizeof sum);
      continue;
    }
    for (int c = i; c < (pair ? i + 2 : i + 1); ++c) {
      Lanes one{0, 0, 0, 0};
      const int from = std::max(-job.tooth_reach, job.first - c), to = std::min(job.tooth_reach, job.last - 1 - c);
      for (int k = from; k <= to; ++k) one += job.inner[c + k] * job.tooth[k + job.tooth_reach];
      job.toothed[c] = one;
    }
  }
}
POLEMARCH_DISPATCH(void, follow_course, (const FollowJob& job), (job))

POLEMARCH_INLINE void add_columns_body(const float* columns, int count, int rows, float* sum) {
  for (int i = 0; i < count; ++i, columns += rows) {
    for (int j = 0; j < rows; ++j) sum[j] += columns[j];
  }
}
POLEMARCH_DISPATCH(void, add_columns, (const float* columns, int count, int rows, float* sum), (columns, count, rows, sum))

/// One weighted sum of `values` for each of `count` rows of weights, times `by`.
struct WeighJob {
  const float *weights, *values;
  int rows, count;
  float by;
  float* out;
};
POLEMARCH_INLINE void weigh_body(const WeighJob& job) {
  const float* weights = job.weights;
  for (int i = 0; i < job.count; ++i, weights += job.rows) {
    V8 sum{};
    int j = 0;
    for (; j + 8 <= job.rows; j += 8) {
      V8 x, y;
      std::memcpy(&x, weights + j, sizeof x);
      std::memcpy(&y, job.values + j, sizeof y);
      sum += x * y;
    }
    float total = 0;
    for (; j < job.rows; ++j) total += weights[j] * job.values[j];
    for (int k = 0; k < 8; ++k) total += sum[k];
    job.out[i] = job.by * total;
  }
}
POLEMARCH_DISPATCH(void, weigh, (const WeighJob& job), (job))

/// Adds count rows of eight products.
POLEMARCH_INLINE void add_products_body(const float* a, const float* b, int count, V8& sum) {
  V8 even = sum, odd{};
  for (int i = 0; i < count; ++i, a += 8, b += 8) {
    V8 x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    (i % 2 == 0 ? even : odd) += x * y;
  }
  sum = even + odd;
}
POLEMARCH_DISPATCH(void, add_products, (const float* a, const float* b, int count, V8& sum), (a, b, count, sum))

}  // namespace

StripAligner::Course StripAligner::find_course(double half_length, int centre) {
  const int half = std::min({centre, columns_ - 1 - centre, static_cast<int>(half_length / du_)});
  const double u_centre = u_low_ + du_ * centre;
  const int n = 2 * shifts_ + 1;
  // Each piece's contrast at every shift, its ends repeated to both sides as far as a tilted course may reach beyond them.
  const int beyond = static_cast<int>(kTilt / 2 / dv_) + 1, row = n + 2 * beyond;
  contrast_.resize(at(kPieces * row));
  mean_.resize(at(rows_));
  std::array<double, kPieces> middle{};
  for (int k = 0; k < kPieces; ++k) {
    const int from = centre - half + (2 * half + 1) * k / kPieces, to = centre - half + (2 * half + 1) * (k + 1) / kPieces;
    std::fill(mean_.begin(), mean_.end(), 0.0F);
    add_columns(grid_.data() + static_cast<std::ptrdiff_t>(from) * rows_, to - from, rows_, mean_.data());
    middle[at(k)] = du_ * ((from + to - 1) / 2.0 - centre);
    const float inverse = 1.0F / static_cast<float>(std::max(1, to - from));
    float* const of = contrast_.data() + k * row + beyond;
    weigh({profile_.data(), mean_.data(), rows_, n, inverse, of});
    std::fill_n(of - beyond, beyond, of[0]);
    std::fill_n(of + n, beyond, of[n - 1]);
  }
  // Best straight course over a grid of offsets and tilts, then each piece's own peak near it and a line through the peaks.
  const double reach = std::max(du_, half * du_);
  const auto shift_of = [&](int s, double slope, int k) { return std::clamp(s + nearest(slope * middle[at(k)] / dv_), 0, n - 1); };
  float best_sum = -1e9F;
  int best_shift = 0;
  double best_slope = 0;
  constexpr int kTilts = 8;
  std::array<const float*, kPieces> of{};
  for (int i = 0; i <= 2 * kTilts; ++i) {
    const int tilt = i % 2 == 0 ? i / 2 : -(i + 1) / 2;  // straight first: of equals the least tilted is kept
    const double slope = kTilt / 2 * tilt / kTilts / reach;
    for (int k = 0; k < kPieces; ++k)
      of[at(k)] = contrast_.data() + k * row + beyond + std::clamp(nearest(slope * middle[at(k)] / dv_), -beyond, beyond);
    for (int s = 0; s < n; ++s) {
      float sum = 0;
      for (int k = 0; k < kPieces; ++k) sum += of[at(k)][s];
      if (sum <= best_sum) continue;
      best_sum = sum;
      best_shift = s;
      best_slope = slope;
    }
  }
  Course best;
  best.contrast = best_sum / kPieces;
  double w = 0, wu = 0, wuu = 0, wv = 0, wuv = 0;
  for (int k = 0; k < kPieces; ++k) {
    int s = shift_of(best_shift, best_slope, k);
    const float* of = contrast_.data() + k * row + beyond;
    for (int step = 0; step < 1; ++step) {
      if (s > 0 && of[s - 1] > of[s])
        --s;
      else if (s + 1 < n && of[s + 1] > of[s])
        ++s;
    }
    double peak = s, weight = 0.1;
    if (s > 0 && s + 1 < n) {
      const double bend = 2 * of[s] - of[s - 1] - of[s + 1];
      if (bend > 1 && of[s] > 0) {
        peak = s + std::clamp(0.5 * (of[s + 1] - of[s - 1]) / bend, -0.5, 0.5);
        weight = 1;
      }
    }
    const double u = middle[at(k)], v = (peak - shifts_) * dv_;
    w += weight;
    wu += weight * u;
    wuu += weight * u * u;
    wv += weight * v;
    wuv += weight * u * v;
  }
  const double det = w * wuu - wu * wu;
  best.slope = det > 1e-6 ? (w * wuv - wu * wv) / det : best_slope;
  best.v0 = (wv - best.slope * wu) / w - best.slope * u_centre;
  return best;
}

void StripAligner::follow(const Course& course, int first, int last, Followed& into) const {
  into.inner.resize(at(columns_));
  into.both.resize(at(columns_) * 8);
  into.toothed.resize(at(columns_));
  const auto fixed = [](double rows) { return static_cast<std::int64_t>(rows * kPhases * (1 << FollowJob::kFine)); };
  follow_course({grid_.data(), kernel_.data(), tooth_.data(), rows_, tooth_reach_, first, last, kernel_from_, kernel_to_,
                 fixed((course.v0 + course.slope * u_low_) / dv_), fixed(course.slope * du_ / dv_), into.inner.data(), into.both.data(),
                 into.toothed.data()});
}

MatchedSums StripAligner::sums_at(int centre, StripHidden hidden) const {
  const StripLayout& layout = decoder_.profiles().layout();
  MatchedSums sums;
  // Columns gap_from .. gap_to from the centre are not looked at.
  int gap_from = window_ + 1, gap_to = window_;
  if (hidden.from < hidden.to) {
    gap_from = std::clamp(static_cast<int>(std::ceil(hidden.from / du_)), -window_, window_ + 1);
    gap_to = std::clamp(static_cast<int>(std::floor(hidden.to / du_)), gap_from - 1, window_);
  }
  const float *columns = followed_->both.data() + static_cast<std::ptrdiff_t>(centre) * 8, *counts = counts_.data() + at(window_) * 8;
  V8 left{}, right{};
  const auto add = [&](int from, int to, V8& sum) {
    if (to >= from)
      add_products(columns + static_cast<std::ptrdiff_t>(from) * 8, counts + static_cast<std::ptrdiff_t>(from) * 8, to - from + 1, sum);
  };
  add(-window_, std::min(gap_from - 1, -1), left);
  add(std::max(gap_to + 1, -window_), -1, left);
  add(0, gap_from - 1, right);
  add(std::max(gap_to + 1, 0), window_, right);
  sums.inner[0] = left[0] + right[0];
  const int first = -steps_per_pitch_ * (layout.columns - 1) / 2;
  for (int c = 0; c < layout.columns; ++c) {
    const int middle = first + c * steps_per_pitch_;
    Lanes tooth = followed_->toothed[at(centre + middle)];
    const bool at_end = c == 0 || c == layout.columns - 1;  // pixels that are not all print count less there
    if (at_end || (middle - tooth_reach_ <= gap_to && middle + tooth_reach_ >= gap_from)) {
      tooth = Lanes{0, 0, 0, 0};
      const int from = std::max(-tooth_reach_, -window_ - middle), to = std::min(tooth_reach_, window_ - middle);
      for (int k = from; k <= to; ++k) {
        if (middle + k >= gap_from && middle + k <= gap_to) {
          k = gap_to - middle;  // on to the gap's end
          continue;
        }
        tooth += followed_->inner[at(centre + middle + k)] * (tooth_[at(k + tooth_reach_)] * share_[at(middle + k + window_)]);
      }
    }
    for (int r = 0; r < layout.rows; ++r) sums.inner[at(1 + r * layout.columns + c)] = tooth[r + 1];
  }
  sums.outer = {left[4] + right[4], left[5] + right[5], left[6] + right[6], left[3], right[3]};
  sums.energy = left[7] + right[7];
  return sums;
}

}  // namespace polemarch::vision
