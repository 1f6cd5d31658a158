#include "calibration/table/laying.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace polemarch::calibration {
namespace {

constexpr double kStatedDoubt = 0.5;  // natural logarithm: people lay a border half as well or twice as well as they think
constexpr double kFirst = -5, kLayingStep = 0.02;
constexpr std::size_t kSteps = 451;   // ratios from 0.007 to 55
constexpr double kEllipse = 5.99146;  // chi-square of two, 95 %

}  // namespace

Laying laying_of(double squares, double freedom, double present) {
  const double sum = squares * present * present;  // in units of what was stated
  std::array<double, kSteps> weight{};
  double most = -1e300;
  for (std::size_t i = 0; i < kSteps; ++i) {
    const double log_ratio = kFirst + kLayingStep * static_cast<double>(i), t = log_ratio / kStatedDoubt;
    weight[i] = -freedom * log_ratio - 0.5 * sum * std::exp(-2 * log_ratio) - 2 * std::log(1 + t * t / 3);
    most = std::max(most, weight[i]);
  }
  double all = 0;
  for (double& w : weight) all += w = std::exp(w - most);
  const auto ratio_at = [](std::size_t i) { return std::exp(kFirst + kLayingStep * static_cast<double>(i)); };
  Laying out;
  double so_far = 0;
  for (std::size_t i = 0; i < kSteps; ++i) {
    so_far += weight[i];
    if (so_far < all / 2) continue;
    out.ratio = ratio_at(i);
    break;
  }
  std::array<double, kSteps> precision{};
  for (std::size_t i = 0; i < kSteps; ++i) precision[i] = 0.5 / (ratio_at(i) * ratio_at(i));
  // Errors over d standard deviations of a plane's normal distribution have the chance exp(-d^2 / 2): mixed over the ratios.
  double low = out.ratio * out.ratio * kEllipse, high = 400 * low;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = std::sqrt(low * high);
    double beyond = 0;
    for (std::size_t i = 0; i < kSteps; ++i) beyond += weight[i] * std::exp(-middle * precision[i]);
    (beyond > 0.05 * all ? low : high) = middle;
  }
  out.wide_ratio = std::sqrt(low / kEllipse);
  return out;
}

}  // namespace polemarch::calibration
