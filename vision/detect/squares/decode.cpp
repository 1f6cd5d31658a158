#include "vision/detect/squares/decode.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "vision/pixels/cholesky.hpp"

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
  double top = -1e300;
  for (std::size_t i = 1; i < n; ++i) top = std::max(top, fit.values[i]);
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

  // Full score: values = black + gain word + ramp_x x + ramp_y y, whitened by the information matrix; the word last, so that the other
  // three are solved once for all words.
  constexpr std::size_t kBasis = 4, kWord = 3;
  std::array<std::vector<double>, kWord> basis;  // 1, x, y; the black border stands in the middle
  for (auto& b : basis) b.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    basis[0][i] = 1.0;
    if (i == 0) continue;
    const int module = static_cast<int>(i) - 1, r = module / dictionary_.side, c = module % dictionary_.side;
    basis[1][i] = (c + 0.5) / dictionary_.side - 0.5;
    basis[2][i] = (r + 0.5) / dictionary_.side - 0.5;
  }
  const auto inner = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  };
  const auto times_info = [&](const std::vector<double>& v) {
    std::vector<double> out(n, 0.0);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) out[a] += info[a * n + b] * v[b];
    return out;
  };
  const std::vector<double> info_values = times_info(fit.values);
  const double energy = inner(fit.values, info_values);
  std::array<std::vector<double>, kWord> info_basis;
  std::vector<double> gram(kBasis * kBasis), rhs(kBasis);
  for (std::size_t b = 0; b < kWord; ++b) {
    info_basis[b] = times_info(basis[b]);
    rhs[b] = inner(basis[b], info_values);
  }
  const double everything = inner(basis[0], info_basis[0]);
  for (std::size_t a = 0; a < kWord; ++a) {
    for (std::size_t b = 0; b < kWord; ++b) gram[a * kBasis + b] = inner(basis[a], info_basis[b]);
    gram[a * kBasis + a] += a > 0 ? 0.05 * everything : 1e-6 * everything;  // a ramp must pay for itself
  }
  std::optional<Reading> best;
  double second = 1e300, plain = -1;
  std::vector<double> factor(kBasis * kBasis), x(kBasis);
  for (std::size_t i = 0; i < listed; ++i) {
    const Entry& e = *list[i].second;
    std::array<std::uint8_t, 64> white{};  // modules
    std::size_t whites = 0;
    for (std::size_t k = 0; k < bits; ++k)
      if (((e.bits >> (bits - 1 - k)) & 1U) != 0) white[whites++] = static_cast<std::uint8_t>(k + 1);
    std::array<double, kBasis + 1> own{};  // the word's products with the three, with itself and with the values
    for (std::size_t a = 0; a < whites; ++a) {
      const std::size_t row = white[a];
      for (std::size_t b = 0; b < kWord; ++b) own[b] += info_basis[b][row];
      own[kBasis] += info_values[row];
      double sum = 0.5 * info[row * n + row];
      for (std::size_t b = 0; b < a; ++b) sum += info[row * n + white[b]];
      own[kWord] += 2 * sum;
    }
    factor = gram;
    for (std::size_t b = 0; b < kWord; ++b) factor[kWord * kBasis + b] = own[b];
    factor[kWord * kBasis + kWord] = own[kWord] + 1e-6 * everything;
    rhs[kWord] = own[kBasis];
    x = rhs;
    if (!cholesky(factor, kBasis)) continue;
    cholesky_solve(factor, kBasis, x);
    if (plain < 0) {  // forward substitution: what the first three explain does not depend on the word
      std::array<double, kWord> z{};
      plain = energy;
      for (std::size_t a = 0; a < kWord; ++a) {
        z[a] = rhs[a];
        for (std::size_t b = 0; b < a; ++b) z[a] -= factor[a * kBasis + b] * z[b];
        z[a] /= factor[a * kBasis + a];
        plain -= z[a] * z[a];
      }
    }
    if (x[kWord] <= 0) continue;  // negative prints are no markers of the family
    double misfit = energy;
    for (std::size_t a = 0; a < kBasis; ++a) misfit -= x[a] * rhs[a];
    if (!best || misfit < best->misfit) {
      if (best) second = best->misfit;
      best = Reading{.number = e.number,
                     .turn = e.turn,
                     .seen_word = e.bits,
                     .misfit = std::max(0.0, misfit),
                     .plain = plain,
                     .gain = x[kWord],
                     .bits = static_cast<int>(bits)};
    } else {
      second = std::min(second, misfit);
    }
  }
  if (best) best->runner_up = second;
  return best;
}

std::optional<Reading> WordBook::read_under_cover(const ModuleFit& fit, double gain) const {
  const int bits = dictionary_.side * dictionary_.side;
  std::uint64_t seen = 0;
  for (int i = 0; i < bits; ++i) seen = (seen << 1U) | (fit.values[static_cast<std::size_t>(i) + 1] > fit.black + 0.5 * gain ? 1U : 0U);
  const Entry* best = nullptr;
  int least = 1 << 20, second = 1 << 20;
  for (const Entry& e : entries_) {
    const int misfit = misfit_under_cover(seen, e.bits);
    if (misfit < least) {
      second = least;
      least = misfit;
      best = &e;
    } else {
      second = std::min(second, misfit);
    }
  }
  if (best == nullptr || least > kMostUnderCover || second - least < kLeadUnderCover) return std::nullopt;
  return Reading{.number = best->number,
                 .turn = best->turn,
                 .seen_word = best->bits,
                 .misfit = static_cast<double>(least),
                 .runner_up = static_cast<double>(second),
                 .gain = gain,
                 .bits = bits};
}

}  // namespace polemarch::vision
