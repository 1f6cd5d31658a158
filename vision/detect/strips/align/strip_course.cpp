#include "vision/detect/strips/align/strip_course.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kPieces = 6;     // of the line for its course
constexpr double kTilt = 2.2;  // mm from end to end that the strip may be turned against the line

/// The nearest whole number; for numbers of moderate size.
int nearest(double x) { return static_cast<int>(x + 4096.5) - 4096; }

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

}  // namespace

CourseFinder::CourseFinder(const StripLayout& layout, const LineGrid& grid) : grid_(grid) {
  const auto spine = layout.row_range(-1);
  // Course: spine high, edges low, teeth not asked.
  std::vector<float> weights(at(grid.rows));
  profile_.assign(at((2 * grid.shifts + 1) * grid.rows), 0);
  for (int s = -grid.shifts; s <= grid.shifts; ++s) {
    float up = 0, down = 0;
    for (int j = 0; j < grid.rows; ++j) {
      const double v = grid.v_low + grid.dv * (j - s);
      const double reach = grid.dv / 2;
      const auto overlap = [&](double low, double high) { return std::max(0.0, std::min(high, v + reach) - std::max(low, v - reach)); };
      const double half = layout.depth_mm / 2;
      const double edges = overlap(-half, -half + layout.edge_mm) + overlap(half - layout.edge_mm, half);
      weights[at(j)] = static_cast<float>(overlap(spine.low, spine.high));
      up += weights[at(j)];
      down += static_cast<float>(edges);
      profile_[at((s + grid.shifts) * grid.rows + j)] = static_cast<float>(-edges);
    }
    for (int j = 0; j < grid.rows; ++j) {
      float& w = profile_[at((s + grid.shifts) * grid.rows + j)];
      w = weights[at(j)] / up + (down > 0 ? w / down : 0);
    }
  }
}

Course CourseFinder::find(double half_length, int centre) {
  const int half = std::min({centre, grid_.columns - 1 - centre, static_cast<int>(half_length / grid_.du)});
  const double u_centre = grid_.u_low + grid_.du * centre;
  const int n = 2 * grid_.shifts + 1;
  // Each piece's contrast at every shift, its ends repeated to both sides as far as a tilted course may reach beyond them.
  const int beyond = static_cast<int>(kTilt / 2 / grid_.dv) + 1, row = n + 2 * beyond;
  contrast_.resize(at(kPieces * row));
  mean_.resize(at(grid_.rows));
  std::array<double, kPieces> middle{};
  for (int k = 0; k < kPieces; ++k) {
    const int from = centre - half + (2 * half + 1) * k / kPieces, to = centre - half + (2 * half + 1) * (k + 1) / kPieces;
    std::fill(mean_.begin(), mean_.end(), 0.0F);
    add_columns(grid_.grey.data() + static_cast<std::ptrdiff_t>(from) * grid_.rows, to - from, grid_.rows, mean_.data());
    middle[at(k)] = grid_.du * ((from + to - 1) / 2.0 - centre);
    const float inverse = 1.0F / static_cast<float>(std::max(1, to - from));
    float* const of = contrast_.data() + k * row + beyond;
    weigh({profile_.data(), mean_.data(), grid_.rows, n, inverse, of});
    std::fill_n(of - beyond, beyond, of[0]);
    std::fill_n(of + n, beyond, of[n - 1]);
  }
  // Best straight course over a grid of offsets and tilts, then each piece's own peak near it and a line through the peaks.
  const double reach = std::max(grid_.du, half * grid_.du);
  const auto shift_of = [&](int s, double slope, int k) { return std::clamp(s + nearest(slope * middle[at(k)] / grid_.dv), 0, n - 1); };
  float best_sum = -1e9F;
  int best_shift = 0;
  double best_slope = 0;
  constexpr int kTilts = 8;
  std::array<const float*, kPieces> of{};
  for (int i = 0; i <= 2 * kTilts; ++i) {
    const int tilt = i % 2 == 0 ? i / 2 : -(i + 1) / 2;  // straight first: of equals the least tilted is kept
    const double slope = kTilt / 2 * tilt / kTilts / reach;
    for (int k = 0; k < kPieces; ++k)
      of[at(k)] = contrast_.data() + k * row + beyond + std::clamp(nearest(slope * middle[at(k)] / grid_.dv), -beyond, beyond);
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
    const double u = middle[at(k)], v = (peak - grid_.shifts) * grid_.dv;
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

}  // namespace polemarch::vision
