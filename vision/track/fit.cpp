#include "vision/track/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vision/track/simd.hpp"

namespace polemarch::vision {

namespace {

constexpr std::size_t kUnknowns = 8;  // gain*dx, gain*dy, gain*dturn, offset, gain, ramp x, ramp y, gain*blur
constexpr std::size_t kPairs = kUnknowns * (kUnknowns + 1) / 2;

/// What the inner loop needs; every array is padded to a multiple of eight with weight 0.
struct Job {
  const float *x, *y, *grey, *ramp_x, *ramp_y, *weight;
  std::size_t count;
  const float* print;
  int columns, rows;
  float step, left, top;
  float cx, cy, right_x, right_y, up_x, up_y;
};

/// Sums of products of all pairs of columns, and of each column with the grey value, then grey squared and the weights.
struct Sums {
  double pair[kPairs];
  double grey[kUnknowns];
  double squared, weights;
};

/// Template and its slopes for eight pixels. Bilinear; the slopes are those of the cell.
POLEMARCH_INLINE void look_up(const Job& j, const V8& u, const V8& v, V8& value, V8& slope_u, V8& slope_v, V8& bend) {
  const V8 c = (u - j.left) / j.step, r = (j.top - v) / j.step;
  alignas(32) float cc[8], rr[8], a[8], b[8], d[8], e[8], l[8];
  std::memcpy(cc, &c, 32);
  std::memcpy(rr, &r, 32);
  alignas(32) float fc[8], fr[8];
  const int wide = j.columns;
  for (int k = 0; k < 8; ++k) {
    const float qc = std::min(std::max(cc[k], 1.0F), static_cast<float>(j.columns) - 2.001F);
    const float qr = std::min(std::max(rr[k], 1.0F), static_cast<float>(j.rows) - 2.001F);
    const int ic = static_cast<int>(qc), ir = static_cast<int>(qr);
    fc[k] = qc - static_cast<float>(ic);
    fr[k] = qr - static_cast<float>(ir);
    const float* p = j.print + ir * wide + ic;
    a[k] = p[0];
    b[k] = p[1];
    d[k] = p[wide];
    e[k] = p[wide + 1];
    l[k] = p[-1] + p[1] + p[-wide] + p[wide] - 4 * p[0];
  }
  V8 va, vb, vd, ve, vc, vr;
  std::memcpy(&va, a, 32);
  std::memcpy(&vb, b, 32);
  std::memcpy(&vd, d, 32);
  std::memcpy(&ve, e, 32);
  std::memcpy(&vc, fc, 32);
  std::memcpy(&vr, fr, 32);
  std::memcpy(&bend, l, 32);
  const V8 upper = va + vc * (vb - va), lower = vd + vc * (ve - vd);
  value = upper + vr * (lower - upper);
  slope_u = ((vb - va) + vr * ((ve - vd) - (vb - va))) / j.step;
  slope_v = (upper - lower) / j.step;
}

POLEMARCH_INLINE void sum_columns_body(const Job& j, Sums& out) {
  V8 pair[kPairs] = {}, grey[kUnknowns] = {}, squared = {}, weights = {};
  for (std::size_t i = 0; i < j.count; i += 8) {
    V8 x, y, g, rx, ry, w;
    std::memcpy(&x, j.x + i, 32);
    std::memcpy(&y, j.y + i, 32);
    std::memcpy(&g, j.grey + i, 32);
    std::memcpy(&rx, j.ramp_x + i, 32);
    std::memcpy(&ry, j.ramp_y + i, 32);
    std::memcpy(&w, j.weight + i, 32);
    const V8 dx = x - j.cx, dy = y - j.cy;
    const V8 u = dx * j.right_x + dy * j.right_y, v = dx * j.up_x + dy * j.up_y;
    V8 t, tu, tv, bend;
    look_up(j, u, v, t, tu, tv, bend);
    V8 col[kUnknowns];
    col[0] = -(tu * j.right_x + tv * j.up_x);
    col[1] = -(tu * j.right_y + tv * j.up_y);
    col[2] = tu * v - tv * u;
    col[3] = w * 0 + 1;
    col[4] = t;
    col[5] = rx;
    col[6] = ry;
    col[7] = bend;
    std::size_t at = 0;
    for (std::size_t a = 0; a < kUnknowns; ++a) {
      const V8 wa = w * col[a];
      grey[a] += wa * g;
      for (std::size_t b = 0; b <= a; ++b) pair[at++] += wa * col[b];
    }
    squared += w * g * g;
    weights += w;
  }
  const auto total = [](const V8& v) {
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += static_cast<double>(v[k]);
    return sum;
  };
  for (std::size_t k = 0; k < kPairs; ++k) out.pair[k] = total(pair[k]);
  for (std::size_t k = 0; k < kUnknowns; ++k) out.grey[k] = total(grey[k]);
  out.squared = total(squared);
  out.weights = total(weights);
}
POLEMARCH_DISPATCH(void, sum_columns, (const Job& j, Sums& out), (j, out))

/// Grey minus offset, gain and ramp, pixel by pixel.
POLEMARCH_INLINE void residuals_body(const Job& j, const float* linear, float* out) {
  for (std::size_t i = 0; i < j.count; i += 8) {
    V8 x, y, g, rx, ry;
    std::memcpy(&x, j.x + i, 32);
    std::memcpy(&y, j.y + i, 32);
    std::memcpy(&g, j.grey + i, 32);
    std::memcpy(&rx, j.ramp_x + i, 32);
    std::memcpy(&ry, j.ramp_y + i, 32);
    const V8 dx = x - j.cx, dy = y - j.cy;
    V8 t, tu, tv, bend;
    look_up(j, dx * j.right_x + dy * j.right_y, dx * j.up_x + dy * j.up_y, t, tu, tv, bend);
    const V8 r = g - (linear[0] + linear[1] * t + linear[2] * rx + linear[3] * ry);
    std::memcpy(out + i, &r, 32);
  }
}
POLEMARCH_DISPATCH(void, residuals, (const Job& j, const float* linear, float* out), (j, linear, out))

/// Cholesky of the leading n x n of the packed lower triangle; solves for the grey sums and inverts the leading 3 x 3 block.
struct Solution {
  double value[kUnknowns] = {};
  std::array<double, 9> inverse3{};
  double residual_squared = 0;
};

bool solve(const Sums& sums, std::size_t n, const double* prior, Solution& out) {
  double l[kUnknowns][kUnknowns] = {};
  const auto pair = [&](std::size_t a, std::size_t b) { return sums.pair[a * (a + 1) / 2 + b]; };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double s = pair(i, j) + (i == j ? prior[i] : 0.0);
      for (std::size_t k = 0; k < j; ++k) s -= l[i][k] * l[j][k];
      if (i == j) {
        if (!(s > 1e-9)) return false;
        l[i][i] = std::sqrt(s);
      } else {
        l[i][j] = s / l[j][j];
      }
    }
  }
  const auto back = [&](double* b) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= l[i][k] * b[k];
      b[i] /= l[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) b[i] -= l[k][i] * b[k];
      b[i] /= l[i][i];
    }
  };
  for (std::size_t i = 0; i < n; ++i) out.value[i] = sums.grey[i];
  back(out.value);
  out.residual_squared = sums.squared;
  for (std::size_t i = 0; i < n; ++i) out.residual_squared -= out.value[i] * sums.grey[i];
  out.residual_squared = std::max(0.0, out.residual_squared);
  for (std::size_t c = 0; c < 3; ++c) {
    double e[kUnknowns] = {};
    e[c] = 1;
    back(e);
    for (std::size_t r = 0; r < 3; ++r) out.inverse3[r * 3 + c] = e[r];
  }
  return true;
}

}  // namespace

bool PrintFitter::gather(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& at,
                         const FitSettings& settings) {
  const double margin = std::max(settings.edge_px * plane.mm_per_px, settings.edge_blurs * std::max(print.blur_x_mm, print.blur_y_mm));
  const double hw = print.half_width_mm - margin, hh = print.half_height_mm - margin;
  if (hw <= 0 || hh <= 0) return false;
  const double rx = std::sin(at.up_rad), ry = -std::cos(at.up_rad), ux = std::cos(at.up_rad), uy = std::sin(at.up_rad);
  std::array<PixelPoint, 4> corner;
  double top = 1e9, bottom = -1e9, left = 1e9, right = -1e9;
  for (std::size_t k = 0; k < 4; ++k) {
    const double a = (k == 1 || k == 2 ? hw : -hw), b = (k < 2 ? hh : -hh);
    corner[k] = plane.pixel(at.x_mm + a * rx + b * ux, at.y_mm + a * ry + b * uy);
    top = std::min(top, corner[k].y), bottom = std::max(bottom, corner[k].y);
    left = std::min(left, corner[k].x), right = std::max(right, corner[k].x);
  }
  if (!(left >= 0 && top >= 0 && right <= gray.width - 1 && bottom <= gray.height - 1)) return false;
  const double area = std::abs(4 * hw * hh) / (plane.mm_per_px * plane.mm_per_px);
  const int stride = std::max(1, static_cast<int>(std::sqrt(area / settings.most_samples) + 0.5));
  const auto room =
      static_cast<std::size_t>((bottom - top + 2) / stride + 1) * static_cast<std::size_t>((right - left + 2) / stride + 1) + 16;
  for (auto* v : {&x_, &y_, &grey_, &ramp_x_, &ramp_y_, &weight_, &residual_})
    if (v->size() < room) v->resize(room);
  count_ = 0;
  const double middle_x = 0.5 * (left + right), middle_y = 0.5 * (top + bottom), half = 0.5 * std::max(right - left, bottom - top);
  for (int y = static_cast<int>(std::ceil(top)); y <= static_cast<int>(std::floor(bottom)); y += stride) {
    double x0 = 1e9, x1 = -1e9;  // where this row crosses the print
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint a = corner[k], b = corner[(k + 1) % 4];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      x0 = std::min(x0, x), x1 = std::max(x1, x);
    }
    const std::uint8_t* row = gray.row(y);
    const double v = y - plane.py;
    const double ax = plane.x[0] + plane.x[2] * v + plane.x[5] * v * v, bx = plane.x[1] + plane.x[4] * v;
    const double ay = plane.y[0] + plane.y[2] * v + plane.y[5] * v * v, by = plane.y[1] + plane.y[4] * v;
    const auto fy = static_cast<float>((y - middle_y) / half);
    for (int x = static_cast<int>(std::ceil(x0)); x <= static_cast<int>(std::floor(x1)); x += stride) {
      const double u = x - plane.px;
      x_[count_] = static_cast<float>(ax + u * (bx + u * plane.x[3]) - at.x_mm);  // relative: single precision suffices
      y_[count_] = static_cast<float>(ay + u * (by + u * plane.y[3]) - at.y_mm);
      grey_[count_] = row[x];
      ramp_x_[count_] = static_cast<float>((x - middle_x) / half);
      ramp_y_[count_] = fy;
      weight_[count_] = 1;
      ++count_;
    }
  }
  while (count_ % 8 != 0) {
    x_[count_] = y_[count_] = grey_[count_] = ramp_x_[count_] = ramp_y_[count_] = weight_[count_] = 0;
    ++count_;
  }
  return count_ >= 40;
}

std::optional<PrintFit> PrintFitter::fit(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                                         const FitSettings& settings) {
  PrintPose from = start;
  int steps = 0;
  for (int round = 0; round < 4; ++round) {  // a round ends early when the print lies elsewhere: its pixels are gathered again there
    auto found = run(gray, print, plane, from, settings, round < 3);
    if (!found) return std::nullopt;
    steps += found->steps;
    found->steps = steps;
    if (found->settled_here) return found;
    from = found->pose;
  }
  return std::nullopt;
}

std::optional<PrintFit> PrintFitter::run(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                                         const FitSettings& settings, bool may_stop) {
  if (!gather(gray, print, plane, start, settings)) return std::nullopt;
  double sum = 0, n = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    sum += static_cast<double>(grey_[i] * weight_[i]);
    n += static_cast<double>(weight_[i]);
  }
  const auto mean = static_cast<float>(sum / n);
  for (std::size_t i = 0; i < count_; ++i) grey_[i] -= mean;  // keeps the sums small

  PrintFit fit;
  PrintPose pose{0, 0, start.up_rad};  // relative to start
  const double all = n;
  bool trimmed = false;
  Sums sums{};
  Solution found;
  double prior[kUnknowns] = {};
  const auto job = [&] {
    return Job{x_.data(),
               y_.data(),
               grey_.data(),
               ramp_x_.data(),
               ramp_y_.data(),
               weight_.data(),
               count_,
               print.value.data(),
               print.columns,
               print.rows,
               static_cast<float>(print.step_mm),
               static_cast<float>(print.left_mm),
               static_cast<float>(print.top_mm),
               static_cast<float>(pose.x_mm),
               static_cast<float>(pose.y_mm),
               static_cast<float>(std::sin(pose.up_rad)),
               static_cast<float>(-std::cos(pose.up_rad)),
               static_cast<float>(std::cos(pose.up_rad)),
               static_cast<float>(std::sin(pose.up_rad))};
  };
  const double moved_limit = print.half_width_mm + print.half_height_mm;
  const double stray = 0.4 * plane.mm_per_px;
  for (int i = 0; i < settings.iterations; ++i) {
    sum_columns(job(), sums);
    prior[7] = 0.02 * sums.pair[kPairs - 1] + 1e-6;  // of its own information: the blur may take only what it clearly explains
    if (!solve(sums, kUnknowns, prior, found)) return std::nullopt;
    const double gain = found.value[4];
    if (!(gain > settings.least_gain)) return std::nullopt;
    double dx = found.value[0] / gain, dy = found.value[1] / gain, turn = found.value[2] / gain;
    const double size = std::hypot(dx, dy), most_turn = 0.15;
    if (!std::isfinite(size) || !std::isfinite(turn)) return std::nullopt;
    if (size > settings.most_step_mm) dx *= settings.most_step_mm / size, dy *= settings.most_step_mm / size;
    turn = std::clamp(turn, -most_turn, most_turn);
    pose.x_mm += dx;
    pose.y_mm += dy;
    pose.up_rad += turn;
    fit.steps = i + 1;
    if (std::hypot(pose.x_mm, pose.y_mm) > moved_limit) return std::nullopt;
    fit.residual = std::sqrt(found.residual_squared / std::max(1.0, sums.weights - static_cast<double>(kUnknowns))) / gain;
    const double reach = print.half_width_mm;
    const bool steady = std::hypot(dx, dy) < settings.steady_mm && std::abs(turn) * reach < settings.steady_mm;
    const bool near = std::hypot(dx, dy) < 25 * settings.steady_mm && std::abs(turn) * reach < 25 * settings.steady_mm;
    if (near && !trimmed && fit.residual > settings.trim_from) {
      // Pixels that disagree are left out, by a robust spread; once more after the next step.
      const std::array<float, 4> linear{static_cast<float>(found.value[3]), static_cast<float>(gain), static_cast<float>(found.value[5]),
                                        static_cast<float>(found.value[6])};
      residuals(job(), linear.data(), residual_.data());
      sorted_.assign(residual_.begin(), residual_.begin() + static_cast<std::ptrdiff_t>(count_));
      for (float& r : sorted_) r = std::abs(r);
      const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(sorted_.size() / 2);
      std::nth_element(sorted_.begin(), middle, sorted_.end());
      const double limit = settings.trim_at * std::max(1.4826 * static_cast<double>(*middle), 0.02 * gain);
      double kept = 0;
      for (std::size_t k = 0; k < count_; ++k) {
        if (k >= static_cast<std::size_t>(all)) break;
        weight_[k] = std::abs(static_cast<double>(residual_[k])) <= limit ? 1.0F : 0.0F;
        kept += static_cast<double>(weight_[k]);
      }
      fit.share = kept / all;
      if (fit.share < settings.least_share) return std::nullopt;
      trimmed = i >= 3 || fit.share > 0.995;
      continue;
    }
    if (steady) {
      fit.steady = true;
      break;
    }
    if (may_stop && !trimmed && std::hypot(pose.x_mm, pose.y_mm) > stray) {
      fit.pose = {start.x_mm + pose.x_mm, start.y_mm + pose.y_mm, pose.up_rad};
      fit.settled_here = false;
      return fit;
    }
  }
  const double gain = found.value[4];
  const double variance = found.residual_squared / std::max(1.0, sums.weights - static_cast<double>(kUnknowns));
  for (std::size_t k = 0; k < 9; ++k) fit.cov[k] = found.inverse3[k] * variance / (gain * gain);
  fit.pose = {start.x_mm + pose.x_mm, start.y_mm + pose.y_mm, pose.up_rad};
  fit.gain = gain;
  fit.black = found.value[3] + static_cast<double>(mean);
  fit.blur_change = 2.0 * found.value[7] / gain * print.step_mm * print.step_mm;
  fit.samples = static_cast<int>(all);
  return fit;
}

}  // namespace polemarch::vision
