#include "vision/track/fit/template.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

using Raster = std::vector<float>;

std::vector<float> kernel_of(double sigma_steps) {
  const int reach = std::clamp(static_cast<int>(std::ceil(3.2 * sigma_steps)), 1, 64);
  std::vector<float> k;
  float total = 0;
  for (int i = -reach; i <= reach; ++i) {
    // The Gaussian integrated over one raster step, so that a blur below one step stays right.
    const double s = std::max(sigma_steps, 0.05) * std::sqrt(2.0);
    k.push_back(static_cast<float>(0.5 * (std::erf((i + 0.5) / s) - std::erf((i - 0.5) / s))));
    total += k.back();
  }
  for (float& v : k) v /= total;
  return k;
}

/// Adds the mixed derivative times the covariance, in steps of the raster: the first order of a Gaussian that leans.
void lean(const Pattern& p, Raster& value, float covariance) {
  const auto w = static_cast<std::size_t>(p.columns);
  const Raster upright = value;
  for (int r = 1; r + 1 < p.rows; ++r) {
    const float *above = upright.data() + static_cast<std::size_t>(r - 1) * w, *below = above + 2 * w;
    float* out = value.data() + static_cast<std::size_t>(r) * w;
    for (std::size_t c = 1; c + 1 < w; ++c) out[c] += 0.25F * covariance * (above[c + 1] - above[c - 1] - below[c + 1] + below[c - 1]);
  }
}

Raster blurred(const Pattern& p, const Raster& from, const BlurOnPrint& blur) {
  const auto w = static_cast<std::size_t>(p.columns), h = static_cast<std::size_t>(p.rows);
  const std::vector<float> kx = kernel_of(blur.x_mm / p.step_mm), ky = kernel_of(blur.y_mm / p.step_mm);
  const int rx = static_cast<int>(kx.size() / 2), ry = static_cast<int>(ky.size() / 2);
  Raster padded(w + 2 * static_cast<std::size_t>(rx)), across(w * h), out(w * h);
  for (std::size_t r = 0; r < h; ++r) {
    for (std::size_t i = 0; i < padded.size(); ++i)
      padded[i] = from[r * w + static_cast<std::size_t>(std::clamp(static_cast<int>(i) - rx, 0, p.columns - 1))];
    float* to = across.data() + r * w;
    for (std::size_t k = 0; k < kx.size(); ++k)
      for (std::size_t c = 0; c < w; ++c) to[c] += kx[k] * padded[c + k];
  }
  for (int r = 0; r < p.rows; ++r) {
    float* to = out.data() + static_cast<std::size_t>(r) * w;
    for (int k = -ry; k <= ry; ++k) {
      const float* row = across.data() + static_cast<std::size_t>(std::clamp(r + k, 0, p.rows - 1)) * w;
      const float f = ky[static_cast<std::size_t>(k + ry)];
      for (std::size_t c = 0; c < w; ++c) to[c] += f * row[c];
    }
  }
  if (blur.xy_mm2 != 0) lean(p, out, static_cast<float>(blur.xy_mm2 / (p.step_mm * p.step_mm)));
  return out;
}

/// Without its halos.
Raster bent(const Pattern& p, const std::vector<std::uint8_t>& ink, const PrintLook& look) {
  Raster value(ink.size());
  for (std::size_t i = 0; i < ink.size(); ++i) value[i] = static_cast<float>(ink[i]) / kPaper;
  value = blurred(p, value, look.blur);
  const auto bend = static_cast<float>(look.tone);
  for (float& v : value) v += bend * v * (1 - v);
  return value;
}

Raster halo_of(const Pattern& p, const Raster& value, const PrintLook& look, std::size_t which) {
  Raster halo = blurred(p, value, look.pixel.times(kHaloRadiiPx[which]));
  for (std::size_t i = 0; i < halo.size(); ++i) halo[i] = value[i] - halo[i];
  return halo;
}

}  // namespace

PrintTemplate make_template(const Pattern& pattern, const std::vector<std::uint8_t>& ink, const PrintLook& look) {
  PrintTemplate t{.columns = pattern.columns,
                  .rows = pattern.rows,
                  .step_mm = pattern.step_mm,
                  .left_mm = pattern.left_mm,
                  .top_mm = pattern.top_mm,
                  .blur_x_mm = look.blur.x_mm,
                  .blur_y_mm = look.blur.y_mm,
                  .blur_xy_mm2 = look.blur.xy_mm2,
                  .tone = look.tone,
                  .halo = look.halo,
                  .half_width_mm = -pattern.left_mm,
                  .half_height_mm = pattern.top_mm,
                  .value = bent(pattern, ink, look)};
  const Raster before = look.halo == HaloAmounts{} ? Raster{} : t.value;
  for (std::size_t h = 0; h < kHalos; ++h) {
    if (look.halo[h] == 0) continue;
    const Raster halo = halo_of(pattern, before, look, h);
    const auto amount = static_cast<float>(look.halo[h]);
    for (std::size_t i = 0; i < halo.size(); ++i) t.value[i] += amount * halo[i];
  }
  double sum = 0, squares = 0;
  for (const float v : t.value) {
    sum += static_cast<double>(v);
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const auto n = static_cast<double>(t.value.size());
  t.pattern_spread = std::sqrt(std::max(0.0, squares / n - sum / n * sum / n));
  return t;
}

HaloRasters halo_rasters(const Pattern& pattern, const std::vector<std::uint8_t>& ink, const PrintLook& look) {
  const Raster value = bent(pattern, ink, look);
  HaloRasters out;
  for (std::size_t h = 0; h < kHalos; ++h) out[h] = halo_of(pattern, value, look, h);
  return out;
}

}  // namespace polemarch::vision
