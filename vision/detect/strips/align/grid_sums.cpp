#include "vision/detect/strips/align/grid_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kPhases = 8;  // lateral kernels per grid row

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

GridSums::GridSums(const StripProfiles& profiles, const LineGrid& grid) : profiles_(profiles), grid_(grid) {
  weigh_across();
  weigh_along();
}

void GridSums::weigh_across() {
  const StripLayout& layout = profiles_.layout();
  kernel_.resize(at(kPhases * grid_.rows * 8));
  kernel_from_ = grid_.rows;
  kernel_to_ = 0;
  const double margin = layout.depth_mm / 2 + kDecodeMarginMm;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (int j = 0; j < grid_.rows; ++j) {
      const double v = grid_.v_low + grid_.dv * (j - static_cast<double>(phase) / kPhases);
      // The share of the row's cell that lies within the margin.
      const Lanes inner = profiles_.across().read(static_cast<float>(v)).value;
      const auto step = static_cast<float>(std::clamp(margin + grid_.dv / 2 - std::abs(v), 0.0, grid_.dv)) * print_weight(inner[3]);
      float* k = kernel_.data() + at(phase * grid_.rows + j) * 8;
      for (int lane = 0; lane < 4; ++lane) k[lane] = inner[lane] * step;
      k[4] = k[7] = step;
      if (step > 0) {
        kernel_from_ = std::min(kernel_from_, j);
        kernel_to_ = std::max(kernel_to_, j + 1);
      }
      (v > 0 ? k[5] : k[6]) = (1 - inner[3]) * step;
    }
  }
  double spine_all = 0, edges_all = 0;
  constexpr double kSlice = 0.05;  // mm
  for (int slice = 0; slice * kSlice < 2 * margin; ++slice) {
    const double v = slice * kSlice - margin;
    const Lanes value = profiles_.across().read(static_cast<float>(v)).value;
    const float weight = print_weight(value[3]);
    spine_all += kSlice * static_cast<double>(weight * value[0]);
    edges_all += kSlice * static_cast<double>(weight * (value[3] - value[0] - value[1] - value[2]));
  }
  spine_across_ = static_cast<float>(1 / spine_all);
  edges_across_ = static_cast<float>(1 / std::max(0.05, edges_all));
}

void GridSums::weigh_along() {
  const StripLayout& layout = profiles_.layout();
  const StripBlur blur = profiles_.blur();
  tooth_reach_ = static_cast<int>((layout.pitch_mm / 2 + 3 * blur.along_mm) / grid_.du);
  for (int k = -tooth_reach_; k <= tooth_reach_; ++k) tooth_.push_back(static_cast<float>(profiles_.tooth(k * grid_.du) * grid_.du));
  const double half_window = layout.length_mm / 2 + kDecodeMarginMm;
  window_ = static_cast<int>(std::ceil((half_window - grid_.du / 2) / grid_.du));
  for (int k = -window_; k <= window_; ++k) {
    const double u = k * grid_.du;
    const double inside = blurred_box(-layout.length_mm / 2, layout.length_mm / 2, blur.along_mm, u);
    share_.push_back(static_cast<float>(std::clamp(half_window + grid_.du / 2 - std::abs(u), 0.0, grid_.du) / grid_.du) *
                     print_weight(static_cast<float>(inside)));
    const float cell = share_.back() * static_cast<float>(grid_.du);
    const auto spine_there =
        static_cast<float>(blurred_box(-layout.length_mm / 2 + layout.end_mm, layout.length_mm / 2 - layout.end_mm, blur.along_mm, u));
    counts_.insert(counts_.end(), {spine_there * cell, 0, 0, static_cast<float>(1 - inside) * cell, cell, cell, cell, cell});
  }
}

void GridSums::follow(const Course& course, int first, int last, Followed& into) const {
  into.inner.resize(at(grid_.columns));
  into.both.resize(at(grid_.columns) * 8);
  into.toothed.resize(at(grid_.columns));
  const auto fixed = [](double rows) { return static_cast<std::int64_t>(rows * kPhases * (1 << FollowJob::kFine)); };
  follow_course({grid_.grey.data(), kernel_.data(), tooth_.data(), grid_.rows, tooth_reach_, first, last, kernel_from_, kernel_to_,
                 fixed((course.v0 + course.slope * grid_.u_low) / grid_.dv), fixed(course.slope * grid_.du / grid_.dv), into.inner.data(),
                 into.both.data(), into.toothed.data()});
}

void GridSums::follow_near(const Course& course, int centre, int slide, Followed& into) const {
  const int reach = window_ + slide + tooth_reach_;
  follow(course, std::max(0, centre - reach), std::min(grid_.columns, centre + reach + 1), into);
}

MatchedSums GridSums::sums_at(const Followed& followed, int centre, StripHidden hidden) const {
  const StripLayout& layout = profiles_.layout();
  MatchedSums sums;
  // Columns gap_from .. gap_to from the centre are not looked at.
  int gap_from = window_ + 1, gap_to = window_;
  if (hidden.from < hidden.to) {
    gap_from = std::clamp(static_cast<int>(std::ceil(hidden.from / grid_.du)), -window_, window_ + 1);
    gap_to = std::clamp(static_cast<int>(std::floor(hidden.to / grid_.du)), gap_from - 1, window_);
  }
  const float *columns = followed.both.data() + static_cast<std::ptrdiff_t>(centre) * 8, *counts = counts_.data() + at(window_) * 8;
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
  const int first = -grid_.steps_per_pitch * (layout.columns - 1) / 2;
  for (int c = 0; c < layout.columns; ++c) {
    const int middle = first + c * grid_.steps_per_pitch;
    Lanes tooth = followed.toothed[at(centre + middle)];
    const bool at_end = c == 0 || c == layout.columns - 1;  // pixels that are not all print count less there
    if (at_end || (middle - tooth_reach_ <= gap_to && middle + tooth_reach_ >= gap_from)) {
      tooth = Lanes{0, 0, 0, 0};
      const int from = std::max(-tooth_reach_, -window_ - middle), to = std::min(tooth_reach_, window_ - middle);
      for (int k = from; k <= to; ++k) {
        if (middle + k >= gap_from && middle + k <= gap_to) {
          k = gap_to - middle;  // on to the gap's end
          continue;
        }
        tooth += followed.inner[at(centre + middle + k)] * (tooth_[at(k + tooth_reach_)] * share_[at(middle + k + window_)]);
      }
    }
    for (int r = 0; r < layout.rows; ++r) sums.inner[at(1 + r * layout.columns + c)] = tooth[r + 1];
  }
  sums.outer = {left[4] + right[4], left[5] + right[5], left[6] + right[6], left[3], right[3]};
  sums.energy = left[7] + right[7];
  return sums;
}

}  // namespace polemarch::vision
