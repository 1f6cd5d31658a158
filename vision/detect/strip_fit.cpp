#include "vision/detect/strip_fit.hpp"

#include <algorithm>
#include <cmath>

#include "vision/detect/strip_frame.hpp"
#include "vision/detect/strip_pass.hpp"

namespace polemarch::vision {
namespace {

constexpr std::size_t kMost = kFineUnknowns;
std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Solves for the unknowns from `first` on; false when they cannot be told apart. `inverse_diag_block`: covariance factor of the first
/// three.
struct Solution {
  std::array<double, kMost> value{};
  double rest = 0;                   // weighted sum of squares left over
  std::array<double, 9> pose_cov{};  // of the first three, unit noise
  bool ok = false;
};

Solution solve(const StripSums& normal, int first, bool want_covariance) {
  Solution out;
  const int n = normal.unknowns - first, grey = normal.unknowns;
  std::array<std::array<double, kMost>, kMost> l{};
  std::array<double, kMost> rhs{};
  // Levels that hardly occur (no pixel in front, say) get a weak prior of zero instead of a division by nothing.
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) l[at(i)][at(j)] = normal.get(first + i, first + j);
    if (first + i >= 3) l[at(i)][at(i)] += 1e-3;
    rhs[at(i)] = normal.get(first + i, grey);
  }
  const auto target = rhs;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) l[at(j)][at(j)] -= l[at(j)][at(k)] * l[at(j)][at(k)];
    if (l[at(j)][at(j)] <= 1e-7) return out;
    l[at(j)][at(j)] = std::sqrt(l[at(j)][at(j)]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) l[at(i)][at(j)] -= l[at(i)][at(k)] * l[at(j)][at(k)];
      l[at(i)][at(j)] /= l[at(j)][at(j)];
    }
  }
  const auto solve_for = [&](std::array<double, kMost>& b) {
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < i; ++k) b[at(i)] -= l[at(i)][at(k)] * b[at(k)];
      b[at(i)] /= l[at(i)][at(i)];
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int k = i + 1; k < n; ++k) b[at(i)] -= l[at(k)][at(i)] * b[at(k)];
      b[at(i)] /= l[at(i)][at(i)];
    }
  };
  solve_for(rhs);
  out.rest = normal.get(grey, grey);
  for (int i = 0; i < n; ++i) {
    out.rest -= rhs[at(i)] * target[at(i)];
    out.value[at(first + i)] = rhs[at(i)];
  }
  if (want_covariance && first == 0) {
    for (int c = 0; c < 3; ++c) {
      std::array<double, kMost> unit{};
      unit[at(c)] = 1;
      solve_for(unit);
      for (int r = 0; r < 3; ++r) out.pose_cov[at(3 * r + c)] = unit[at(r)];
    }
  }
  out.ok = true;
  return out;
}

void fill_levels(const StripSums& normal, const Solution& s, const StripPixels& pixels, StripFit& fit) {
  fit.black = static_cast<float>(s.value[3]) + pixels.offset;
  fit.gain = static_cast<float>(s.value[4]);
  const double variance = std::max(0.0, s.rest) / std::max(1.0F, normal.weight);
  fit.residual = fit.gain > 1 ? static_cast<float>(std::sqrt(variance)) / fit.gain : 99.0F;
  fit.ok = fit.gain > 1;
}

}  // namespace

StripFit fit_strip(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& start, int steps,
                   float hopeless, double good_enough_mm, StripFitKind kind) {
  StripFit fit;
  fit.pose = start;
  if (pixels.size() < 40) return fit;
  for (int step = 0; step < steps; ++step) {
    const StripSums normal = pass_over(pixels, profiles.across(), along, StripFrame(pixels, fit.pose), kind == StripFitKind::Fine);
    bool last = step + 1 == steps;
    const Solution s = solve(normal, 0, last || good_enough_mm > 0);
    if (!s.ok || s.value[4] < 4) {
      fit.ok = false;
      return fit;
    }
    const double gain = s.value[4];
    const double du = std::clamp(s.value[0] / gain, -0.8, 0.8), dv = std::clamp(s.value[1] / gain, -0.8, 0.8);
    const double turn = std::clamp(s.value[2] / gain * static_cast<double>(kTurnScale), -0.06, 0.06);
    const double c = std::cos(fit.pose.along_rad), sn = std::sin(fit.pose.along_rad);
    fit.pose.x_mm += c * du - sn * dv;
    fit.pose.y_mm += sn * du + c * dv;
    fit.pose.along_rad += turn;
    if (std::abs(du) + std::abs(dv) < good_enough_mm && std::abs(turn) < 0.05 * good_enough_mm) {
      last = true;
      steps = step + 1;
    }
    fill_levels(normal, s, pixels, fit);
    if (fit.residual > hopeless) {
      fit.ok = false;
      return fit;
    }
    if (last) {
      const double noise = std::max(0.0, s.rest) / std::max(1.0, static_cast<double>(normal.weight) - normal.unknowns);
      const std::array<double, 9> j{c, -sn, 0, sn, c, 0, 0, 0, static_cast<double>(kTurnScale)};  // (x, y, turn) from (u, v, scaled turn)
      for (int r = 0; r < 3; ++r) {
        for (int q = 0; q < 3; ++q) {
          double sum = 0;
          for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) sum += j[at(3 * r + a)] * s.pose_cov[at(3 * a + b)] * j[at(3 * q + b)];
          }
          fit.covariance[at(3 * r + q)] = sum * noise / (gain * gain);
        }
      }
    } else if (std::abs(du) + std::abs(dv) < 0.004 && std::abs(turn) < 2e-4) {
      steps = step + 2;  // converged: one more pass for the error
    }
  }
  return fit;
}

StripFit levels_at(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  StripFit fit;
  fit.pose = pose;
  const StripSums normal = pass_over(pixels, profiles.across(), along, StripFrame(pixels, pose), false);
  const Solution s = solve(normal, 3, false);
  if (s.ok) fill_levels(normal, s, pixels, fit);
  return fit;
}

}  // namespace polemarch::vision
