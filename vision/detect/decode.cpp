#include "vision/detect/decode.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "vision/detect/cholesky.hpp"

namespace polemarch::vision {

namespace {
constexpr std::size_t kShortList = 32;  // words scored with the full information matrix
}

WordBook::WordBook(Dictionary dictionary) : dictionary_(std::move(dictionary)) {
  for (std::size_t id = 0; id < dictionary_.words.size(); ++id)
    for (int turn = 0; turn < 4; ++turn)
      entries_.push_back({turned(dictionary_, dictionary_.words[id].bits, 4 - turn), static_cast<int>(id), turn});
}

std::optional<Reading> WordBook::read(const ModuleFit& fit) const {
  const auto bits = static_cast<std::size_t>(dictionary_.side * dictionary_.side);
  const std::size_t n = bits + 1;  // black border first
  assert(fit.values.size() == n);
  const auto& info = fit.information;

  // Short list: correlation with the values around their middle, weighted by how well each module was seen.
  double top = -1e300, low = 1e300;
  for (std::size_t i = 1; i < n; ++i) top = std::max(top, fit.values[i]), low = std::min(low, fit.values[i]);
  low = std::min(low, fit.values[0]);
  const double middle = 0.5 * (top + fit.values[0]);
  const double half = std::max(1.0, 0.5 * (top - fit.values[0]));
  std::array<double, 64> lean{};  // for a set bit, most significant first
  for (std::size_t i = 0; i < bits; ++i) lean[i] = std::clamp((fit.values[i + 1] - middle) / half, -1.5, 1.5);
  // Sum over set bits minus sum over clear bits, eight bits a look-up.
  std::array<std::array<float, 256>, 8> table{};
  const std::size_t bytes = (bits + 7) / 8;
  for (std::size_t b = 0; b < bytes; ++b) {
    for (std::size_t v = 0; v < 256; ++v) {
      double sum = 0;
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t from_right = b * 8 + k;
        if (from_right >= bits) break;
        const double l = lean[bits - 1 - from_right];
        sum += ((v >> k) & 1U) != 0 ? l : -l;
      }
      table[b][v] = static_cast<float>(sum);
    }
  }
  std::array<std::pair<float, const Entry*>, kShortList> list{};
  std::size_t listed = 0;
  for (const Entry& e : entries_) {
    float score = 0;
    for (std::size_t b = 0; b < bytes; ++b) score += table[b][(e.bits >> (8 * b)) & 255U];
    if (listed == kShortList && score <= list[kShortList - 1].first) continue;
    std::size_t at = listed < kShortList ? listed++ : kShortList - 1;
    while (at > 0 && list[at - 1].first < score) {
      list[at] = list[at - 1];
      --at;
    }
    list[at] = {score, &e};
  }

  // Full score: values = black + gain word + ramp_x x + ramp_y y, whitened by the information matrix.
  constexpr std::size_t kBasis = 4;
  std::array<std::vector<double>, kBasis> basis;  // 1, word, x, y ; black border stands in the middle
  for (auto& b : basis) b.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    basis[0][i] = 1.0;
    if (i == 0) continue;
    const auto r = static_cast<double>((i - 1) / static_cast<std::size_t>(dictionary_.side));
    const auto c = static_cast<double>((i - 1) % static_cast<std::size_t>(dictionary_.side));
    basis[2][i] = (c + 0.5) / dictionary_.side - 0.5;
    basis[3][i] = (r + 0.5) / dictionary_.side - 0.5;
  }
  const auto times_info = [&](const std::vector<double>& v) {
    std::vector<double> out(n, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
      double sum = 0;
      for (std::size_t b = 0; b < n; ++b) sum += info[a * n + b] * v[b];
      out[a] = sum;
    }
    return out;
  };
  const auto inner = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  };
  const std::vector<double> info_values = times_info(fit.values);
  const double energy = inner(fit.values, info_values);
  std::array<std::vector<double>, kBasis> info_basis;
  for (const std::size_t b : {0UL, 2UL, 3UL}) info_basis[b] = times_info(basis[b]);

  std::optional<Reading> best;
  double second = 1e300;
  for (std::size_t i = 0; i < listed; ++i) {
    const Entry& e = *list[i].second;
    for (std::size_t k = 0; k < bits; ++k) basis[1][k + 1] = static_cast<double>((e.bits >> (bits - 1 - k)) & 1U);
    info_basis[1] = times_info(basis[1]);
    std::vector<double> gram(kBasis * kBasis), rhs(kBasis);
    for (std::size_t a = 0; a < kBasis; ++a) {
      rhs[a] = inner(basis[a], info_values);
      for (std::size_t b = 0; b < kBasis; ++b) gram[a * kBasis + b] = inner(basis[a], info_basis[b]);
      gram[a * kBasis + a] += a >= 2 ? 0.05 * gram[0] : 1e-6 * gram[0];  // a ramp must pay for itself
    }
    const std::vector<double> projection = rhs;
    if (!cholesky(gram, kBasis)) continue;
    cholesky_solve(gram, kBasis, rhs);
    if (rhs[1] <= 0) continue;  // negative prints are no markers of the family
    double misfit = energy;
    for (std::size_t a = 0; a < kBasis; ++a) misfit -= rhs[a] * projection[a];
    if (!best || misfit < best->misfit) {
      if (best) second = best->misfit;
      best = Reading{.number = e.number,
                     .turn = e.turn,
                     .seen_word = e.bits,
                     .misfit = std::max(0.0, misfit),
                     .gain = rhs[1],
                     .bits = static_cast<int>(bits)};
    } else {
      second = std::min(second, misfit);
    }
  }
  if (best) best->runner_up = second;
  return best;
}

}  // namespace polemarch::vision
