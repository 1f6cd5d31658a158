#include "vision/detect/squares/decode.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "vision/pixels/cholesky.hpp"

namespace polemarch::vision {

namespace {

constexpr std::size_t kShortList = 32;  // words scored with the full information matrix

/// Sum over set bits minus sum over clear bits of how far each module leans to white, eight bits a look-up, the lowest first.
using SumsOfBits = std::array<std::array<float, 256>, 8>;

/// `values`: the black border first.
SumsOfBits sums_of_bits(const std::vector<double>& values) {
  const std::size_t bits = values.size() - 1;
  double top = -1e300;
  for (std::size_t i = 1; i <= bits; ++i) top = std::max(top, values[i]);
  const double middle = 0.5 * (top + values[0]);
  const double half = std::max(1.0, 0.5 * (top - values[0]));
  std::array<double, 64> lean{};  // for a set bit, most significant first
  for (std::size_t i = 0; i < bits; ++i) lean[i] = std::clamp((values[i + 1] - middle) / half, -1.5, 1.5);
  SumsOfBits sums{};
  for (std::size_t b = 0; b < (bits + 7) / 8; ++b) {
    for (std::size_t v = 0; v < 256; ++v) {
      double sum = 0;
      for (std::size_t k = 0; k < 8; ++k) {
        const std::size_t from_right = b * 8 + k;
        if (from_right >= bits) break;
        const double l = lean[bits - 1 - from_right];
        sum += ((v >> k) & 1U) != 0 ? l : -l;
      }
      sums[b][v] = static_cast<float>(sum);
    }
  }
  return sums;
}

/// Full scores: values = black + gain word + ramp_x x + ramp_y y, whitened by the information matrix; the word last, so that the other
/// three are solved once for all words.
class WordFit {
 public:
  WordFit(const ModuleFit& fit, int side) : info_(fit.information), n_(fit.values.size()), info_values_(times_info(fit.values)) {
    energy_ = inner(fit.values, info_values_);
    std::array<std::vector<double>, kWord> basis;  // 1, x, y; the black border stands in the middle
    for (auto& b : basis) b.assign(n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      basis[0][i] = 1.0;
      if (i == 0) continue;
      const int module = static_cast<int>(i) - 1, r = module / side, c = module % side;
      basis[1][i] = (c + 0.5) / side - 0.5;
      basis[2][i] = (r + 0.5) / side - 0.5;
    }
    for (std::size_t b = 0; b < kWord; ++b) {
      info_basis_[b] = times_info(basis[b]);
      rhs_[b] = inner(basis[b], info_values_);
    }
    everything_ = inner(basis[0], info_basis_[0]);
    for (std::size_t a = 0; a < kWord; ++a) {
      for (std::size_t b = 0; b < kWord; ++b) gram_[a * kBasis + b] = inner(basis[a], info_basis_[b]);
      gram_[a * kBasis + a] += a > 0 ? 0.05 * everything_ : 1e-6 * everything_;  // a ramp must pay for itself
    }
  }

  struct Explained {
    double misfit = 0, gain = 0;
  };
  /// None with a negative gain: negative prints are no markers of the family.
  std::optional<Explained> explain(std::uint64_t word) {
    const std::array<double, kBasis + 1> own = products_of(word);
    factor_ = gram_;
    for (std::size_t b = 0; b < kWord; ++b) factor_[kWord * kBasis + b] = own[b];
    factor_[kWord * kBasis + kWord] = own[kWord] + 1e-6 * everything_;
    rhs_[kWord] = own[kBasis];
    x_ = rhs_;
    if (!cholesky(factor_, kBasis)) return std::nullopt;
    cholesky_solve(factor_, kBasis, x_);
    if (plain_ < 0) plain_ = without_word();
    if (x_[kWord] <= 0) return std::nullopt;
    double misfit = energy_;
    for (std::size_t a = 0; a < kBasis; ++a) misfit -= x_[a] * rhs_[a];
    return Explained{misfit, x_[kWord]};
  }
  /// What is left without any word; known once a word was asked for.
  double plain() const { return plain_; }

 private:
  static constexpr std::size_t kBasis = 4, kWord = 3;

  static double inner(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  std::vector<double> times_info(const std::vector<double>& v) const {
    std::vector<double> out(n_, 0.0);
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = 0; b < n_; ++b) out[a] += info_[a * n_ + b] * v[b];
    return out;
  }

  /// The word's products with the three, with itself and with the values.
  std::array<double, kBasis + 1> products_of(std::uint64_t word) const {
    const std::size_t bits = n_ - 1;
    std::array<std::uint8_t, 64> white{};  // modules
    std::size_t whites = 0;
    for (std::size_t k = 0; k < bits; ++k)
      if (((word >> (bits - 1 - k)) & 1U) != 0) white[whites++] = static_cast<std::uint8_t>(k + 1);
    std::array<double, kBasis + 1> own{};
    for (std::size_t a = 0; a < whites; ++a) {
      const std::size_t row = white[a];
      for (std::size_t b = 0; b < kWord; ++b) own[b] += info_basis_[b][row];
      own[kBasis] += info_values_[row];
      double sum = 0.5 * info_[row * n_ + row];
      for (std::size_t b = 0; b < a; ++b) sum += info_[row * n_ + white[b]];
      own[kWord] += 2 * sum;
    }
    return own;
  }

  /// Forward substitution: what the first three explain does not depend on the word.
  double without_word() const {
    std::array<double, kWord> z{};
    double left = energy_;
    for (std::size_t a = 0; a < kWord; ++a) {
      z[a] = rhs_[a];
      for (std::size_t b = 0; b < a; ++b) z[a] -= factor_[a * kBasis + b] * z[b];
      z[a] /= factor_[a * kBasis + a];
      left -= z[a] * z[a];
    }
    return left;
  }

  const std::vector<double>& info_;
  std::size_t n_;
  std::vector<double> info_values_;
  double energy_ = 0, everything_ = 0, plain_ = -1;
  std::array<std::vector<double>, kWord> info_basis_;
  std::vector<double> gram_ = std::vector<double>(kBasis * kBasis), rhs_ = std::vector<double>(kBasis), factor_, x_;
};

}  // namespace

WordBook::WordBook(Dictionary dictionary) : dictionary_(std::move(dictionary)) {
  for (std::size_t id = 0; id < dictionary_.words.size(); ++id)
    for (int turn = 0; turn < 4; ++turn)
      entries_.push_back({turned(dictionary_, dictionary_.words[id], 4 - turn), static_cast<int>(id), turn});
}

/// The entries that agree best with the values around their middle, by how well each module was seen: best first.
std::vector<const WordBook::Entry*> WordBook::short_list(const std::vector<double>& values) const {
  const std::size_t bits = values.size() - 1, bytes = (bits + 7) / 8;
  const SumsOfBits sums = sums_of_bits(values);
  std::array<std::pair<float, const Entry*>, kShortList> list{};
  std::size_t listed = 0;
  for (const Entry& e : entries_) {
    float score = 0;
    for (std::size_t b = 0; b < bytes; ++b) score += sums[b][(e.bits >> (8 * b)) & 255U];
    if (listed == kShortList && score <= list[kShortList - 1].first) continue;
    std::size_t at = listed < kShortList ? listed++ : kShortList - 1;
    while (at > 0 && list[at - 1].first < score) {
      list[at] = list[at - 1];
      --at;
    }
    list[at] = {score, &e};
  }
  std::vector<const Entry*> out;
  for (std::size_t k = 0; k < listed; ++k) out.push_back(list[k].second);
  return out;
}

std::optional<Reading> WordBook::read(const ModuleFit& fit) const {
  const int bits = dictionary_.side * dictionary_.side;
  assert(fit.values.size() == static_cast<std::size_t>(bits) + 1);
  WordFit words(fit, dictionary_.side);
  std::optional<Reading> best;
  double second = 1e300;
  for (const Entry* const e : short_list(fit.values)) {
    const auto found = words.explain(e->bits);
    if (!found) continue;
    if (!best || found->misfit < best->misfit) {
      if (best) second = best->misfit;
      best = Reading{.number = e->number,
                     .turn = e->turn,
                     .seen_word = e->bits,
                     .misfit = std::max(0.0, found->misfit),
                     .plain = words.plain(),
                     .gain = found->gain,
                     .bits = bits};
    } else {
      second = std::min(second, found->misfit);
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
