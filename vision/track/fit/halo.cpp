#include "vision/track/fit/halo.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/fit/fit_sums.hpp"

namespace polemarch::vision {

namespace {

constexpr int kPrints = 8, kPrintsLater = 64;  // a step rests on
constexpr double kUsualAmount = 1;             // standard deviation of the amounts before a print was seen
constexpr double kDamping = 0.003;             // of the strongest amount's information: three radii are hard to tell apart
constexpr double kLongest = 0.5;               // step of an amount
constexpr double kWorthIt = 0.04;              // a step that is worth new templates
constexpr double kMostHalo = 3;

/// Solves a x = b, a symmetric and positive.
HaloAmounts solved(std::array<double, kHalos * kHalos> a, HaloAmounts b) {
  for (std::size_t i = 0; i < kHalos; ++i) {
    for (std::size_t r = i + 1; r < kHalos; ++r) {
      const double f = a[r * kHalos + i] / a[i * kHalos + i];
      for (std::size_t c = i; c < kHalos; ++c) a[r * kHalos + c] -= f * a[i * kHalos + c];
      b[r] -= f * b[i];
    }
  }
  for (std::size_t i = kHalos; i-- > 0;) {
    for (std::size_t c = i + 1; c < kHalos; ++c) b[i] -= a[i * kHalos + c] * b[c];
    b[i] /= a[i * kHalos + i];
  }
  return b;
}

}  // namespace

HaloSums halo_sums(const FitJob& job, const FitSolution& found, const HaloRasters& halos, double variance) {
  HaloSums out;
  const double gain = found.value[4];
  if (!(variance > 0) || !(gain > 0)) return out;
  double with[kHalos][kFitUnknowns] = {};
  float col[kFitUnknowns][8], halo[kFitUnknowns][8];
  for (std::size_t i = 0; i < job.count; i += 8) {
    columns_of(job, i, col);
    double left[8], value[kHalos][8];
    for (std::size_t k = 0; k < 8; ++k) {
      left[k] = static_cast<double>(job.grey[i + k]);
      for (std::size_t c = 0; c < kFitUnknowns; ++c) left[k] -= found.value[c] * static_cast<double>(col[c][k]);
    }
    for (std::size_t h = 0; h < kHalos; ++h) {
      FitJob other = job;
      other.print = halos[h].data();
      columns_of(other, i, halo);
      for (std::size_t k = 0; k < 8; ++k) value[h][k] = static_cast<double>(halo[4][k]);
    }
    for (std::size_t k = 0; k < 8; ++k) {
      const double w = static_cast<double>(job.weight[i + k]);
      if (w == 0) continue;
      out.pixels += 1;
      for (std::size_t h = 0; h < kHalos; ++h) {
        out.left[h] += w * value[h][k] * left[k];
        for (std::size_t c = 0; c < kFitUnknowns; ++c) with[h][c] += w * value[h][k] * static_cast<double>(col[c][k]);
        for (std::size_t g = 0; g < kHalos; ++g) out.information[h * kHalos + g] += w * value[h][k] * value[g][k];
      }
    }
  }
  for (std::size_t h = 0; h < kHalos; ++h) {
    for (std::size_t g = 0; g < kHalos; ++g) {  // less what the fit's own columns explain of them
      double& sum = out.information[h * kHalos + g];
      for (std::size_t a = 0; a < kFitUnknowns; ++a)
        for (std::size_t b = 0; b < kFitUnknowns; ++b) sum -= with[h][a] * found.inverse[a][b] * with[g][b];
      sum *= gain * gain / variance;
    }
    out.left[h] *= gain / variance;
    for (std::size_t c = 0; c < kFitUnknowns; ++c) out.blur[h] -= found.inverse[7][c] * with[h][c];
  }
  return out;
}

void HaloOfCamera::take(const HaloSums& sums, const HaloAmounts& about, double column_px2) {
  if (about != amounts_) return;
  ++prints_;
  pixels_ += sums.pixels;
  for (std::size_t h = 0; h < kHalos; ++h) {
    left_[h] += sums.left[h];
    blur_px2_[h] += column_px2 * sums.blur[h];
    for (std::size_t g = 0; g < kHalos; ++g) information_[h * kHalos + g] += sums.information[h * kHalos + g];
  }
}

std::optional<double> HaloOfCamera::renew() {
  if (prints_ < (learnt() ? kPrintsLater : kPrints)) return std::nullopt;
  std::array<double, kHalos* kHalos> a = information_;
  HaloAmounts b = left_;
  const double strongest = std::max({a[0], a[4], a[8]});
  for (std::size_t h = 0; h < kHalos; ++h) {
    a[h * kHalos + h] += kDamping * strongest + 1 / (kUsualAmount * kUsualAmount);
    b[h] -= amounts_[h] / (kUsualAmount * kUsualAmount);
  }
  HaloAmounts step = solved(a, b);
  double longest = 0, blur = 0, explained = 0;  // the last: of the residuals' variance
  for (std::size_t h = 0; h < kHalos; ++h) {
    longest = std::max(longest, std::abs(step[h]));
    explained += step[h] * left_[h] / pixels_;
  }
  const double cut = std::min(1.0, kLongest / std::max(longest, 1e-9));
  for (std::size_t h = 0; h < kHalos; ++h) blur += cut * step[h] * blur_px2_[h] / prints_;
  prints_ = 0;
  information_ = {};
  left_ = blur_px2_ = {};
  pixels_ = 0;
  const bool worth_it = explained > kWorthIt;
  steps_ = worth_it ? steps_ + 1 : kSteps;
  if (!worth_it) return std::nullopt;
  for (std::size_t h = 0; h < kHalos; ++h) amounts_[h] = std::clamp(amounts_[h] + cut * step[h], -kMostHalo, kMostHalo);
  return blur;
}

}  // namespace polemarch::vision
