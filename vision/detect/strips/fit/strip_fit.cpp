#include "vision/detect/strips/fit/strip_fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "vision/detect/strips/fit/strip_frame.hpp"
#include "vision/detect/strips/fit/strip_pass.hpp"
#include "vision/pixels/index.hpp"

namespace polemarch::vision {
namespace {

constexpr double kPatchBlurs = 4.5;  // side of a patch of pixels that share their residual, in standard deviations of the blur
constexpr std::size_t kMost = kFineUnknowns;
constexpr float kLengthScale = 0.1F;  // keeps the length's column as large as the others

/// Unknowns `first` and on, solved for.
struct Solution {
  using Row = std::array<double, kMost>;
  Row value{};
  double rest = 0;  // weighted sum of squares left over
  bool ok = false;
  int count = 0;
  std::array<Row, kMost> factor;  // lower triangular; on its diagonal one over it
  std::array<Row, 3> inverse{};   // rows of the first three, when asked for
};

/// With as many unknowns as the compiler knows of.
template <std::size_t N>
void solve_for(const Solution& s, Solution::Row& b) {
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= s.factor[i][k] * b[k];
    b[i] *= s.factor[i][i];
  }
  for (std::size_t i = N; i-- > 0;) {
    for (std::size_t k = i + 1; k < N; ++k) b[i] -= s.factor[k][i] * b[k];
    b[i] *= s.factor[i][i];
  }
}

template <std::size_t N>
void solve_all(const StripSums& normal, int first, Solution& out) {
  const int grey = normal.unknowns;
  auto& l = out.factor;
  Solution::Row rhs{};
  // Levels that hardly occur (no pixel in front, say) get a weak prior of zero instead of a division by nothing.
  for (std::size_t i = 0; i < N; ++i) {
    const int row = first + static_cast<int>(i);
    for (std::size_t j = 0; j <= i; ++j) l[i][j] = normal.get(row, first + static_cast<int>(j));
    if (row >= 3) l[i][i] += 1e-3;
    rhs[i] = normal.get(row, grey);
  }
  const auto target = rhs;
  for (std::size_t j = 0; j < N; ++j) {
    for (std::size_t k = 0; k < j; ++k) l[j][j] -= l[j][k] * l[j][k];
    if (l[j][j] <= 1e-7) return;
    l[j][j] = 1 / std::sqrt(l[j][j]);
    for (std::size_t i = j + 1; i < N; ++i) {
      for (std::size_t k = 0; k < j; ++k) l[i][j] -= l[i][k] * l[j][k];
      l[i][j] *= l[j][j];
    }
  }
  solve_for<N>(out, rhs);
  out.rest = normal.get(grey, grey);
  for (std::size_t i = 0; i < N; ++i) {
    out.rest -= rhs[i] * target[i];
    out.value[at(first) + i] = rhs[i];
  }
  out.ok = true;
}

/// Not ok when the unknowns cannot be told apart.
Solution solve(const StripSums& normal, int first) {
  Solution out;
  out.count = normal.unknowns - first;
  assert((first == 0 && (out.count == kPlainUnknowns || out.count == kFineUnknowns)) || (first == 3 && out.count == kPlainUnknowns - 3));
  if (first > 0)
    solve_all<kPlainUnknowns - 3>(normal, first, out);
  else if (out.count == kPlainUnknowns)
    solve_all<kPlainUnknowns>(normal, first, out);
  else
    solve_all<kFineUnknowns>(normal, first, out);
  return out;
}

/// Rows of the first three of all unknowns.
void invert(Solution& s) {
  for (std::size_t c = 0; c < s.inverse.size(); ++c) {
    s.inverse[c] = {};
    s.inverse[c][c] = 1;
    if (s.count == kPlainUnknowns)
      solve_for<kPlainUnknowns>(s, s.inverse[c]);
    else
      solve_for<kFineUnknowns>(s, s.inverse[c]);
  }
}

void fill_levels(const StripSums& normal, const Solution& s, const StripPixels& pixels, StripFit& fit) {
  fit.black = static_cast<float>(s.value[3]) + pixels.offset;
  fit.gain = static_cast<float>(s.value[4]);
  const double variance = std::max(0.0, s.rest) / std::max(1.0F, normal.weight);
  fit.residual = fit.gain > 1 ? static_cast<float>(std::sqrt(variance)) / fit.gain : 99.0F;
  fit.ok = fit.gain > 1;
}

/// Covariance of the first three unknowns if every pixel, by its weight, were as noisy as all of them.
std::array<double, 9> mean_scatter(const StripSums& normal, const Solution& s) {
  const double noise = std::max(0.0, s.rest) / std::max(1.0, static_cast<double>(normal.weight) - normal.unknowns);
  std::array<double, 9> out{};
  for (int r = 0; r < 3; ++r) {
    for (int q = 0; q < 3; ++q) out[at(3 * r + q)] = noise * s.inverse[at(r)][at(q)];
  }
  return out;
}

/// Sums of `pulls` over patches of pixels that share their residual; `take` is given those of each that pulls at all. Needs whole rows.
template <std::size_t N, class Take>
void add_patches(const StripPixels& pixels, const StripProfiles& profiles, const std::array<const float*, N>& pulls, Take take) {
  const double blur_px = profiles.blur().along_mm / std::sqrt(static_cast<double>(pixels.area_mm2));
  const int side = std::max(2, static_cast<int>(std::lround(kPatchBlurs * blur_px)));
  int low = 1 << 30, high = 0;
  for (const StripPixels::Row& row : pixels.rows) {
    low = std::min(low, row.x);
    high = std::max(high, row.x + row.count);
  }
  const std::size_t patches = at((high - low) / side + 1);
  thread_local std::vector<std::array<float, N>> sums;
  for (std::size_t k = 0; k < pixels.rows.size();) {
    const int line = pixels.rows[k].y / side;
    sums.assign(patches, {});
    for (; k < pixels.rows.size() && pixels.rows[k].y / side == line; ++k) {
      const StripPixels::Row& row = pixels.rows[k];
      for (int i = 0; i < row.count; ++i) {
        auto& patch = sums[at((row.x + i - low) / side)];
        for (std::size_t r = 0; r < N; ++r) patch[r] += pulls[r][row.first + at(i)];
      }
    }
    for (const auto& patch : sums)
      if (std::any_of(patch.begin(), patch.end(), [](float pull) { return pull != 0; })) take(patch);
  }
}

/// The same from the residuals of the single pixels.
std::array<double, 9> scatter_of(const StripPixels& pixels, const StripColumns& columns, const StripProfiles& profiles,
                                 const StripSums& normal, const Solution& s) {
  StripSolution solution;
  for (int c = 0; c < kFineUnknowns; ++c) {
    solution.value[at(c)] = static_cast<float>(s.value[at(c)]);
    for (int r = 0; r < 3; ++r) solution.inverse[at(r)][at(c)] = static_cast<float>(s.inverse[at(r)][at(c)]);
  }
  thread_local StripPulls pulls;
  pulls_of(columns, pixels.size(), solution, pulls);
  // Neighbours share what lies beside the strip and what JPEG left: what patches of them pull is taken for independent.
  std::array<double, 9> out{};
  if (pixels.rows.empty()) return mean_scatter(normal, s);
  double count = 0;
  const std::array<const float*, 3> of{pulls[0].data(), pulls[1].data(), pulls[2].data()};
  add_patches(pixels, profiles, of, [&](const std::array<float, 3>& patch) {
    ++count;
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t q = 0; q < 3; ++q) out[3 * r + q] += static_cast<double>(patch[r] * patch[q]);
    }
  });
  // A fit follows its own noise as far as it has unknowns.
  const double freedom = count / std::max(1.0, count - normal.unknowns);
  for (double& x : out) x *= freedom;
  return out;
}

}  // namespace

StripFit fit_strip(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& start, int steps,
                   float hopeless, double good_enough_mm, StripFitKind kind) {
  StripFit fit;
  fit.pose = start;
  if (pixels.size() < 40) return fit;
  thread_local StripColumns columns;
  for (int step = 0; step < steps; ++step) {
    const StripPose before = fit.pose;
    const StripSums normal = kind == StripFitKind::Last
                                 ? fine_pass_over(pixels, profiles.across(), along, StripFrame(pixels, before), columns)
                                 : pass_over(pixels, profiles.across(), along, StripFrame(pixels, before), kind == StripFitKind::Fine);
    bool last = step + 1 == steps;
    Solution s = solve(normal, 0);
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
      if (kind == StripFitKind::Rough) break;
      invert(s);
      const std::array<double, 9> of_shift =
          kind == StripFitKind::Last ? scatter_of(pixels, columns, profiles, normal, s) : mean_scatter(normal, s);
      const std::array<double, 9> j{c, -sn, 0, sn, c, 0, 0, 0, static_cast<double>(kTurnScale)};  // (x, y, turn) from (u, v, scaled turn)
      for (int r = 0; r < 3; ++r) {
        for (int q = 0; q < 3; ++q) {
          double sum = 0;
          for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) sum += j[at(3 * r + a)] * of_shift[at(3 * a + b)] * j[at(3 * q + b)];
          }
          fit.covariance[at(3 * r + q)] = sum / (gain * gain);
        }
      }
    } else if (std::abs(du) + std::abs(dv) < 0.004 && std::abs(turn) < 2e-4) {
      steps = step + 2;  // converged: one more pass for the error
    }
  }
  return fit;
}

StripLength length_seen(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit) {
  if (!fit.ok || pixels.size() < 40 || pixels.rows.empty()) return {};
  thread_local StripColumns columns;
  const StripFrame frame(pixels, fit.pose);
  const StripSums normal = fine_pass_over(pixels, profiles.across(), along, frame, columns);
  const Solution s = solve(normal, 0);
  if (!s.ok || s.value[kGain] < 4) return {};
  // Longer by a share: each pixel's shift along grows with its distance from the middle. What the other unknowns say of that falls out.
  const auto block_of = [&](std::size_t i) -> const auto& { return columns[i / kPassBlock]; };
  const auto longer_at = [&](std::size_t i) {
    return frame.u(pixels.x[i], pixels.y[i]) * block_of(i).of[kShiftU][i % kPassBlock] * kLengthScale;
  };
  Solution::Row with{};
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const auto& block = block_of(i);
    const float by = block.weight[i % kPassBlock] * longer_at(i);
    for (int c = 0; c < kFineUnknowns; ++c) with[at(c)] += static_cast<double>(by * block.of[c][i % kPassBlock]);
  }
  solve_for<kFineUnknowns>(s, with);
  thread_local std::vector<float> own, off;
  own.resize(pixels.size());
  off.resize(pixels.size());
  double information = 0, pull = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const auto& block = block_of(i);
    const std::size_t here = i % kPassBlock;
    double left = static_cast<double>(block.of[kFineUnknowns][here]), alone = static_cast<double>(longer_at(i));
    for (int c = 0; c < kFineUnknowns; ++c) {
      left -= s.value[at(c)] * static_cast<double>(block.of[c][here]);
      alone -= with[at(c)] * static_cast<double>(block.of[c][here]);
    }
    const double weighed = static_cast<double>(block.weight[here]) * alone;
    information += weighed * alone;
    pull += weighed * left;
    own[i] = static_cast<float>(alone);
    off[i] = static_cast<float>(left);
  }
  if (information <= 0) return {};
  const double longer = pull / information;
  for (std::size_t i = 0; i < pixels.size(); ++i)
    off[i] = (off[i] - static_cast<float>(longer) * own[i]) * own[i] * block_of(i).weight[i % kPassBlock];
  double squares = 0, count = 0;
  add_patches(pixels, profiles, std::array<const float*, 1>{off.data()}, [&](const std::array<float, 1>& patch) {
    ++count;
    squares += static_cast<double>(patch[0] * patch[0]);
  });
  const double freedom = count / std::max(1.0, count - kFineUnknowns - 1);
  const double share = static_cast<double>(kLengthScale) / s.value[kGain];
  return {longer * share, std::sqrt(squares * freedom) / information * share};
}

StripFit levels_at(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  StripFit fit;
  fit.pose = pose;
  const StripSums normal = pass_over(pixels, profiles.across(), along, StripFrame(pixels, pose), false);
  const Solution s = solve(normal, 3);
  if (s.ok) fill_levels(normal, s, pixels, fit);
  return fit;
}

}  // namespace polemarch::vision
