#include "vision/track/fit/fit_field.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
// By how much (standard deviation, of the print's gain) a spline may differ from what the print has in common.
constexpr double kOffsetSpread = 0.35, kGainSpread = 0.25;
constexpr double kToneSpread = 0.5;      // of the curve that is still unknown
constexpr double kLeastStrength = 0.05;  // of the common gain
}  // namespace

FieldFit::FieldFit(const FitJob& job, std::size_t all, const FitSolution& common)
    : all_(all), offset_(common.value[3]), gain_(common.value[4]), pixels_(all), normal_(kAll * kAll), value_(kAll) {
  for (std::size_t i = 0; i < all; ++i) place(i, job.ramp_x[i], job.ramp_y[i]);
}

/// The splines over a pixel and their shares.
void FieldFit::place(std::size_t i, float ramp_x, float ramp_y) {
  const auto along = [](float ramp, double(&share)[3]) {
    const double at = std::clamp((static_cast<double>(ramp) + 1) * 0.5, 0.0, 1.0) * kCells;
    const std::size_t cell = std::min(static_cast<std::size_t>(at), kCells - 1);
    const double f = at - static_cast<double>(cell);
    share[0] = 0.5 * (1 - f) * (1 - f), share[1] = 0.5 + f * (1 - f), share[2] = 0.5 * f * f;
    return cell;
  };
  double x[3], y[3];
  const std::size_t c = along(ramp_x, x), r = along(ramp_y, y);
  Pixel& pixel = pixels_[i];
  for (std::size_t k = 0; k < kOffset; ++k) pixel.unknown[k] = k;
  for (std::size_t n = 0; n < kNear; ++n) {
    const std::size_t spline = (r + n / 3) * kAcross + c + n % 3;
    pixel.unknown[kOffset + n] = kOffset + spline;
    pixel.unknown[kOffset + kNear + n] = kGain + spline;
    pixel.column[kOffset + n] = y[n / 3] * x[n % 3];
  }
}

bool FieldFit::step(const FitJob& job, double noise, double prior_blur, float* residual) {
  std::array<double, kSplines> gains;
  std::copy_n(value_.begin() + kGain, gains.size(), gains.begin());
  std::fill(normal_.begin(), normal_.end(), 0.0);
  std::fill(value_.begin(), value_.end(), 0.0);
  double weights = 0;
  float of[kFitUnknowns][8];
  for (std::size_t i = 0; i < all_; ++i) {
    if (i % 8 == 0) columns_of(job, i, of);
    const std::size_t k = i % 8;
    Pixel& p = pixels_[i];
    const double t = static_cast<double>(of[4][k]), w = static_cast<double>(job.weight[i]);
    double here = gain_;  // the gain of the step before: where a highlight has washed the print out, a move changes little
    for (std::size_t n = 0; n < kNear; ++n) here += gains[p.unknown[kOffset + n] - kOffset] * p.column[kOffset + n];
    const double strength = std::max(here / gain_, kLeastStrength);
    for (std::size_t n = 0; n < 3; ++n) p.column[n] = strength * static_cast<double>(of[n][k]);
    p.column[3] = strength * static_cast<double>(of[7][k]);
    p.column[4] = strength * t * (1 - t);
    for (std::size_t n = 0; n < kNear; ++n) p.column[kOffset + kNear + n] = p.column[kOffset + n] * t;
    p.beyond = static_cast<double>(job.grey[i]) - offset_ - gain_ * t;
    if (w == 0) continue;
    for (std::size_t m = 0; m < kEach; ++m) {
      value_[p.unknown[m]] += w * p.column[m] * p.beyond;
      double* row = &normal_[p.unknown[m] * kAll];  // splines come in rising order: only the lower half is written
      for (std::size_t n = 0; n <= m; ++n) row[p.unknown[n]] += w * p.column[m] * p.column[n];
    }
    weights += w;
  }
  const double hold_offset = noise / (kOffsetSpread * gain_), hold_gain = noise / (kGainSpread * gain_);
  for (std::size_t n = 0; n < kSplines; ++n) {
    normal_[(kOffset + n) * (kAll + 1)] += hold_offset * hold_offset;
    normal_[(kGain + n) * (kAll + 1)] += hold_gain * hold_gain;
  }
  normal_[3 * (kAll + 1)] += prior_blur;
  normal_[4 * (kAll + 1)] += noise * noise / (kToneSpread * kToneSpread * gain_ * gain_);
  if (!factor()) return false;
  solve(value_);
  double left = 0;
  for (std::size_t i = 0; i < all_; ++i) {
    double grey = pixels_[i].beyond;
    for (std::size_t n = 0; n < kEach; ++n) grey -= value_[pixels_[i].unknown[n]] * pixels_[i].column[n];
    residual[i] = static_cast<float>(grey);
    left += static_cast<double>(job.weight[i]) * grey * grey;
  }
  rms_ = std::sqrt(left / std::max(1.0, weights - static_cast<double>(kFitUnknowns)));
  return true;
}

std::array<double, 3> FieldFit::move() const { return {value_[0] / gain_, value_[1] / gain_, value_[2] / gain_}; }

bool FieldFit::factor() {
  for (std::size_t i = 0; i < kAll; ++i) {
    double* row = &normal_[i * kAll];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = &normal_[j * kAll];
      double s = row[j];
      for (std::size_t k = 0; k < j; ++k) s -= row[k] * other[k];
      if (i == j && !(s > 1e-12)) return false;
      row[j] = i == j ? std::sqrt(s) : s / other[j];
    }
  }
  return true;
}

void FieldFit::solve(std::vector<double>& x) const {
  for (std::size_t i = 0; i < kAll; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= normal_[i * kAll + k] * x[k];
    x[i] /= normal_[i * kAll + i];
  }
  for (std::size_t i = kAll; i-- > 0;) {
    for (std::size_t k = i + 1; k < kAll; ++k) x[i] -= normal_[k * kAll + i] * x[k];
    x[i] /= normal_[i * kAll + i];
  }
}

std::array<double, 9> FieldFit::covariance() const {
  std::array<double, 9> out{};
  std::vector<double> row;
  for (std::size_t a = 0; a < 3; ++a) {
    row.assign(kAll, 0.0);
    row[a] = 1;
    solve(row);
    for (std::size_t b = 0; b < 3; ++b) out[a * 3 + b] = row[b] * rms_ * rms_ / (gain_ * gain_);
  }
  return out;
}

double FieldFit::tone_sd() const {
  std::vector<double> row(kAll, 0.0);
  row[4] = 1;
  solve(row);
  return std::sqrt(row[4]) * rms_ / gain_;
}

std::array<double, 9> FieldFit::pulled(const FitJob& job, const float* residual) const {
  std::array<std::vector<double>, 3> row;
  for (std::size_t a = 0; a < 3; ++a) {
    row[a].assign(kAll, 0.0);
    row[a][a] = 1;
    solve(row[a]);
  }
  PatchPull patches;
  for (std::size_t i = 0; i < all_; ++i) {
    const double weighted = static_cast<double>(job.weight[i]) * static_cast<double>(residual[i]) / gain_;
    if (weighted == 0) continue;
    std::array<double, 3> pull{};
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t n = 0; n < kEach; ++n) pull[a] += row[a][pixels_[i].unknown[n]] * pixels_[i].column[n] * weighted;
    patches.add(job.ramp_x[i], job.ramp_y[i], pull);
  }
  return patches.covariance();
}

}  // namespace polemarch::vision
