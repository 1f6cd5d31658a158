#pragma once
/// How far a value that bends (a share near 0 or 1) may be off, by disturbing the measured bases as their errors say: a fixed set of draws,
/// the same on every machine. First order fails there, because the slope at the measured place says nothing of the slope beside it.
/// Table frame. Pure.

#include <array>
#include <span>
#include <vector>

#include "engine/geometry/shape.hpp"

namespace polemarch::geometry {

/// The base moved by mm and turned by radians (small: 0.2 at most).
Shape moved_by(const Shape& shape, double dx, double dy, double turn);
/// No corner of the base is further from its measured place than this, but once in a hundred thousand cases.
double most_off_mm(const Shape& shape);

/// What of the spread under twice the noise is stated where the noise itself changes nothing in any draw.
constexpr double kRareShare = 0.2;

/// Draws of the noise of some bases: every base's own error and the calibration factors all share. Each of the independent variables
/// takes each of its equally likely values once (Latin hypercube), in an order of its own.
class Draws {
 public:
  static constexpr int kCount = 79;

  explicit Draws(std::span<const Shape* const> bases);
  /// Base `k` as draw `i` has it, its noise `times` as large; one without error stays.
  Shape at(std::size_t k, int i, double times = 1) const;

 private:
  struct Root {
    const Shape* base = nullptr;
    std::array<double, 6> own{};  ///< lower triangle of the own covariance's root: xx yx yy hx hy hh
  };
  std::vector<Root> roots_;
};

/// The standard deviation to state for a value that is `value` at the measured poses and these under the draws: a normal error of this size
/// covers as much as 95 of 100 draws do, and is never nothing where any draw differs. Reorders `under_draws`.
double stated_sd(double value, std::span<double> under_draws);

/// The same for `value_of(drawn)`, where drawn(k) is base k as the draw has it. Where no draw differs, noise twice as large tells whether
/// the value may differ at all.
template <class ValueOf>
double sd_by_draws(std::span<const Shape* const> bases, double value, const ValueOf& value_of) {
  const Draws draws(bases);
  std::array<double, Draws::kCount> values;
  const auto sd_of_noise = [&](double times) {
    for (int i = 0; i < Draws::kCount; ++i)
      values[static_cast<std::size_t>(i)] = value_of([&](std::size_t k) { return draws.at(k, i, times); });
    return stated_sd(value, values);
  };
  const double sd = sd_of_noise(1);
  return sd > 0 ? sd : kRareShare * sd_of_noise(2);
}

}  // namespace polemarch::geometry
