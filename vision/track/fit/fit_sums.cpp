#include "vision/track/fit/fit_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vision/pixels/simd.hpp"

namespace polemarch::vision {

namespace {

POLEMARCH_INLINE void hold_within(V8& v, float low, float high) {
  const V8 l = v * 0 + low, h = v * 0 + high;
  v = v > l ? v : l;
  v = v < h ? v : h;
}

/// Template, its slopes and its bend (Laplacian, in steps) for eight pixels. Bilinear; the slopes are those of the cell, the bend that of
/// the nearest sample: of a fixed corner of the cell it would pull the print aside by half a step.
POLEMARCH_INLINE void look_up(const FitJob& j, const V8& u, const V8& v, V8& value, V8& slope_u, V8& slope_v, V8& bend) {
  const float per_step = 1 / j.step;
  const int wide = j.columns;
  V8 c = (u - j.left) * per_step, r = (j.top - v) * per_step;
  hold_within(c, 1, static_cast<float>(j.columns) - 2.001F);
  hold_within(r, 1, static_cast<float>(j.rows) - 2.001F);
  const I8 ic = __builtin_convertvector(c, I8), ir = __builtin_convertvector(r, I8);
  const V8 vc = c - __builtin_convertvector(ic, V8), vr = r - __builtin_convertvector(ir, V8);
  const I8 corner = ir * wide + ic;
  const I8 nearest = corner - (vc > 0.5F) + ((vr > 0.5F) & wide);
  alignas(32) int at[8], near[8];
  alignas(32) float a[8], b[8], d[8], e[8], l[8];
  std::memcpy(at, &corner, 32);
  std::memcpy(near, &nearest, 32);
  for (int k = 0; k < 8; ++k) {
    const float *p = j.print + at[k], *n = j.print + near[k];
    a[k] = p[0];
    b[k] = p[1];
    d[k] = p[wide];
    e[k] = p[wide + 1];
    l[k] = n[-1] + n[1] + n[-wide] + n[wide] - 4 * n[0];
  }
  V8 va, vb, vd, ve;
  std::memcpy(&va, a, 32);
  std::memcpy(&vb, b, 32);
  std::memcpy(&vd, d, 32);
  std::memcpy(&ve, e, 32);
  std::memcpy(&bend, l, 32);
  const V8 upper = va + vc * (vb - va), lower = vd + vc * (ve - vd);
  value = upper + vr * (lower - upper);
  slope_u = ((vb - va) + vr * ((ve - vd) - (vb - va))) * per_step;
  slope_v = (upper - lower) * per_step;
}

/// The columns of the model for eight pixels.
POLEMARCH_INLINE void columns_at(const FitJob& j, std::size_t i, V8* col) {
  V8 x, y;
  std::memcpy(&x, j.x + i, 32);
  std::memcpy(&y, j.y + i, 32);
  std::memcpy(&col[5], j.ramp_x + i, 32);
  std::memcpy(&col[6], j.ramp_y + i, 32);
  const V8 dx = x - j.cx, dy = y - j.cy;
  const V8 u = dx * j.right_x + dy * j.right_y, v = dx * j.up_x + dy * j.up_y;
  V8 tu, tv;
  look_up(j, u, v, col[4], tu, tv, col[7]);
  col[0] = -(tu * j.right_x + tv * j.up_x);
  col[1] = -(tu * j.right_y + tv * j.up_y);
  col[2] = tu * v - tv * u;
  col[3] = x * 0 + 1;
}

POLEMARCH_INLINE double total(const V8& v) {
  double sum = 0;
  for (int k = 0; k < 8; ++k) sum += static_cast<double>(v[k]);
  return sum;
}

POLEMARCH_INLINE void sum_columns_here_body(const FitJob& j, FitSums& out) {
  V8 pair[kFitPairs] = {}, grey[kFitUnknowns] = {}, squared = {}, weights = {};
  for (std::size_t i = 0; i < j.count; i += 8) {
    V8 g, w, col[kFitUnknowns];
    std::memcpy(&g, j.grey + i, 32);
    std::memcpy(&w, j.weight + i, 32);
    columns_at(j, i, col);
    std::size_t at = 0;
    for (std::size_t a = 0; a < kFitUnknowns; ++a) {
      const V8 wa = w * col[a];
      grey[a] += wa * g;
      for (std::size_t b = 0; b <= a; ++b) pair[at++] += wa * col[b];
    }
    squared += w * g * g;
    weights += w;
  }
  for (std::size_t k = 0; k < kFitPairs; ++k) out.pair[k] = total(pair[k]);
  for (std::size_t k = 0; k < kFitUnknowns; ++k) out.grey[k] = total(grey[k]);
  out.squared = total(squared);
  out.weights = total(weights);
}
POLEMARCH_DISPATCH(void, sum_columns_here, (const FitJob& j, FitSums& out), (j, out))

POLEMARCH_INLINE void residuals_here_body(const FitJob& j, const float* value, float* out) {
  for (std::size_t i = 0; i < j.count; i += 8) {
    V8 g, col[kFitUnknowns];
    std::memcpy(&g, j.grey + i, 32);
    columns_at(j, i, col);
    for (std::size_t c = 0; c < kFitUnknowns; ++c) g -= value[c] * col[c];
    std::memcpy(out + i, &g, 32);
  }
}
POLEMARCH_DISPATCH(void, residuals_here, (const FitJob& j, const float* value, float* out), (j, value, out))

constexpr std::size_t kMore = 2;  // columns beyond the fit's: tone, size

/// Products of the columns beyond with the others, with themselves and with what is left of the grey.
struct MoreSums {
  double column[kMore][kFitUnknowns], pair[kMore][kMore], left[kMore];
};

POLEMARCH_INLINE void more_sums_body(const FitJob& j, const float* value, MoreSums& out) {
  V8 with[kMore][kFitUnknowns] = {}, pair[kMore][kMore] = {}, left[kMore] = {};
  for (std::size_t i = 0; i < j.count; i += 8) {
    V8 x, y, g, w, col[kFitUnknowns];
    std::memcpy(&x, j.x + i, 32);
    std::memcpy(&y, j.y + i, 32);
    std::memcpy(&g, j.grey + i, 32);
    std::memcpy(&w, j.weight + i, 32);
    columns_at(j, i, col);
    for (std::size_t c = 0; c < kFitUnknowns; ++c) g -= value[c] * col[c];
    const V8 more[kMore] = {col[4] * (1 - col[4]), col[0] * (x - j.cx) + col[1] * (y - j.cy)};
    for (std::size_t m = 0; m < kMore; ++m) {
      const V8 weighted = w * more[m];
      for (std::size_t c = 0; c < kFitUnknowns; ++c) with[m][c] += weighted * col[c];
      for (std::size_t n = 0; n < kMore; ++n) pair[m][n] += weighted * more[n];
      left[m] += weighted * g;
    }
  }
  for (std::size_t m = 0; m < kMore; ++m) {
    for (std::size_t c = 0; c < kFitUnknowns; ++c) out.column[m][c] = total(with[m][c]);
    for (std::size_t n = 0; n < kMore; ++n) out.pair[m][n] = total(pair[m][n]);
    out.left[m] = total(left[m]);
  }
}
POLEMARCH_DISPATCH(void, more_sums, (const FitJob& j, const float* value, MoreSums& out), (j, value, out))

std::array<float, kFitUnknowns> in_floats(const double* value) {
  std::array<float, kFitUnknowns> out{};
  for (std::size_t k = 0; k < kFitUnknowns; ++k) out[k] = static_cast<float>(value[k]);
  return out;
}

}  // namespace

void columns_of(const FitJob& job, std::size_t from, float (&out)[kFitUnknowns][8]) {
  V8 col[kFitUnknowns];
  columns_at(job, from, col);
  std::memcpy(out, col, sizeof out);
}

void sum_columns(const FitJob& job, FitSums& out) { sum_columns_here(job, out); }

void residuals(const FitJob& job, const double* value, float* out) { residuals_here(job, in_floats(value).data(), out); }

namespace {

/// Solves l l' b = b in place.
void back_substitute(const double (&l)[kFitUnknowns][kFitUnknowns], double* b) {
  for (std::size_t i = 0; i < kFitUnknowns; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= l[i][k] * b[k];
    b[i] /= l[i][i];
  }
  for (std::size_t i = kFitUnknowns; i-- > 0;) {
    for (std::size_t k = i + 1; k < kFitUnknowns; ++k) b[i] -= l[k][i] * b[k];
    b[i] /= l[i][i];
  }
}

}  // namespace

bool solve(const FitSums& sums, const double* prior, FitSolution& out) {
  constexpr std::size_t n = kFitUnknowns;
  auto& l = out.factor;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double s = sums.pair[i * (i + 1) / 2 + j] + (i == j ? prior[i] : 0.0);
      for (std::size_t k = 0; k < j; ++k) s -= l[i][k] * l[j][k];
      if (i == j) {
        if (!(s > 1e-9)) return false;
        l[i][i] = std::sqrt(s);
      } else {
        l[i][j] = s / l[j][j];
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) out.value[i] = sums.grey[i];
  back_substitute(l, out.value);
  out.residual_squared = sums.squared;
  for (std::size_t i = 0; i < n; ++i) out.residual_squared -= out.value[i] * sums.grey[i];
  out.residual_squared = std::max(0.0, out.residual_squared);
  return true;
}

void invert(FitSolution& found) {
  for (std::size_t c = 0; c < kFitUnknowns; ++c) {
    for (std::size_t r = 0; r < kFitUnknowns; ++r) found.inverse[c][r] = r == c ? 1 : 0;
    back_substitute(found.factor, found.inverse[c]);
  }
}

namespace {

/// Variance of the size by its influence times what is left, patch by patch. `along[m]`: what the fit's columns explain of a further one.
double pull_on_size(const FitJob& job, const FitSolution& found, const LeftOver& left, const double (&along)[kMore][kFitUnknowns],
                    const double (&influence)[kMore]) {
  PatchPull patches;
  float col[kFitUnknowns][8];
  for (std::size_t i = 0; i < job.count; i += 8) {
    columns_of(job, i, col);
    for (std::size_t k = 0; k < 8; ++k) {
      const auto weight = static_cast<double>(job.weight[i + k]);
      if (weight == 0) continue;
      const auto column = [&](std::size_t c) { return static_cast<double>(col[c][k]); };
      double more[kMore] = {column(4) * (1 - column(4)), column(0) * static_cast<double>(job.x[i + k] - job.cx) +
                                                             column(1) * static_cast<double>(job.y[i + k] - job.cy)};
      double rest = static_cast<double>(job.grey[i + k]);
      for (std::size_t c = 0; c < kFitUnknowns; ++c) {
        rest -= found.value[c] * column(c);
        for (std::size_t m = 0; m < kMore; ++m) more[m] -= along[m][c] * column(c);
      }
      rest -= found.value[4] * (left.tone * more[0] + left.size * more[1]);
      patches.add(job.ramp_x[i + k], job.ramp_y[i + k], {weight * rest * (influence[0] * more[0] + influence[1] * more[1]), 0, 0});
    }
  }
  return PatchPull::swallowed(kFitUnknowns + kMore) * patches.covariance()[0];
}

}  // namespace

LeftOver left_over(const FitJob& job, const FitSolution& found, bool ask_pull) {
  MoreSums sums{};
  more_sums(job, in_floats(found.value).data(), sums);
  double along[kMore][kFitUnknowns] = {};
  for (std::size_t m = 0; m < kMore; ++m)  // less what the fit's own columns explain of them
    for (std::size_t a = 0; a < kFitUnknowns; ++a)
      for (std::size_t b = 0; b < kFitUnknowns; ++b) along[m][a] += found.inverse[a][b] * sums.column[m][b];
  for (std::size_t m = 0; m < kMore; ++m)
    for (std::size_t n = 0; n < kMore; ++n)
      for (std::size_t a = 0; a < kFitUnknowns; ++a) sums.pair[m][n] -= along[m][a] * sums.column[n][a];
  const double tt = sums.pair[0][0], ts = sums.pair[0][1], ss = sums.pair[1][1], det = tt * ss - ts * ts, gain = found.value[4];
  if (!(tt > 1e-6) || !(ss > 1e-6) || !(det > 1e-3 * tt * ss)) return {};
  LeftOver out{.tone = (ss * sums.left[0] - ts * sums.left[1]) / det / gain,
               .tone_information = det / ss * gain * gain,
               .size = (tt * sums.left[1] - ts * sums.left[0]) / det / gain,
               .size_information = det / tt * gain * gain};
  if (ask_pull) out.size_pulled = pull_on_size(job, found, out, along, {-ts / det / gain, tt / det / gain});
  return out;
}

void PatchPull::add(float ramp_x, float ramp_y, const std::array<double, 3>& pull) {
  const auto along = [](float ramp) {
    return std::clamp(static_cast<int>((static_cast<double>(ramp) + 1) * 0.5 * kPatches), 0, kPatches - 1);
  };
  auto& sum = sum_[static_cast<std::size_t>(along(ramp_y) * kPatches + along(ramp_x))];
  for (std::size_t a = 0; a < 3; ++a) sum[a] += pull[a];
}

std::array<double, 9> PatchPull::covariance() const {
  std::array<double, 9> out{};
  for (const auto& sum : sum_)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) out[a * 3 + b] += sum[a] * sum[b];
  return out;
}

std::array<double, 9> pull_of_patches(const FitJob& job, const FitSolution& found, const float* residual) {
  PatchPull patches;
  float col[kFitUnknowns][8];
  for (std::size_t i = 0; i < job.count; i += 8) {
    columns_of(job, i, col);
    for (std::size_t k = 0; k < 8; ++k) {
      const double weighted = static_cast<double>(job.weight[i + k]) * static_cast<double>(residual[i + k]) / found.value[4];
      if (weighted == 0) continue;
      std::array<double, 3> pull{};
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t c = 0; c < kFitUnknowns; ++c) pull[a] += found.inverse[a][c] * static_cast<double>(col[c][k]) * weighted;
      patches.add(job.ramp_x[i + k], job.ramp_y[i + k], pull);
    }
  }
  return patches.covariance();
}

}  // namespace polemarch::vision
