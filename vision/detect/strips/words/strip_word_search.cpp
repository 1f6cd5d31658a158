#include "vision/detect/strips/words/strip_word_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "vision/pixels/simd.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace polemarch::vision {
namespace {

using Tables = StripWordSearch::Tables;
using Best = StripWordSearch::Best;
constexpr std::size_t kBlock = StripWordSearch::kBlock, kLanes = StripWordSearch::kLanes;

constexpr float kRough = 240;        // rough steps between the darkest and the whitest word: rounding adds half a step a nibble
constexpr float kFine = 64;          // parts of a rough step in which shares are added up before rounding
constexpr float kScore = 8000;       // steps of the score that the largest sum any word can have becomes
constexpr float kRoundedOff = 0.6F;  // rough steps that a nibble's share is off at most

/// Sixteen shorts.
typedef std::int16_t S16 __attribute__((vector_size(32)));
typedef std::uint8_t B16 __attribute__((vector_size(16)));

POLEMARCH_INLINE float sum_of(const V8& v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

/// Shares of all sixteen values of each nibble. `off`: by how many steps of the score (before the norm) a word may be off.
POLEMARCH_INLINE void fill_tables_body(const float* h, std::size_t used, Tables& out, float& off) {
  constexpr S16 kBit0{0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1},
      kBit1{0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1}, kBit2{0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
      kBit3{0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
  const V8 zero{};
  V8 white{}, black{};
  for (std::size_t i = 0; i < kMaxModules; i += 8) {
    V8 v;
    __builtin_memcpy(&v, h + 1 + i, sizeof v);
    white += v > 0 ? v : zero;
    black += v < 0 ? v : zero;
  }
  const float least = sum_of(black), range = sum_of(white) - least;
  const float rough = kRough / std::max(range, 1e-6F), score = kScore / std::max(std::abs(h[0]) + range, 1e-6F);
  const float fine = rough * kFine;
  for (std::size_t n = 0; n < used; n += 2) {
    V8 v;
    __builtin_memcpy(&v, h + 1 + 4 * n, sizeof v);
    v *= fine;
    const I8 value = __builtin_convertvector(v + (v < 0 ? zero - 0.5F : zero + 0.5F), I8), darkest = value < 0 ? value : I8{};
    for (int k = 0; k < 2 && n + static_cast<std::size_t>(k) < used; ++k) {
      std::array<std::int16_t, 4> bit{};
      for (std::size_t i = 0; i < 4; ++i) bit[i] = static_cast<std::int16_t>(value[4 * k + static_cast<int>(i)]);
      const int lowest = darkest[4 * k] + darkest[4 * k + 1] + darkest[4 * k + 2] + darkest[4 * k + 3];
      const S16 none{};
      const S16 sum = ((none + bit[0]) & kBit0) + ((none + bit[1]) & kBit1) + ((none + bit[2]) & kBit2) + ((none + bit[3]) & kBit3);
      const S16 share = (sum + static_cast<std::int16_t>(static_cast<int>(kFine) / 2 - lowest)) >> 6;
      const B16 bytes = __builtin_convertvector(share, B16);
      __builtin_memcpy(out.of[n + static_cast<std::size_t>(k)], &bytes, sizeof bytes);
    }
  }
  out.first = static_cast<std::int16_t>(std::lrint((h[0] + least) * score));
  out.step = static_cast<std::int16_t>(std::lrint(score / rough * 512));
  off = kRoundedOff * static_cast<float>(used) * score / rough + 2;
}
POLEMARCH_DISPATCH(void, fill_tables, (const float* h, std::size_t used, Tables& out, float& off), (h, used, out, off))

struct Job {
  const Tables* tables;
  const std::uint8_t* nibbles;
  const std::int16_t* norms;
  std::size_t used, blocks;
  std::int16_t* scores;  // of every word, or nothing
};

/// Plain version; the one with wide registers must give the same.
Best search_plain(const Job& job) {
  Best best;
  std::fill_n(best.score, kLanes, std::int16_t{-32768});
  std::fill_n(best.block, kLanes, std::int16_t{0});
  for (std::size_t w = 0; w < job.blocks * kBlock; ++w) {
    const std::uint8_t* rows = job.nibbles + w / kBlock * job.used * kBlock + w % kBlock;
    int share = 0;
    for (std::size_t n = 0; n < job.used; ++n) share = std::min(255, share + job.tables->of[n][rows[n * kBlock]]);
    const int sum = job.tables->first + (((share << 7) * job.tables->step) >> 16);
    const auto score = static_cast<std::int16_t>((sum * job.norms[w]) >> 16);
    if (job.scores != nullptr) job.scores[w] = score;
    const std::size_t lane = w % kLanes;
    if (score > best.score[lane]) {
      best.score[lane] = score;
      best.block[lane] = static_cast<std::int16_t>(w / kLanes);
    }
  }
  return best;
}

#if defined(__x86_64__)
/// `Used` nibbles of a word, so that their tables stay in registers; 0: as many as the job says.
template <std::size_t Used>
__attribute__((target("avx2"))) Best search_wide(const Job& job) {
  const std::size_t used = Used > 0 ? Used : job.used;
  const __m256i first = _mm256_set1_epi16(job.tables->first), step = _mm256_set1_epi16(job.tables->step);
  __m256i most = _mm256_set1_epi16(-32768), block = _mm256_setzero_si256(), number = _mm256_setzero_si256();
  const __m256i one = _mm256_set1_epi16(1);
  __m256i table[StripWordSearch::kNibbles] = {};  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
#pragma GCC unroll 16
  for (std::size_t n = 0; n < used; ++n)
    table[n] = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(job.tables->of[n])));
  for (std::size_t b = 0; b < job.blocks; ++b) {
    const std::uint8_t* rows = job.nibbles + b * used * kBlock;
    __m256i share = _mm256_setzero_si256();
#pragma GCC unroll 16
    for (std::size_t n = 0; n < used; ++n) {
      const __m256i index = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows + n * kBlock));
      share = _mm256_adds_epu8(share, _mm256_shuffle_epi8(table[n], index));
    }
#pragma GCC unroll 2
    for (std::size_t half = 0; half < 2; ++half) {
      const __m128i bytes = half == 0 ? _mm256_castsi256_si128(share) : _mm256_extracti128_si256(share, 1);
      const __m256i wide = _mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes), 7);
      const std::size_t at = b * kBlock + half * kLanes;
      const __m256i norm = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(job.norms + at));
      const __m256i score = _mm256_mulhi_epi16(_mm256_add_epi16(first, _mm256_mulhi_epi16(wide, step)), norm);
      if (job.scores != nullptr) _mm256_storeu_si256(reinterpret_cast<__m256i*>(job.scores + at), score);
      block = _mm256_blendv_epi8(block, number, _mm256_cmpgt_epi16(score, most));
      most = _mm256_max_epi16(most, score);
      number = _mm256_add_epi16(number, one);
    }
  }
  Best best;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(best.score), most);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(best.block), block);
  return best;
}
#endif

Best search(const Job& job) {
#if defined(__x86_64__)
  if (has_avx2()) {
    switch (job.used) {
      case 10:
        return search_wide<10>(job);
      case 7:
        return search_wide<7>(job);
      case 6:
        return search_wide<6>(job);
      case 5:
        return search_wide<5>(job);
      default:
        return search_wide<0>(job);
    }
  }
#endif
  return search_plain(job);
}

}  // namespace

StripWordSearch::StripWordSearch(std::span<const StripWord> words, std::span<const float> norms) : words_(words.size()) {
  const std::size_t blocks = (words.size() + kBlock - 1) / kBlock;
  StripWord all = 0;
  for (const StripWord word : words) all |= word;
  used_ = static_cast<std::size_t>(std::bit_width(all) + 3) / 4;
  nibbles_.assign(blocks * used_ * kBlock, 0);
  norms_.assign(blocks * kBlock, 0);
  const float largest = words.empty() ? 1 : *std::max_element(norms.begin(), norms.end());
  for (std::size_t i = 0; i < blocks * kBlock; ++i) {
    const std::size_t w = std::min(i, words.size() - 1);  // the last word fills the last block up
    for (std::size_t n = 0; n < used_; ++n) {
      nibbles_[(i / kBlock * used_ + n) * kBlock + i % kBlock] = static_cast<std::uint8_t>((words[w] >> (4 * n)) & 15);
    }
    norms_[i] = static_cast<std::int16_t>(std::lround(norms[w] / largest * 16384));
  }
}

std::size_t StripWordSearch::best(std::span<const float> h) const {
  assert(h.size() > kMaxModules);
  Tables tables;
  float off = 0;
  fill_tables(h.data(), used_, tables, off);
  const Best best = search({&tables, nibbles_.data(), norms_.data(), used_, norms_.size() / kBlock, nullptr});
  std::size_t word = 0;
  int score = -(1 << 30);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t w = static_cast<std::size_t>(best.block[lane]) * kLanes + lane;
    if (best.score[lane] < score || (best.score[lane] == score && w > word)) continue;
    score = best.score[lane];
    word = w;
  }
  return std::min(word, words_ - 1);
}

void StripWordSearch::candidates(std::span<const float> h, std::size_t n, std::vector<std::size_t>& out) const {
  Tables tables;
  float off = 0;
  fill_tables(h.data(), used_, tables, off);
  thread_local std::vector<std::int16_t> scores;
  scores.resize(norms_.size());
  Best best = search({&tables, nibbles_.data(), norms_.data(), used_, norms_.size() / kBlock, scores.data()});
  // The lanes' best are different words: the n-th of them is no better than the n-th of all.
  n = std::clamp<std::size_t>(n, 1, kLanes);
  std::nth_element(best.score, best.score + n - 1, best.score + kLanes, std::greater<>());
  const auto least = static_cast<std::int16_t>(static_cast<float>(best.score[n - 1]) - 2 * (off * 0.25F + 1));  // norms are 1/4 at most
  out.clear();
  for (std::size_t w = 0; w < words_; ++w) {
    if (scores[w] >= least) out.push_back(w);
  }
}

}  // namespace polemarch::vision
