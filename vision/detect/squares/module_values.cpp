#include <algorithm>
#include <cmath>

#include "vision/detect/squares/module_fit.hpp"
#include "vision/detect/squares/module_shares.hpp"
#include "vision/pixels/cholesky.hpp"

namespace polemarch::vision {

namespace {
constexpr std::size_t kRamp = 4, kBlack = 6, kCode = 7;  // columns: four outside levels, the ramp, the border, then the code
}  // namespace

std::optional<ModuleFit> fit_values(const ImageView& gray, const Quad& quad, int side, double blur, const ModuleFitSettings& settings) {
  const int modules = side + 2, span = modules + 2;
  const auto n = kCode + static_cast<std::size_t>(side * side);
  const ModulePixels pixels = pixels_of(gray, quad, modules, kRimCompared, settings.most_samples);
  if (pixels.samples.size() < n + 20) return std::nullopt;
  blur = std::clamp(blur, kLeastBlurPx, std::max(kLeastBlurPx, std::min(kMostBlurPx, 0.75 * pixels.module_px)));
  std::array<std::uint8_t, 144> column{};  // of every module, one round the print included
  for (int r = -1; r <= modules; ++r) {
    for (int c = -1; c <= modules; ++c) {
      auto& at = column[static_cast<std::size_t>((r + 1) * span + c + 1)];
      if (r < 0 || c < 0 || r >= modules || c >= modules) {
        at = static_cast<std::uint8_t>(outside_of(r, c, modules));
      } else if (r == 0 || c == 0 || r == modules - 1 || c == modules - 1) {
        at = kBlack;
      } else {
        at = static_cast<std::uint8_t>(kCode + static_cast<std::size_t>((r - 1) * side + c - 1));
      }
    }
  }
  std::vector<double> normal(n * n, 0.0), right(n, 0.0);
  const Homography from_image = unit_square_to(quad).inverse();
  const NormalTable& table = normal_table();
  AxisShares across, down;
  std::array<std::uint8_t, 160> which{};
  std::array<double, 160> value{};
  double energy = 0;
  for (const ModuleSample& s : pixels.samples) {
    const ModulePlace at = place_of(from_image, s.x, s.y, modules);
    across.compute(table, static_cast<float>(modules * at.u), static_cast<float>(std::max(1e-6, blur * at.blur_u)), modules, false);
    down.compute(table, static_cast<float>(modules * at.v), static_cast<float>(std::max(1e-6, blur * at.blur_v)), modules, false);
    std::array<double, kCode> common{};  // levels several modules share
    common[kRamp] = at.u - 0.5;
    common[kRamp + 1] = at.v - 0.5;
    std::size_t count = 0;
    for (int j = down.count; j-- > 0;) {
      const std::uint8_t* row = column.data() + (down.first + j + 1) * span + across.first + 1;
      const float part = down.share[static_cast<std::size_t>(j)];
      for (int i = across.count; i-- > 0;) {
        const float share = across.share[static_cast<std::size_t>(i)] * part;
        if (row[i] < kCode) {
          common[row[i]] += static_cast<double>(share);
        } else if (share > 1e-4F) {
          which[count] = row[i];
          value[count++] = static_cast<double>(share);
        }
      }
    }
    for (std::size_t k = kCode; k-- > 0;) {
      if (common[k] == 0) continue;
      which[count] = static_cast<std::uint8_t>(k);
      value[count++] = common[k];
    }
    energy += s.grey * s.grey;
    for (std::size_t i = 0; i < count; ++i) {  // columns fall: the lower triangle
      const double v = value[i];
      double* out = normal.data() + which[i] * n;
      right[which[i]] += v * s.grey;
      for (std::size_t k = i; k < count; ++k) out[which[k]] += v * value[k];
    }
  }
  std::vector<double> factor = normal, x = right;
  for (std::size_t i = 0; i < n; ++i)  // modules no pixel sees stay put, the ramp stays small
    factor[i * n + i] += i == kRamp || i == kRamp + 1 ? kRampPrior * static_cast<double>(pixels.samples.size()) : kModulePrior;
  if (!cholesky(factor, n)) return std::nullopt;
  cholesky_solve(factor, n, x);
  double squares = energy;
  for (std::size_t a = 0; a < n; ++a) {
    double sum = normal[a * n + a] * x[a];
    for (std::size_t b = 0; b < a; ++b) sum += 2 * normal[a * n + b] * x[b];
    squares += x[a] * (sum - 2 * right[a]);
  }
  ModuleFit fit;
  fit.quad = quad;
  fit.blur = blur;
  fit.black = x[kBlack];
  std::copy_n(x.begin(), 4, fit.outside);
  fit.samples = static_cast<int>(pixels.samples.size());
  fit.rms = std::sqrt(std::max(0.0, squares) / (static_cast<double>(fit.samples) - static_cast<double>(n)));
  const std::size_t count = n - kBlack;
  fit.values.assign(x.begin() + kBlack, x.end());
  fit.information.resize(count * count);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      fit.information[a * count + b] = fit.information[b * count + a] = normal[(kBlack + a) * n + kBlack + b];
  return fit;
}

}  // namespace polemarch::vision
