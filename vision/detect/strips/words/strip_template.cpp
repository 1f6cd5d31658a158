#include "vision/detect/strips/words/strip_template.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr double kStep = 0.1;        // mm of the tables; linear interpolation errs below 0.002 at blurs of 0.3 mm and more
constexpr double kStepOfBlur = 0.4;  // of less blur, the step's share of it
constexpr double kWideStep = 0.2;    // and of wide blurs
constexpr double kLeastStep = 0.01;  // mm
constexpr int kPhases = 16;          // of an edge between two rows of a table
constexpr double kStepReach = 4;     // blurs from its edge at which a step is finished
constexpr double kBeyond = 2.0;      // mm of table beyond the strip's outline
constexpr double kFinished = 8;      // standard deviations from its middle at which a step differs from 0 or 1 by 1e-15

/// The normal distribution and its density from a table, cubic between its places: off by 1e-10.
class NormalTable {
 public:
  NormalTable() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double x = (static_cast<double>(i) - kMiddle) / kPerOne;
      places_[i] = {0.5 * std::erfc(-x / std::numbers::sqrt2), std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi)};
    }
  }
  double cdf(double x) const {
    if (std::abs(x) >= kFinished) return x > 0 ? 1 : 0;
    const Between at(x);
    const Place &a = places_[at.i], &b = places_[at.i + 1];
    return at.cubic(a.cdf, a.pdf, b.cdf, b.pdf);
  }
  double pdf(double x) const {
    if (std::abs(x) >= kFinished) return 0;
    const Between at(x);
    const Place &a = places_[at.i], &b = places_[at.i + 1];
    return at.cubic(a.pdf, -at.low * a.pdf, b.pdf, -(at.low + 1.0 / kPerOne) * b.pdf);
  }

 private:
  static constexpr int kPerOne = 64;
  static constexpr double kMiddle = kFinished * kPerOne;
  struct Place {
    double cdf = 0, pdf = 0;
  };
  struct Between {
    std::size_t i;
    double low, part;
    explicit Between(double x) {
      const double at = x * kPerOne + kMiddle;
      i = static_cast<std::size_t>(at);
      part = at - static_cast<double>(i);
      low = (static_cast<double>(i) - kMiddle) / kPerOne;
    }
    double cubic(double a, double a_slope, double b, double b_slope) const {
      const double m = a_slope / kPerOne, n = b_slope / kPerOne, rise = b - a;
      return a + part * (m + part * (3 * rise - 2 * m - n + part * (m + n - 2 * rise)));
    }
  };
  std::array<Place, static_cast<std::size_t>(2 * kMiddle) + 2> places_;
};

const NormalTable& normal() {
  static const NormalTable table;
  return table;
}

double normal_cdf(double x) { return normal().cdf(x); }
double normal_pdf(double x) { return normal().pdf(x); }
double blurred_box_slope(double low, double high, double sigma, double x) {
  return (normal_pdf((x - low) / sigma) - normal_pdf((x - high) / sigma)) / sigma;
}

double step_for(double blur_mm) { return std::clamp(kStepOfBlur * blur_mm, kLeastStep, std::max(kStep, kWideStep * blur_mm)); }

}  // namespace

LaneTable::LaneTable(double low, double high, double step) : low_(low), step_(step) {
  rows_.resize(static_cast<std::size_t>(std::ceil((high - low) / step)) + 2, Row{});
  low_f_ = static_cast<float>(low);
  inverse_step_ = static_cast<float>(1 / step);
  last_ = static_cast<float>(rows_.size()) - 1.001F;
}

double blurred_box(double low, double high, double sigma, double x) {
  return normal_cdf((x - low) / sigma) - normal_cdf((x - high) / sigma);
}

double blurred_step(double low, double sigma, double x) { return normal_cdf((x - low) / sigma); }

StripProfiles::StripProfiles(const StripLayout& layout, StripBlur blur)
    : layout_(layout), blur_(blur), step_mm_(step_for(std::min(blur.along_mm, blur.across_mm))) {
  const auto set = [](LaneTable::Row& row, int lane, StripLayout::Range range, double sigma, double x) {
    row.value[lane] = static_cast<float>(blurred_box(range.low, range.high, sigma, x));
    row.slope[lane] = static_cast<float>(blurred_box_slope(range.low, range.high, sigma, x));
  };
  const double half_depth = layout.depth_mm / 2, half_length = layout.length_mm / 2;
  across_ = LaneTable(-half_depth - kBeyond, half_depth + kBeyond, step_mm_);
  for (std::size_t i = 0; i < across_.size(); ++i) {
    const double v = across_.at(i);
    for (int lane = 0; lane < 3; ++lane) {
      if (lane <= layout.rows) set(across_.rows()[i], lane, layout.row_range(lane - 1), blur.across_mm, v);
    }
    set(across_.rows()[i], 3, {-half_depth, half_depth}, blur.across_mm, v);
  }
  along_blank_ = LaneTable(-half_length - kBeyond, half_length + kBeyond, step_mm_);
  for (std::size_t i = 0; i < along_blank_.size(); ++i) {
    const double u = along_blank_.at(i);
    set(along_blank_.rows()[i], 0, {-half_length + layout.end_mm, half_length - layout.end_mm}, blur.along_mm, u);
    set(along_blank_.rows()[i], 3, {-half_length, half_length}, blur.along_mm, u);
  }
  for (int step = 0; step <= kToothSteps; ++step) {
    Eight& teeth = teeth_.emplace_back();
    for (int k = 0; k < 8; ++k) {
      const double columns = static_cast<double>(step) / kToothSteps + kTeethBefore - k;
      teeth[k] = static_cast<float>(tooth(columns * layout.pitch_mm));
    }
  }
  // A step counts as finished four blurs from its edge.
  const double reach = kStepReach * blur.along_mm, fine_mm = step_mm_ / kPhases;
  const auto a_phase = static_cast<std::size_t>(2 * reach / step_mm_) + 2;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (std::size_t k = 0; k < a_phase; ++k) {
      const double x = fine_mm * phase + step_mm_ * static_cast<double>(k) - reach;
      const auto value = static_cast<float>(x > reach ? 1.0 : normal_cdf(x / blur.along_mm)),
                 slope = x > reach ? 0.0F : static_cast<float>(normal_pdf(x / blur.along_mm) / blur.along_mm);
      steps_.push_back(Eight{value, value, value, value, slope, slope, slope, slope});
    }
  }
  for (int c = 0; c <= layout.columns; ++c) {
    const double edge = layout.column_range(c).low, first = (edge - reach - along_blank_.at(0)) / step_mm_;
    // The first row of the table that lies within reach, and how many fine steps within.
    const std::size_t from = first > 0 ? static_cast<std::size_t>(std::ceil(first)) : 0;
    const auto fine = static_cast<std::size_t>(std::max(0.0, std::round((along_blank_.at(from) - edge + reach) / fine_mm)));
    const std::size_t phase = fine % kPhases, skipped = std::min(a_phase, fine / kPhases);
    edges_.push_back({from, std::min(along_blank_.size(), from + a_phase - skipped), phase * a_phase + skipped});
  }
}

namespace {

/// Row by row what is there without teeth and the teeth begun before; then every blurred step, in both rows of teeth at once.
struct TeethJob {
  struct Step {
    std::size_t from, to;
    const Eight* first;
    float row0, row1;  // signs
  };
  const Step* steps;
  std::size_t count, rows;
  const LaneTable::Row* blank;
  LaneTable::Row* out;
};

POLEMARCH_INLINE void add_rows_body(const TeethJob& job) {
  Eight begun{};
  std::size_t i = 0;
  for (std::size_t s = 0; s <= job.count; ++s) {
    const std::size_t end = s < job.count ? job.steps[s].to : job.rows;
    for (; i < end; ++i) {
      Eight row;
      __builtin_memcpy(&row, job.blank + i, sizeof row);
      row += begun;
      __builtin_memcpy(job.out + i, &row, sizeof row);
    }
    if (s < job.count) begun += Eight{0, job.steps[s].row0, job.steps[s].row1, 0, 0, 0, 0, 0};
  }
  for (std::size_t s = 0; s < job.count; ++s) {
    const TeethJob::Step& step = job.steps[s];
    const Eight sign{0, step.row0, step.row1, 0, 0, step.row0, step.row1, 0};
    const Eight* value = step.first;
    for (std::size_t k = step.from; k < step.to; ++k, ++value) {
      Eight row;
      __builtin_memcpy(&row, job.out + k, sizeof row);
      row += sign * *value;
      __builtin_memcpy(job.out + k, &row, sizeof row);
    }
  }
}
POLEMARCH_DISPATCH(void, add_rows, (const TeethJob& job), (job))

}  // namespace

LaneTable StripProfiles::along(StripWord word) const {
  LaneTable table;
  along(word, table);
  return table;
}

void StripProfiles::along(StripWord word, LaneTable& into) const {
  into.like(along_blank_);
  // Teeth of one colour in a row are one box, so only changes of colour cost anything: each is a blurred step.
  const StripWord columns = (StripWord{1} << layout_.columns) - 1, row0 = word & columns,
                  row1 = layout_.rows > 1 ? (word >> layout_.columns) & columns : 0;
  std::array<TeethJob::Step, 64> steps;
  std::size_t count = 0;
  const StripWord changes0 = row0 ^ (row0 << 1), changes1 = row1 ^ (row1 << 1);  // bit c: column c differs from the one before it
  for (StripWord left = changes0 | changes1; left != 0; left &= left - 1) {
    const int c = std::countr_zero(left);
    const Edge& edge = edges_[static_cast<std::size_t>(c)];
    const auto sign = [c](StripWord changes, StripWord row) {
      return ((changes >> c) & 1) == 0 ? 0.0F : ((row >> c) & 1) != 0 ? 1.0F : -1.0F;
    };
    steps[count++] = {edge.from, edge.to, steps_.data() + edge.first, sign(changes0, row0), sign(changes1, row1)};
  }
  add_rows({steps.data(), count, along_blank_.rows().size(), along_blank_.rows().data(), into.rows().data()});
}

}  // namespace polemarch::vision
