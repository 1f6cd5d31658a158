#include "vision/detect/strip_word_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace polemarch::vision {
namespace {

constexpr std::size_t kNibbles = kMaxModules / 4;
constexpr std::size_t kBlock = 16;
using NibbleTable = std::array<std::array<std::int16_t, 16>, kNibbles>;

struct Best {
  int score = -(1 << 30);
  std::size_t word = 0;
};

/// Plain version; the one with wide registers must give the same.
Best search_plain(const NibbleTable& table, std::size_t used, int first, const std::uint8_t* nibbles, const std::int16_t* norms,
                  std::size_t blocks) {
  Best best;
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t k = 0; k < kBlock; ++k) {
      int sum = first;
      for (std::size_t n = 0; n < used; ++n) sum += table[n][nibbles[(b * used + n) * kBlock + k]];
      const int score = (sum * norms[b * kBlock + k]) >> 16;
      if (score > best.score) best = {score, b * kBlock + k};
    }
  }
  return best;
}

#if defined(__x86_64__)
/// Looks a nibble up for 16 words at once; low and high bytes of the 16-bit values apart.
__attribute__((target("avx2"))) Best search_wide(const NibbleTable& table, std::size_t used, int first, const std::uint8_t* nibbles,
                                                 const std::int16_t* norms, std::size_t blocks) {
  __m128i low[kNibbles], high[kNibbles];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  for (std::size_t n = 0; n < used; ++n) {
    alignas(16) std::array<std::uint8_t, 16> l, h;
    for (std::size_t i = 0; i < 16; ++i) {
      l[i] = static_cast<std::uint8_t>(table[n][i] & 255);
      h[i] = static_cast<std::uint8_t>((table[n][i] >> 8) & 255);
    }
    low[n] = _mm_load_si128(reinterpret_cast<const __m128i*>(l.data()));
    high[n] = _mm_load_si128(reinterpret_cast<const __m128i*>(h.data()));
  }
  Best best;
  __m256i most = _mm256_set1_epi16(-32768);
  for (std::size_t b = 0; b < blocks; ++b) {
    __m256i sum = _mm256_set1_epi16(static_cast<short>(first));
    const std::uint8_t* rows = nibbles + b * used * kBlock;
    for (std::size_t n = 0; n < used; ++n) {
      const __m128i index = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + n * kBlock));
      const __m128i l = _mm_shuffle_epi8(low[n], index), h = _mm_shuffle_epi8(high[n], index);
      const __m256i values = _mm256_set_m128i(_mm_unpackhi_epi8(l, h), _mm_unpacklo_epi8(l, h));
      sum = _mm256_add_epi16(sum, values);
    }
    const __m256i norm = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(norms + b * kBlock));
    const __m256i score = _mm256_mulhi_epi16(sum, norm);
    const __m256i better = _mm256_cmpgt_epi16(score, most);
    if (_mm256_testz_si256(better, better) != 0) continue;
    alignas(32) std::array<std::int16_t, kBlock> scores;
    _mm256_store_si256(reinterpret_cast<__m256i*>(scores.data()), score);
    for (std::size_t k = 0; k < kBlock; ++k) {
      if (scores[k] > best.score) best = {scores[k], b * kBlock + k};
    }
    most = _mm256_set1_epi16(static_cast<short>(best.score));
  }
  return best;
}
#endif

}  // namespace

StripWordSearch::StripWordSearch(std::span<const StripWord> words, std::span<const float> norms) : words_(words.size()) {
  const std::size_t blocks = (words.size() + kBlock - 1) / kBlock;
  StripWord all = 0;
  for (const StripWord word : words) all |= word;
  used_ = static_cast<std::size_t>(std::bit_width(all) + 3) / 4;
  nibbles_.assign(blocks * used_ * kBlock, 0);
  norms_.assign(blocks * kBlock, 0);  // what fills up the last block scores nothing
  const float largest = words.empty() ? 1 : *std::max_element(norms.begin(), norms.end());
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::size_t n = 0; n < used_; ++n) {
      nibbles_[(w / kBlock * used_ + n) * kBlock + w % kBlock] = static_cast<std::uint8_t>((words[w] >> (4 * n)) & 15);
    }
    norms_[w] = static_cast<std::int16_t>(std::lround(norms[w] / largest * 16384));
  }
}

std::size_t StripWordSearch::best(std::span<const float> h) const {
  // The largest sum any word can have, either way, becomes 8000 steps.
  float most = std::abs(h[0]);
  for (std::size_t i = 1; i < h.size(); ++i) most += std::abs(h[i]);
  const float step = 8000 / std::max(most, 1e-6F);
  NibbleTable table;
  for (std::size_t n = 0; n < used_; ++n) {
    std::array<float, 16> exact{};
    for (std::size_t bit = 0; bit < 4; ++bit) {
      const float value = h[1 + 4 * n + bit] * step;
      for (std::size_t i = 0; i < (std::size_t{1} << bit); ++i) exact[(std::size_t{1} << bit) + i] = exact[i] + value;
    }
    for (std::size_t i = 0; i < 16; ++i) table[n][i] = static_cast<std::int16_t>(exact[i] + (exact[i] < 0 ? -0.5F : 0.5F));
  }
  const int first = static_cast<int>(std::lrint(h[0] * step));
  const std::size_t blocks = norms_.size() / kBlock;
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  if (wide) return search_wide(table, used_, first, nibbles_.data(), norms_.data(), blocks).word;
#endif
  return search_plain(table, used_, first, nibbles_.data(), norms_.data(), blocks).word;
}

}  // namespace polemarch::vision
