#include "vision/track/template.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

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
void lean(PrintTemplate& t, float covariance) {
  const auto w = static_cast<std::size_t>(t.columns);
  const std::vector<float> upright = t.value;
  for (int r = 1; r + 1 < t.rows; ++r) {
    const float *above = upright.data() + static_cast<std::size_t>(r - 1) * w, *below = above + 2 * w;
    float* out = t.value.data() + static_cast<std::size_t>(r) * w;
    for (std::size_t c = 1; c + 1 < w; ++c) out[c] += 0.25F * covariance * (above[c + 1] - above[c - 1] - below[c + 1] + below[c - 1]);
  }
}

/// `row_of(i)` is the pattern's value at sample i.
template <class Row>
PrintTemplate blurred(const Pattern& p, double blur_x_mm, double blur_y_mm, double tone, double blur_xy_mm2, const Row& row_of) {
  PrintTemplate t;
  t.columns = p.columns;
  t.rows = p.rows;
  t.step_mm = p.step_mm;
  t.left_mm = p.left_mm;
  t.top_mm = p.top_mm;
  t.blur_x_mm = blur_x_mm;
  t.blur_y_mm = blur_y_mm;
  t.half_width_mm = -p.left_mm;
  t.half_height_mm = p.top_mm;
  const auto w = static_cast<std::size_t>(p.columns), h = static_cast<std::size_t>(p.rows);
  const std::vector<float> kx = kernel_of(blur_x_mm / p.step_mm), ky = kernel_of(blur_y_mm / p.step_mm);
  const int rx = static_cast<int>(kx.size() / 2), ry = static_cast<int>(ky.size() / 2);
  std::vector<float> padded(w + 2 * static_cast<std::size_t>(rx)), across(w * h);
  for (std::size_t r = 0; r < h; ++r) {
    for (std::size_t i = 0; i < padded.size(); ++i)
      padded[i] = row_of(r * w + static_cast<std::size_t>(std::clamp(static_cast<int>(i) - rx, 0, p.columns - 1)));
    float* out = across.data() + r * w;
    for (std::size_t k = 0; k < kx.size(); ++k)
      for (std::size_t c = 0; c < w; ++c) out[c] += kx[k] * padded[c + k];
  }
  t.value.assign(w * h, 0.0F);
  for (int r = 0; r < p.rows; ++r) {
    float* out = t.value.data() + static_cast<std::size_t>(r) * w;
    for (int k = -ry; k <= ry; ++k) {
      const float* row = across.data() + static_cast<std::size_t>(std::clamp(r + k, 0, p.rows - 1)) * w;
      const float f = ky[static_cast<std::size_t>(k + ry)];
      for (std::size_t c = 0; c < w; ++c) out[c] += f * row[c];
    }
  }
  t.blur_xy_mm2 = blur_xy_mm2;
  if (blur_xy_mm2 != 0) lean(t, static_cast<float>(blur_xy_mm2 / (p.step_mm * p.step_mm)));
  t.tone = tone;
  const auto bend = static_cast<float>(tone);
  for (float& v : t.value) v += bend * v * (1 - v);
  double sum = 0, squares = 0;
  for (const float v : t.value) {
    sum += static_cast<double>(v);
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const auto n = static_cast<double>(t.value.size());
  t.pattern_spread = std::sqrt(std::max(0.0, squares / n - sum / n * sum / n));
  return t;
}

}  // namespace

PrintTemplate make_template(const Pattern& pattern, double blur_x_mm, double blur_y_mm, double tone, double blur_xy_mm2) {
  return blurred(pattern, blur_x_mm, blur_y_mm, tone, blur_xy_mm2, [&](std::size_t i) { return pattern.value[i]; });
}

PrintTemplate make_template(const Pattern& pattern, const std::vector<std::uint8_t>& ink, double blur_x_mm, double blur_y_mm, double tone,
                            double blur_xy_mm2) {
  return blurred(pattern, blur_x_mm, blur_y_mm, tone, blur_xy_mm2, [&](std::size_t i) { return static_cast<float>(ink[i]) / kPaper; });
}

}  // namespace polemarch::vision
