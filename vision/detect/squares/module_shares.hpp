#pragma once
/// How much of each module of a square marker a pixel sees through the lens, and how that changes with place and blur. Inside
/// vision/detect. Pure.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "models/image.hpp"
#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

/// Normal distribution and density by table: the fits spend their time here.
struct NormalTable {
  static constexpr float kReach = 4.0F;
  static constexpr int kPerUnit = 128;
  struct Entry {
    float share, density;
  };
  std::array<Entry, 2 * 4 * kPerUnit + 2> entries{};
  NormalTable();
  Entry at(float x) const {
    if (x <= -kReach) return {0, 0};
    if (x >= kReach) return {1, 0};
    const float f = (x + kReach) * kPerUnit;
    const auto i = static_cast<std::size_t>(f);
    const float r = f - static_cast<float>(i);
    const Entry &a = entries[i], &b = entries[i + 1];
    return {a.share + r * (b.share - a.share), a.density + r * (b.density - a.density)};
  }
};
const NormalTable& normal_table();

/// Shares of the modules (index -1 .. modules) along one axis. -1 and `modules` reach to infinity.
struct AxisShares {
  static constexpr int kMost = 12;
  int first = 0, count = 0;
  std::array<float, kMost> share{}, by_place{}, by_blur{};

  /// At place `u` (modules), blurred by `blur` modules (standard deviation). `moves`: the two derivatives as well.
  void compute(const NormalTable& table, float u, float blur, int modules, bool moves) {
    const float reach = 3.2F * blur;
    first = std::min(modules, std::max(-1, static_cast<int>(u - reach + 1024.0F) - 1024));  // floor, for all that can happen
    const int last = std::min(modules, static_cast<int>(u + reach + 1024.0F) - 1024);
    count = std::clamp(last - first + 1, 1, kMost);
    const float per = 1.0F / blur;
    float s0 = 0, d0 = 0, z0 = 0;
    if (first > -1) {
      z0 = (static_cast<float>(first) - u) * per;
      const auto e = table.at(z0);
      s0 = e.share, d0 = e.density;
    }
    for (int k = 0; k < count; ++k) {
      const int edge = first + k + 1;
      float s1 = 1, d1 = 0, z1 = 0;
      if (edge < modules + 1) {
        z1 = (static_cast<float>(edge) - u) * per;
        const auto e = table.at(z1);
        s1 = e.share, d1 = e.density;
      }
      const auto i = static_cast<std::size_t>(k);
      share[i] = s1 - s0;
      if (moves) {
        by_place[i] = -(d1 - d0) * per;
        by_blur[i] = -(z1 * d1 - z0 * d0) * per;
      }
      s0 = s1, d0 = d1, z0 = z1;
    }
  }
};

/// Where a pixel looks in the unit square, and the modules it crosses a pixel: the derivatives of place (in modules) by pixel.
struct ModulePlace {
  double u, v;
  double ux, uy, vx, vy;
  double blur_u, blur_v;  ///< modules for one pixel
};
inline ModulePlace place_of(const Homography& from_image, double x, double y, double modules) {
  const auto& m = from_image.m;
  const double q = 1.0 / from_image.scale_at(x, y);
  ModulePlace p{};
  p.u = (m[0] * x + m[1] * y + m[2]) * q;
  p.v = (m[3] * x + m[4] * y + m[5]) * q;
  const double k = modules * q;
  p.ux = k * (m[0] - p.u * m[6]), p.uy = k * (m[1] - p.u * m[7]);
  p.vx = k * (m[3] - p.v * m[6]), p.vy = k * (m[4] - p.v * m[7]);
  p.blur_u = std::sqrt(p.ux * p.ux + p.uy * p.uy);
  p.blur_v = std::sqrt(p.vx * p.vx + p.vy * p.vy);
  return p;
}

struct ModuleSample {
  double x, y, grey;
};

constexpr double kRimCompared = 0.55;  ///< modules outside the square that are compared too; white frames are often one module wide
constexpr int kFitSteps = 6;           ///< Gauss-Newton steps at most
constexpr double kSteadyPx = 0.01;     ///< smaller steps end the fit
constexpr double kLeastBlurPx = 0.45;  ///< standard deviation
constexpr double kMostBlurPx = 2.5;    ///< likewise, and never above 0.75 module
constexpr double kMostShift = 0.8;     ///< modules a corner may move in all; beyond that the start was no marker

/// Pixels of a quad with `rim` modules round it, evenly thinned to about `most` of them; and the length of a module in pixels.
struct ModulePixels {
  std::vector<ModuleSample> samples;
  double module_px = 1;
};
ModulePixels pixels_of(const ImageView& gray, const Quad& quad, int modules, double rim, int most);

/// What a fit of either kind moves: the corners by at most 0.35 of a module, the blur by at most 0.3 px within its limits. `step` holds
/// the corners' x and y in turn, then the blur. How far the furthest corner went, px; nothing when a step is not a number.
std::optional<double> take_step(Quad& quad, double& blur, const std::vector<double>& step, double module_px);

/// Which side (top, right, bottom, left) a module beyond the print lies on.
inline int outside_of(int r, int c, int modules) {
  const int down = r - (modules - 1), left = -c, right = c - (modules - 1);
  int which = 0, most = -r;
  if (right > most) which = 1, most = right;
  if (down > most) which = 2, most = down;
  if (left > most) which = 3;
  return which;
}

}  // namespace polemarch::vision
