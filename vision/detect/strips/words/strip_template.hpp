#pragma once
/// A strip as the camera blurs it: smooth profiles along and across, from which every grey level of a strip is a sum of products.
/// grey = black + gain * (spine(u) across_spine(v) + sum_rows teeth_r(u) across_r(v)) + outside levels. Strip frame, mm. Pure.

#include <array>
#include <vector>

#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// Gaussian blur as it appears on the strip, standard deviation in mm along and across (camera, pixel area and interpolation together).
struct StripBlur {
  double along_mm = 0.75, across_mm = 0.75;
};

/// Four lanes the compiler keeps in one register.
using Lanes = float __attribute__((vector_size(16)));
/// Eight in two registers or one.
using Eight = float __attribute__((vector_size(32)));

/// Values on an even grid, read with linear interpolation, four at once with their four derivatives.
class LaneTable {
 public:
  struct Row {
    Lanes value, slope;
  };
  LaneTable() = default;
  LaneTable(double low, double high, double step);
  std::size_t size() const { return rows_.size(); }
  double at(std::size_t i) const { return low_ + step_ * static_cast<double>(i); }
  std::vector<Row>& rows() { return rows_; }
  const std::vector<Row>& rows() const { return rows_; }
  /// Takes the other's grid; what the rows hold then is not said.
  void like(const LaneTable& other) {
    rows_.resize(other.rows_.size());
    low_ = other.low_;
    step_ = other.step_;
    low_f_ = other.low_f_;
    inverse_step_ = other.inverse_step_;
    last_ = other.last_;
  }
  /// For loops that look up many at once: rows of eight floats, values then slopes.
  struct Grid {
    const float* rows;
    float low, inverse_step, last;
  };
  Grid grid() const { return {reinterpret_cast<const float*>(rows_.data()), low_f_, inverse_step_, last_}; }
  /// Interpolated at x (clamped to the grid).
  __attribute__((always_inline)) Row read(float x) const {
    float t = (x - low_f_) * inverse_step_;
    t = t < 0 ? 0 : t > last_ ? last_ : t;
    const int i = static_cast<int>(t);
    const float f = t - static_cast<float>(i);
    Eight a, b;  // a row in one register where the processor has it
    static_assert(sizeof(Row) == sizeof(Eight));
    __builtin_memcpy(&a, rows_.data() + i, sizeof a);
    __builtin_memcpy(&b, rows_.data() + i + 1, sizeof b);
    a += (b - a) * f;
    Row out;
    __builtin_memcpy(&out, &a, sizeof out);
    return out;
  }
  /// The values alone.
  __attribute__((always_inline)) Lanes value(float x) const {
    float t = (x - low_f_) * inverse_step_;
    t = t < 0 ? 0 : t > last_ ? last_ : t;
    const int i = static_cast<int>(t);
    const Row* row = rows_.data() + i;
    return row->value + (row[1].value - row->value) * (t - static_cast<float>(i));
  }

 private:
  std::vector<Row> rows_;
  double low_ = 0, step_ = 1;
  float low_f_ = 0, inverse_step_ = 1, last_ = 0;
};

/// A box from `low` to `high` blurred by `sigma`, at x.
double blurred_box(double low, double high, double sigma, double x);
/// What lies beyond `low`, blurred the same.
double blurred_step(double low, double sigma, double x);

/// Everything of a layout at one blur that does not depend on the word.
class StripProfiles {
 public:
  StripProfiles(const StripLayout& layout, StripBlur blur);
  const StripLayout& layout() const { return layout_; }
  StripBlur blur() const { return blur_; }
  /// Lanes across: spine, row 0, row 1, inside.
  const LaneTable& across() const { return across_; }
  /// Lanes along of one word: spine, row 0, row 1, inside.
  LaneTable along(StripWord word) const;
  /// The same, in memory that is used again.
  void along(StripWord word, LaneTable& into) const;
  /// One tooth's profile along, centred on 0 (even function).
  double tooth(double u) const { return blurred_box(-layout_.pitch_mm / 2, layout_.pitch_mm / 2, blur_.along_mm, u); }
  /// How much of eight neighbouring teeth shows at a place, by the place's `kToothSteps` within a pitch from the middle of the one that has
  /// `kTeethBefore` before it: a table of kToothSteps + 1.
  const Eight* teeth() const { return teeth_.data(); }
  static constexpr int kToothSteps = 64, kTeethBefore = 3;

 private:
  StripLayout layout_;
  StripBlur blur_;
  double step_mm_;  // of the tables
  LaneTable across_;
  LaneTable along_blank_;  // spine and inside only
  /// A blurred step at one of the columns' edges: rows of the table that it changes, and its first value among `steps_`.
  struct Edge {
    std::size_t from, to, first;
  };
  std::vector<Edge> edges_;   // before each column, and after the last
  std::vector<Eight> steps_;  // four times the value, four times the slope; by phase of an edge between two rows of the table
  std::vector<Eight> teeth_;
};

/// What a pixel counts of which the share `inside` is print: what lies beside a strip is about seven times noisier than print. Where the
/// directions are summed apart the weights along and across are multiplied.
inline float print_weight(float inside) {
  const float out = 7 * (1 - inside);
  return 1 / (1 + out * out);
}
/// The two multiplied.
inline float print_weight(float inside_along, float inside_across) {
  const float along = 7 * (1 - inside_along), across = 7 * (1 - inside_across);
  return 1 / ((1 + along * along) * (1 + across * across));
}

/// Margin around a strip within which it is fitted, mm.
constexpr double kStripMarginMm = 0.7;
/// The same for decoding: narrower, since what lies beside a strip may be anything.
constexpr double kDecodeMarginMm = 0.1;

}  // namespace polemarch::vision
