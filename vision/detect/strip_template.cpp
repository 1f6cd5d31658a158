#include "vision/detect/strip_template.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kStep = 0.1;        // mm of the tables; linear interpolation errs below .002 at blurs of .3 mm and more
constexpr double kStepOfBlur = 0.4;  // of less blur, the step's share of it
constexpr double kLeastStep = 0.01;  // mm
constexpr std::size_t kFinePerStep = 16;
constexpr double kBeyond = 2.0;  // mm of table beyond the strip's outline

double normal_cdf(double x) { return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2); }
double normal_pdf(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }
double blurred_box_slope(double low, double high, double sigma, double x) {
  return (normal_pdf((x - low) / sigma) - normal_pdf((x - high) / sigma)) / sigma;
}

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

StripProfiles::StripProfiles(const StripLayout& layout, StripBlur blur)
    : layout_(layout), blur_(blur), step_mm_(std::clamp(kStepOfBlur * std::min(blur.along_mm, blur.across_mm), kLeastStep, kStep)) {
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
  step_reach_ = 4 * blur.along_mm;
  for (double x = -step_reach_; x <= step_reach_; x += step_mm_ / kFinePerStep) {
    step_.push_back(static_cast<float>(normal_cdf(x / blur.along_mm)));
    step_slope_.push_back(static_cast<float>(normal_pdf(x / blur.along_mm) / blur.along_mm));
  }
}

LaneTable StripProfiles::along(StripWord word) const {
  LaneTable table = along_blank_;
  const double fine_mm = step_mm_ / kFinePerStep;
  auto& rows = table.rows();
  // Teeth of one colour in a row are one box, so only changes of colour cost anything: each is a blurred step, read from the fine table
  // near the edge; beyond it the steps' ends add up to a constant.
  thread_local std::vector<Lanes> ended;  // by row of the table: what the steps that end there leave for all that follow
  ended.assign(rows.size() + 1, Lanes{0, 0, 0, 0});
  for (int r = 0; r < layout_.rows; ++r) {
    const int lane = r + 1;
    const StripWord of_row = (word >> (r * layout_.columns)) & ((StripWord{1} << layout_.columns) - 1);
    StripWord changes = of_row ^ (of_row << 1);  // bit c: column c differs from the one before it
    float sign = 1;
    while (changes != 0) {
      const double edge = layout_.column_range(std::countr_zero(changes)).low;
      changes &= changes - 1;
      const auto from = static_cast<std::size_t>(std::max(0.0, std::ceil((edge - step_reach_ - table.at(0)) / step_mm_)));
      auto fine = static_cast<std::size_t>(std::max(0.0, std::round((table.at(from) - edge + step_reach_) / fine_mm)));
      std::size_t i = from;
      for (; i < rows.size() && fine < step_.size(); ++i, fine += kFinePerStep) {
        rows[i].value[lane] += sign * step_[fine];
        rows[i].slope[lane] += sign * step_slope_[fine];
      }
      ended[i][lane] += sign;
      sign = -sign;
    }
  }
  Lanes so_far{0, 0, 0, 0};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    so_far += ended[i];
    rows[i].value += so_far;
  }
  return table;
}

}  // namespace polemarch::vision
