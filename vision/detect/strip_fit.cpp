#include "vision/detect/strip_fit.hpp"

#include <algorithm>
#include <cmath>

#include "vision/detect/strip_frame.hpp"
#include "vision/track/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kUnknowns = 9;        // u, v, turn, black, gain, front, rear, left, right
constexpr int kColumns = 12;        // and the grey level, padded to whole lanes
constexpr int kGrey = kUnknowns;    // column of the grey level
constexpr float kTurnScale = 0.1F;  // keeps the turn's column as large as the others
std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Normal equations of one pass: products of the columns (unknowns and grey level), upper triangle.
struct Normal {
  std::array<std::array<float, kColumns>, kColumns> sum{};
  float weight = 0;
  double get(int i, int j) const { return static_cast<double>(i <= j ? sum[at(i)][at(j)] : sum[at(j)][at(i)]); }
};

/// The columns of one pass, one array each, padded with zeros to whole registers. Kept per thread: no allocation while tracking.
struct Columns {
  std::array<std::vector<float>, kColumns> of;
  std::size_t padded = 0;
  void resize(std::size_t n) {
    padded = (n + kWide - 1) / kWide * kWide;
    for (auto& column : of) {
      column.resize(std::max(column.size(), padded));
      std::fill(column.begin() + static_cast<std::ptrdiff_t>(n), column.begin() + static_cast<std::ptrdiff_t>(padded), 0.0F);
    }
  }
};

/// All products of column i with the columns from i on.
template <int I>
POLEMARCH_INLINE void products_of(const Columns& columns, Normal& normal) {
  constexpr int kCount = kColumns - I;
  V8 sum[static_cast<std::size_t>(kCount)] = {};  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  for (std::size_t i = 0; i < columns.padded; i += kWide) {
    V8 left;
    __builtin_memcpy(&left, columns.of[I].data() + i, sizeof left);
    for (int j = 0; j < kCount; ++j) {
      V8 right;
      __builtin_memcpy(&right, columns.of[at(I + j)].data() + i, sizeof right);
      sum[j] += left * right;
    }
  }
  for (int j = 0; j < kCount; ++j) {
    float total = 0;
    for (std::size_t k = 0; k < kWide; ++k) total += sum[j][k];
    normal.sum[at(I)][at(I + j)] = total;
  }
}

POLEMARCH_INLINE void products_body(const Columns& columns, Normal& normal) {
  products_of<0>(columns, normal);
  products_of<1>(columns, normal);
  products_of<2>(columns, normal);
  products_of<3>(columns, normal);
  products_of<4>(columns, normal);
  products_of<5>(columns, normal);
  products_of<6>(columns, normal);
  products_of<7>(columns, normal);
  products_of<8>(columns, normal);
  products_of<9>(columns, normal);
}
POLEMARCH_DISPATCH(void, products, (const Columns& columns, Normal& normal), (columns, normal))

/// Four pixels' rows of four lanes, turned into four lanes' rows of pixels.
struct Four {
  Lanes of[4];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
};
POLEMARCH_INLINE void transpose(Four& f) {
  const Lanes a = __builtin_shufflevector(f.of[0], f.of[1], 0, 4, 1, 5), b = __builtin_shufflevector(f.of[0], f.of[1], 2, 6, 3, 7);
  const Lanes c = __builtin_shufflevector(f.of[2], f.of[3], 0, 4, 1, 5), d = __builtin_shufflevector(f.of[2], f.of[3], 2, 6, 3, 7);
  f.of[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  f.of[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  f.of[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  f.of[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

POLEMARCH_INLINE Lanes load(const float* from) {
  Lanes out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}
POLEMARCH_INLINE void store(float* to, Lanes value) { __builtin_memcpy(to, &value, sizeof value); }

/// The columns of four pixels from i on.
POLEMARCH_INLINE Lanes columns_of_four(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                                       std::size_t i, Columns& columns) {
  const Lanes px = load(pixels.x.data() + i) - frame.x, py = load(pixels.y.data() + i) - frame.y;
  const Lanes u = px * frame.c + py * frame.s, v = py * frame.c - px * frame.s;
  Four value, by_u, by_v, inside;
  for (int k = 0; k < 4; ++k) {
    const LaneTable::Row a = along.read(u[k]), b = across.read(v[k]);
    value.of[k] = a.value * b.value;
    by_u.of[k] = a.slope * b.value;
    by_v.of[k] = a.value * b.slope;
    inside.of[k] = Lanes{a.value[3], b.value[3], 0, 0};
  }
  transpose(value);
  transpose(by_u);
  transpose(by_v);
  transpose(inside);
  const Lanes white = value.of[0] + value.of[1] + value.of[2], wu = by_u.of[0] + by_u.of[1] + by_u.of[2],
              wv = by_v.of[0] + by_v.of[1] + by_v.of[2];
  const Lanes out = 7 * (1 - value.of[3]);  // print_weight
  const Lanes weight = load(pixels.trust.data() + i) / (1 + out * out);
  const Lanes root = {std::sqrt(weight[0]), std::sqrt(weight[1]), std::sqrt(weight[2]), std::sqrt(weight[3])};
  const Lanes beyond = root * (1 - inside.of[1]), ends = root * (1 - inside.of[0]) * inside.of[1], none{0, 0, 0, 0};
  auto& of = columns.of;
  store(of[0].data() + i, -wu * root);
  store(of[1].data() + i, -wv * root);
  store(of[2].data() + i, (wu * v - wv * u) * kTurnScale * root);
  store(of[3].data() + i, root);
  store(of[4].data() + i, white * root);
  store(of[5].data() + i, v > 0 ? beyond : none);
  store(of[6].data() + i, v > 0 ? none : beyond);
  store(of[7].data() + i, u < 0 ? ends : none);
  store(of[8].data() + i, u < 0 ? none : ends);
  store(of[9].data() + i, load(pixels.grey.data() + i) * root);
  return weight;
}

POLEMARCH_INLINE void fill_columns_body(const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame,
                                        Columns& columns, float& total) {
  Lanes sum{0, 0, 0, 0};
  const std::size_t count = pixels.size();  // the arrays go on with pixels of no trust to a multiple of four
  for (std::size_t i = 0; i < count; i += 4) sum += columns_of_four(pixels, across, along, frame, i, columns);
  total = sum[0] + sum[1] + sum[2] + sum[3];
}
POLEMARCH_DISPATCH(void, fill_columns,
                   (const StripPixels& pixels, const LaneTable& across, const LaneTable& along, const StripFrame& frame, Columns& columns,
                    float& total),
                   (pixels, across, along, frame, columns, total))

Normal accumulate(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  thread_local Columns columns;
  Normal n;
  columns.resize(pixels.size());
  fill_columns(pixels, profiles.across(), along, StripFrame(pixels, pose), columns, n.weight);
  products(columns, n);
  return n;
}

/// Solves for the unknowns `first`.. 8; false when they cannot be told apart. `inverse_diag_block`: covariance factor of the first three.
struct Solution {
  std::array<double, kUnknowns> value{};
  double rest = 0;                   // weighted sum of squares left over
  std::array<double, 9> pose_cov{};  // of the first three, unit noise
  bool ok = false;
};

Solution solve(const Normal& normal, int first, bool want_covariance) {
  Solution out;
  const int n = kUnknowns - first;
  std::array<std::array<double, kUnknowns>, kUnknowns> l{};
  std::array<double, kUnknowns> rhs{};
  // Levels that hardly occur (no pixel in front, say) get a weak prior of zero instead of a division by nothing.
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) l[at(i)][at(j)] = normal.get(first + i, first + j);
    if (first + i >= 3) l[at(i)][at(i)] += 1e-3;
    rhs[at(i)] = normal.get(first + i, kGrey);
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
  const auto solve_for = [&](std::array<double, kUnknowns>& b) {
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
  out.rest = normal.get(kGrey, kGrey);
  for (int i = 0; i < n; ++i) {
    out.rest -= rhs[at(i)] * target[at(i)];
    out.value[at(first + i)] = rhs[at(i)];
  }
  if (want_covariance && first == 0) {
    for (int c = 0; c < 3; ++c) {
      std::array<double, kUnknowns> unit{};
      unit[at(c)] = 1;
      solve_for(unit);
      for (int r = 0; r < 3; ++r) out.pose_cov[at(3 * r + c)] = unit[at(r)];
    }
  }
  out.ok = true;
  return out;
}

void fill_levels(const Normal& normal, const Solution& s, const StripPixels& pixels, StripFit& fit) {
  fit.black = static_cast<float>(s.value[3]) + pixels.offset;
  fit.gain = static_cast<float>(s.value[4]);
  const double variance = std::max(0.0, s.rest) / std::max(1.0F, normal.weight);
  fit.residual = fit.gain > 1 ? static_cast<float>(std::sqrt(variance)) / fit.gain : 99.0F;
  fit.ok = fit.gain > 1;
}

}  // namespace

StripFit fit_strip(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& start, int steps,
                   float hopeless, double good_enough_mm) {
  StripFit fit;
  fit.pose = start;
  if (pixels.size() < 40) return fit;
  for (int step = 0; step < steps; ++step) {
    const Normal normal = accumulate(pixels, profiles, along, fit.pose);
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
      const double noise = std::max(0.0, s.rest) / std::max(1.0, static_cast<double>(normal.weight) - kUnknowns);
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
  const Normal normal = accumulate(pixels, profiles, along, pose);
  const Solution s = solve(normal, 3, false);
  if (s.ok) fill_levels(normal, s, pixels, fit);
  return fit;
}

MatchedSums match_pixels(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  const StripLayout& layout = profiles.layout();
  const StripFrame frame(pixels, pose);
  MatchedSums sums;
  const auto left = static_cast<float>(layout.column_range(0).low);
  const auto inverse_pitch = static_cast<float>(1 / layout.pitch_mm);
  const auto most_u = static_cast<float>(layout.length_mm / 2 + kDecodeMarginMm),
             most_v = static_cast<float>(layout.depth_mm / 2 + kDecodeMarginMm);
  const float reach = 0.5F + static_cast<float>(3 * profiles.blur().along_mm / layout.pitch_mm);  // in columns from a tooth's middle
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float u = frame.u(pixels.x[i], pixels.y[i]), v = frame.v(pixels.x[i], pixels.y[i]);
    if (std::abs(u) > most_u || std::abs(v) > most_v) continue;
    const LaneTable::Row a = along.read(u), b = profiles.across().read(v);
    const float grey = pixels.grey[i] * print_weight(a.value[3]) * print_weight(b.value[3]);
    sums.inner[0] += grey * a.value[0] * b.value[0];
    const float column = (u - left) * inverse_pitch - 0.5F;
    const int from = std::max(0, static_cast<int>(std::ceil(column - reach))),
              to = std::min(layout.columns - 1, static_cast<int>(std::floor(column + reach)));
    for (int c = from; c <= to; ++c) {
      const float tooth = profiles.tooth_at(column - static_cast<float>(c)) * grey;
      sums.inner[at(1 + c)] += tooth * b.value[1];
      if (layout.rows > 1) sums.inner[at(1 + layout.columns + c)] += tooth * b.value[2];
    }
    const auto levels = outside_levels(a.value[3], b.value[3], u, v);
    for (int k = 0; k < kOutside; ++k) sums.outer[at(k)] += levels[at(k)] * grey;
    sums.energy += grey * pixels.grey[i];
  }
  for (float& value : sums.inner) value *= pixels.area_mm2;
  for (float& value : sums.outer) value *= pixels.area_mm2;
  sums.energy *= pixels.area_mm2;
  return sums;
}

}  // namespace polemarch::vision
