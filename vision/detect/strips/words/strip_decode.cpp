#include "vision/detect/strips/words/strip_decode.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr double kNothing = 1e-12;  // of a module: less does not show
constexpr float kFlat = 25;         // grey levels squared: a picture that varies less shows nothing

using Matrix = std::vector<double>;  // row-major, size n * n

/// In place Cholesky, lower triangle. Positive definite input only.
void cholesky(Matrix& a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      double sum = a[static_cast<std::size_t>(i * n + j)];
      for (int k = 0; k < j; ++k) sum -= a[static_cast<std::size_t>(i * n + k)] * a[static_cast<std::size_t>(j * n + k)];
      if (i == j) {
        a[static_cast<std::size_t>(i * n + i)] = std::sqrt(std::max(sum, 1e-9));
      } else {
        a[static_cast<std::size_t>(i * n + j)] = sum / a[static_cast<std::size_t>(j * n + j)];
      }
    }
  }
}

/// Inverse of a lower triangular matrix.
Matrix inverse_lower(const Matrix& l, int n) {
  Matrix out(l.size(), 0.0);
  for (int c = 0; c < n; ++c) {
    out[static_cast<std::size_t>(c * n + c)] = 1 / l[static_cast<std::size_t>(c * n + c)];
    for (int r = c + 1; r < n; ++r) {
      double sum = 0;
      for (int k = c; k < r; ++k) sum += l[static_cast<std::size_t>(r * n + k)] * out[static_cast<std::size_t>(k * n + c)];
      out[static_cast<std::size_t>(r * n + c)] = -sum / l[static_cast<std::size_t>(r * n + r)];
    }
  }
  return out;
}

/// Inner products of the basis functions over the strip and its margin, per mm^2. Order: spine, modules, 1, front, rear, left, right.
/// All are sums of products f(u) g(v), so the two directions are summed apart. What is not print counts less (print_weight).
Matrix gram(const StripProfiles& profiles, StripHidden hidden, double& weight_mm2) {
  const StripLayout& layout = profiles.layout();
  const int modules = layout.bits(), n = 1 + modules + kOutside;
  struct Term {
    int along, across;  // indices into the lists below
  };
  constexpr double kGrid = 0.1;
  const double half_u = layout.length_mm / 2 + kDecodeMarginMm, half_v = layout.depth_mm / 2 + kDecodeMarginMm;
  const int nu = static_cast<int>(2 * half_u / kGrid), nv = static_cast<int>(2 * half_v / kGrid);
  const StripBlur blur = profiles.blur();
  const auto u_at = [&](int i) { return -half_u + (i + 0.5) * 2 * half_u / nu; };
  const auto v_at = [&](int i) { return -half_v + (i + 0.5) * 2 * half_v / nv; };
  // Along: 0 spine, 1.. columns, then 1, left, right. Across: 0 spine, 1.. rows, then 1, front, rear, inside.
  const int a_one = 1 + layout.columns, c_one = 1 + layout.rows;
  std::vector<double> weight_u(static_cast<std::size_t>(nu)), weight_v(static_cast<std::size_t>(nv));
  std::vector<std::vector<double>> along(static_cast<std::size_t>(a_one + 3), std::vector<double>(static_cast<std::size_t>(nu)));
  std::vector<std::vector<double>> across(static_cast<std::size_t>(c_one + 4), std::vector<double>(static_cast<std::size_t>(nv)));
  for (int i = 0; i < nu; ++i) {
    const double u = u_at(i);
    const auto at = static_cast<std::size_t>(i);
    along[0][at] = blurred_box(-layout.length_mm / 2 + layout.end_mm, layout.length_mm / 2 - layout.end_mm, blur.along_mm, u);
    double before = blurred_step(layout.column_range(0).low, blur.along_mm, u);  // columns share their edges
    for (int c = 0; c < layout.columns; ++c) {
      const double after = blurred_step(layout.column_range(c).high, blur.along_mm, u);
      along[static_cast<std::size_t>(1 + c)][at] = before - after;
      before = after;
    }
    const double beyond = 1 - blurred_box(-layout.length_mm / 2, layout.length_mm / 2, blur.along_mm, u);
    weight_u[at] = static_cast<double>(print_weight(static_cast<float>(1 - beyond)));
    along[static_cast<std::size_t>(a_one)][at] = 1;
    along[static_cast<std::size_t>(a_one + 1)][at] = u < 0 ? beyond : 0;
    along[static_cast<std::size_t>(a_one + 2)][at] = u < 0 ? 0 : beyond;
    if (u >= hidden.from && u <= hidden.to) {
      for (auto& f : along) f[at] = 0;
    }
  }
  for (int i = 0; i < nv; ++i) {
    const double v = v_at(i);
    const auto at = static_cast<std::size_t>(i);
    for (int r = -1; r < layout.rows; ++r) {
      const auto range = layout.row_range(r);
      across[static_cast<std::size_t>(1 + r)][at] = blurred_box(range.low, range.high, blur.across_mm, v);
    }
    const double inside = blurred_box(-layout.depth_mm / 2, layout.depth_mm / 2, blur.across_mm, v);
    weight_v[at] = static_cast<double>(print_weight(static_cast<float>(inside)));
    across[static_cast<std::size_t>(c_one)][at] = 1;
    across[static_cast<std::size_t>(c_one + 1)][at] = v > 0 ? 1 - inside : 0;
    across[static_cast<std::size_t>(c_one + 2)][at] = v > 0 ? 0 : 1 - inside;
    across[static_cast<std::size_t>(c_one + 3)][at] = inside;
  }
  std::vector<Term> terms{{0, 0}};
  for (int i = 0; i < modules; ++i) terms.push_back({1 + i % layout.columns, 1 + i / layout.columns});
  terms.push_back({a_one, c_one});
  terms.push_back({a_one, c_one + 1});
  terms.push_back({a_one, c_one + 2});
  terms.push_back({a_one + 1, c_one + 3});
  terms.push_back({a_one + 2, c_one + 3});
  const auto products = [](const std::vector<std::vector<double>>& list, const std::vector<double>& weight, double step) {
    // Most columns are far from most others: only where both are something.
    struct Span {
      std::size_t from = 0, to = 0;
    };
    std::vector<Span> something;
    for (const std::vector<double>& f : list) {
      const auto is = [](double value) { return value > kNothing; };
      const auto from = std::find_if(f.begin(), f.end(), is) - f.begin(), behind = std::find_if(f.rbegin(), f.rend(), is) - f.rbegin();
      something.push_back({static_cast<std::size_t>(from), f.size() - static_cast<std::size_t>(behind)});
    }
    std::vector<double> out(list.size() * list.size()), weighted(weight.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t k = 0; k < weight.size(); ++k) weighted[k] = weight[k] * list[i][k];
      for (std::size_t j = 0; j <= i; ++j) {
        const std::size_t from = std::max(something[i].from, something[j].from), to = std::min(something[i].to, something[j].to);
        double even = 0, odd = 0;
        for (std::size_t k = from; k < to; ++k) (k % 2 == 0 ? even : odd) += weighted[k] * list[j][k];
        out[i * list.size() + j] = out[j * list.size() + i] = (even + odd) * step;
      }
    }
    return out;
  };
  const auto by_u = products(along, weight_u, 2 * half_u / nu), by_v = products(across, weight_v, 2 * half_v / nv);
  const auto one_u = static_cast<std::size_t>(a_one), one_v = static_cast<std::size_t>(c_one);
  weight_mm2 = by_u[one_u * along.size() + one_u] * by_v[one_v * across.size() + one_v];
  Matrix out(static_cast<std::size_t>(n * n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Term a = terms[static_cast<std::size_t>(i)], b = terms[static_cast<std::size_t>(j)];
      out[static_cast<std::size_t>(i * n + j)] =
          by_u[static_cast<std::size_t>(a.along) * along.size() + static_cast<std::size_t>(b.along)] *
          by_v[static_cast<std::size_t>(a.across) * across.size() + static_cast<std::size_t>(b.across)];
    }
  }
  return out;
}

/// Sum of all inner products of what is white; rows of kPadded.
POLEMARCH_INLINE float energy_of_body(const float* products, StripWord white, std::size_t count) {
  V8 sum{};
  const std::size_t used = (count + 7) / 8;
  std::array<V8, kPadded / 8> all{};
  for (StripWord left = white; left != 0; left &= left - 1) {
    const float* row = products + static_cast<std::size_t>(std::countr_zero(left)) * kPadded;
    for (std::size_t k = 0; k < used; ++k) {
      V8 eight;
      __builtin_memcpy(&eight, row + 8 * k, sizeof eight);
      all[k] += eight;
    }
  }
  constexpr I8 kBit{1, 2, 4, 8, 16, 32, 64, 128};
  for (std::size_t k = 0; k < used; ++k) {
    const I8 here = (I8{} + static_cast<int>((white >> (8 * k)) & 255)) & kBit;
    sum += here != 0 ? all[k] : V8{};
  }
  float energy = 0;
  for (int k = 0; k < 8; ++k) energy += sum[k];
  return energy;
}
POLEMARCH_DISPATCH(float, energy_of, (const float* products, StripWord white, std::size_t count), (products, white, count))

}  // namespace

StripDecoder::StripDecoder(const StripLayout& layout, const CodeBook& book, StripBlur blur, StripHidden hidden)
    : profiles_(layout, blur), modules_(layout.bits()) {
  assert(modules_ <= kMaxModules && layout.kind != StripKind::Ring);
  const int inner = 1 + modules_, n = inner + kOutside;
  const Matrix all = gram(profiles_, hidden, weight_mm2_);
  // The outer block's inverse times the coupling.
  Matrix outer(kOutside * kOutside);
  for (int i = 0; i < kOutside; ++i) {
    for (int j = 0; j < kOutside; ++j) {
      outer[static_cast<std::size_t>(i * kOutside + j)] = all[static_cast<std::size_t>((inner + i) * n + inner + j)];
    }
    outer[static_cast<std::size_t>(i * kOutside + i)] += 1e-6;
  }
  cholesky(outer, kOutside);
  const Matrix outer_inverse = inverse_lower(outer, kOutside);
  std::copy(outer_inverse.begin(), outer_inverse.end(), outer_factor_.begin());
  outer_to_inner_.assign(kPadded * kOutside, 0);
  Matrix m(static_cast<std::size_t>(inner * inner));
  Matrix half(static_cast<std::size_t>(inner * kOutside));  // coupling times the outer inverse's factor
  for (int i = 0; i < inner; ++i) {
    for (int k = 0; k < kOutside; ++k) {
      double sum = 0;
      for (int j = 0; j <= k; ++j) {
        sum += outer_inverse[static_cast<std::size_t>(k * kOutside + j)] * all[static_cast<std::size_t>(i * n + inner + j)];
      }
      half[static_cast<std::size_t>(i * kOutside + k)] = sum;
    }
    for (int j = 0; j < kOutside; ++j) {
      double sum = 0;
      for (int k = j; k < kOutside; ++k) {
        sum += half[static_cast<std::size_t>(i * kOutside + k)] * outer_inverse[static_cast<std::size_t>(k * kOutside + j)];
      }
      outer_to_inner_[static_cast<std::size_t>(j) * kPadded + static_cast<std::size_t>(i)] = static_cast<float>(sum);
    }
  }
  for (int i = 0; i < inner; ++i) {
    for (int j = 0; j < inner; ++j) {
      double sum = all[static_cast<std::size_t>(i * n + j)];
      for (int k = 0; k < kOutside; ++k) {
        sum -= half[static_cast<std::size_t>(i * kOutside + k)] * half[static_cast<std::size_t>(j * kOutside + k)];
      }
      m[static_cast<std::size_t>(i * inner + j)] = sum;
    }
  }
  gram_.assign(m.begin(), m.end());
  std::vector<float> padded(static_cast<std::size_t>(inner) * kPadded);  // the same in whole registers
  for (std::size_t i = 0; i < static_cast<std::size_t>(inner); ++i)
    std::copy_n(m.begin() + static_cast<std::ptrdiff_t>(i) * inner, inner, padded.begin() + static_cast<std::ptrdiff_t>(i * kPadded));
  ids_ = static_cast<int>(book.words.size());
  // A bar lies on one side: half a turn puts it on the other, where these profiles do not look for it, so it is read upright only.
  const int ways = layout.kind == StripKind::Spine ? 2 : 1;
  for (int turned = 0; turned < ways; ++turned) {
    for (std::size_t id = 0; id < book.words.size(); ++id) {
      const StripWord word = turned != 0 ? half_turned(book.words[id], book.bits) : book.words[id];
      readings_.push_back({static_cast<int>(id), turned != 0, word, 0});
      words_.push_back(word);
      if (turned != 0 && hidden.from >= hidden.to) {  // half a turn round the same is white
        norm_.push_back(norm_[id]);
        continue;
      }
      const StripWord white = (word << 1) | 1;  // the spine, then the modules
      norm_.push_back(1 / std::sqrt(std::max(energy_of(padded.data(), white, static_cast<std::size_t>(inner)), 1e-6F)));
    }
  }
  search_ = StripWordSearch(words_, norm_);
}

namespace {

/// h = inner - what outer levels account for.
POLEMARCH_INLINE void take_off_body(const float* inner, const float* outer, const float* factors, int used, float* h) {
  for (int i = 0; i < used; i += 8) {
    V8 value;
    __builtin_memcpy(&value, inner + i, sizeof value);
    for (std::size_t k = 0; k < kOutside; ++k) {
      V8 factor;
      __builtin_memcpy(&factor, factors + k * kPadded + i, sizeof factor);
      value -= factor * outer[k];
    }
    __builtin_memcpy(h + i, &value, sizeof value);
  }
}
POLEMARCH_DISPATCH(void, take_off, (const float* inner, const float* outer, const float* factors, int used, float* h),
                   (inner, outer, factors, used, h))

}  // namespace

void StripDecoder::whiten(const MatchedSums& sums, std::span<float, kPadded> h) const {
  take_off(sums.inner.data(), sums.outer.data(), outer_to_inner_.data(), 1 + modules_, h.data());
}

float StripDecoder::score(std::span<const float> h, std::size_t reading) const {
  float sum = h[0];
  for (StripWord rest = words_[reading]; rest != 0; rest &= rest - 1) sum += h[1 + static_cast<std::size_t>(std::countr_zero(rest))];
  return sum * norm_[reading];
}

std::vector<StripReading> StripDecoder::decode(const MatchedSums& sums, int n) const {
  std::array<float, kPadded> h{};
  whiten(sums, h);
  thread_local std::vector<std::size_t> candidates;
  search_.candidates(h, static_cast<std::size_t>(n), candidates);
  std::vector<StripReading> best;
  best.reserve(static_cast<std::size_t>(n) + 1);
  for (const std::size_t w : candidates) {
    const float reached = score(h, w);
    if (static_cast<int>(best.size()) == n && reached <= best.back().score) continue;
    StripReading reading = readings_[w];
    reading.score = reached;
    best.insert(std::upper_bound(best.begin(), best.end(), reached, [](float s, const StripReading& r) { return s > r.score; }), reading);
    if (static_cast<int>(best.size()) > n) best.pop_back();
  }
  return best;
}

StripReading StripDecoder::best(const MatchedSums& sums) const {
  std::array<float, kPadded> h{};
  whiten(sums, h);
  const std::size_t best = search_.best(h);
  StripReading reading = readings_[best];
  reading.score = score(h, best);
  return reading;
}

StripReading StripDecoder::free_word(const MatchedSums& sums, StripWord from, int most) const {
  std::array<float, kPadded> h{};
  whiten(sums, h);
  const auto inner = static_cast<std::size_t>(1 + modules_);
  StripWord white = (from << 1) | 1;  // the spine, which stays, then the modules
  float reached = 0, norm = 0;
  std::array<float, kPadded> beside{};  // inner products of every module with all that is white
  for (std::size_t i = 0; i < inner; ++i) {
    if (((white >> i) & 1) == 0) continue;
    reached += h[i];
    for (std::size_t j = 0; j < inner; ++j) beside[j] += gram_[i * inner + j];
  }
  for (std::size_t i = 0; i < inner; ++i) norm += ((white >> i) & 1) != 0 ? beside[i] : 0;
  const auto sign_of = [&](std::size_t i) { return ((white >> i) & 1) != 0 ? -1.0F : 1.0F; };
  const auto norm_with = [&](std::size_t i) { return norm + 2 * sign_of(i) * beside[i] + gram_[i * inner + i]; };
  float score = reached / std::sqrt(std::max(norm, 1e-6F));
  for (int turned = 0; turned < most; ++turned) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < inner; ++i) {
      const float now = (reached + sign_of(i) * h[i]) / std::sqrt(std::max(norm_with(i), 1e-6F));
      if (now <= score) continue;
      best = i;
      score = now;
    }
    if (best == 0) break;
    const float sign = sign_of(best);
    reached += sign * h[best];
    norm = norm_with(best);
    for (std::size_t j = 0; j < inner; ++j) beside[j] += sign * gram_[best * inner + j];
    white ^= StripWord{1} << best;
  }
  return {-1, false, white >> 1, score};
}

float StripDecoder::unexplained(const MatchedSums& sums, float score) const {
  return std::sqrt(std::max(0.0F, structure(sums) - score * score) / static_cast<float>(weight_mm2_));
}

float StripDecoder::structure(const MatchedSums& sums) const {
  float energy = sums.energy;
  for (int k = 0; k < kOutside; ++k) {
    float value = 0;
    for (int j = 0; j <= k; ++j)
      value += outer_factor_[static_cast<std::size_t>(k * kOutside + j)] * sums.outer[static_cast<std::size_t>(j)];
    energy -= value * value;
  }
  return std::max(energy, kFlat * static_cast<float>(weight_mm2_));
}

}  // namespace polemarch::vision
