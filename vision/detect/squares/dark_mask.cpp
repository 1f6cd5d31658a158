#include "vision/detect/squares/dark_mask.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace polemarch::vision {

namespace {

constexpr int kEighths = 8;                // darkness is in eighths of a grey level: sixteen of it, as enlarging adds up, still fit 16 bits
constexpr int kPad = 32;                   // values after a row that vector steps may touch
constexpr std::int16_t kNeverInk = -2048;  // never ink

/// column += entering - leaving; either row may be missing.
void slide(std::uint16_t* column, const std::uint8_t* entering, const std::uint8_t* leaving, int w) {
  int x = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  for (; x + 16 <= w; x += 16) {
    auto* at = reinterpret_cast<__m128i*>(column + x);
    __m128i low = _mm_loadu_si128(at), high = _mm_loadu_si128(at + 1);
    if (entering != nullptr) {
      const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(entering + x));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(row, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(row, zero));
    }
    if (leaving != nullptr) {
      const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(leaving + x));
      low = _mm_sub_epi16(low, _mm_unpacklo_epi8(row, zero));
      high = _mm_sub_epi16(high, _mm_unpackhi_epi8(row, zero));
    }
    _mm_storeu_si128(at, low);
    _mm_storeu_si128(at + 1, high);
  }
#endif
  for (; x < w; ++x) {
    const int change = (entering != nullptr ? entering[x] : 0) - (leaving != nullptr ? leaving[x] : 0);
    column[x] = static_cast<std::uint16_t>(column[x] + change);
  }
}

/// prefix[x] = sum of column[0 .. x - 1].
void sum_up(const std::uint16_t* column, std::uint32_t* prefix, int w) {
  int x = 0;
  prefix[0] = 0;
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128();
  __m128i carry = zero;
  for (; x + 8 <= w; x += 8) {
    const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(column + x));
    __m128i a = _mm_unpacklo_epi16(values, zero), b = _mm_unpackhi_epi16(values, zero);
    a = _mm_add_epi32(a, _mm_slli_si128(a, 4));
    b = _mm_add_epi32(b, _mm_slli_si128(b, 4));
    a = _mm_add_epi32(a, _mm_slli_si128(a, 8));
    b = _mm_add_epi32(b, _mm_slli_si128(b, 8));
    a = _mm_add_epi32(a, carry);
    b = _mm_add_epi32(b, _mm_shuffle_epi32(a, 0xFF));
    carry = _mm_shuffle_epi32(b, 0xFF);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(prefix + x + 1), a);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(prefix + x + 5), b);
  }
#endif
  for (; x < w; ++x) prefix[x + 1] = prefix[x] + column[x];
}

/// Eighths by which the pixels from x0 to x1 are darker than the mean of their boxes; `high`, `low`: the prefix at the box's two ends.
void compare(const std::uint8_t* row, const std::uint32_t* high, const std::uint32_t* low, int n, float scale, std::int16_t* out) {
  int x = 0;
#if defined(__SSE2__)
  const __m128 factor = _mm_set1_ps(scale);
  const __m128i zero = _mm_setzero_si128();
  for (; x + 8 <= n; x += 8) {
    const auto part = [&](int k) {
      const __m128i sum = _mm_sub_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(high + x + k)),
                                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + x + k)));
      return _mm_cvtps_epi32(_mm_mul_ps(_mm_cvtepi32_ps(sum), factor));
    };
    const __m128i mean = _mm_packs_epi32(part(0), part(4));
    const __m128i pixels = _mm_unpacklo_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + x)), zero);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + x), _mm_sub_epi16(mean, _mm_slli_epi16(pixels, 3)));
  }
#endif
  for (; x < n; ++x)
    out[x] = static_cast<std::int16_t>(std::lrintf(static_cast<float>(high[x] - low[x]) * scale) - kEighths * static_cast<long>(row[x]));
}

#if defined(__SSE2__)
/// A bit for each of sixteen values above the limit.
inline std::uint64_t above(__m128i a, __m128i b, __m128i limit) {
  const __m128i both = _mm_packs_epi16(_mm_cmpgt_epi16(a, limit), _mm_cmpgt_epi16(b, limit));
  return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(both)));
}
#endif

}  // namespace

void DarkMask::darkness_of(const ImageView& gray, int y, int radius, std::int16_t* out) {
  const int w = gray.width, h = gray.height;
  const int rows = std::min(y + radius, h - 1) - std::max(y - radius, 0) + 1;
  const std::uint8_t* row = gray.row(y);
  sum_up(column_.data(), prefix_.data(), w);
  const auto edge = [&](int x) {
    const int x0 = std::max(0, x - radius), x1 = std::min(w, x + radius + 1);
    const std::uint32_t sum = prefix_[static_cast<std::size_t>(x1)] - prefix_[static_cast<std::size_t>(x0)];
    compare(row + x, &sum, &prefix_[0], 1, static_cast<float>(kEighths) / static_cast<float>(rows * (x1 - x0)), out + x);
  };
  const int from = std::min(radius, w), to = std::max(from, w - radius);
  for (int x = 0; x < from; ++x) edge(x);
  compare(row + from, prefix_.data() + from + radius + 1, prefix_.data() + from - radius, to - from,
          static_cast<float>(kEighths) / static_cast<float>(rows * (2 * radius + 1)), out + from);
  for (int x = to; x < w; ++x) edge(x);
  std::fill_n(out + w, kPad, kNeverInk);
}

void DarkMask::write_plain(const std::int16_t* darkness, int limit, std::uint64_t* out) const {
#if defined(__SSE2__)
  const __m128i most = _mm_set1_epi16(static_cast<short>(limit));
  for (int x = 0; x < width_; x += 16) {
    const auto* at = reinterpret_cast<const __m128i*>(darkness + x);
    out[x / 64] |= above(_mm_loadu_si128(at), _mm_loadu_si128(at + 1), most) << (x % 64);
  }
#else
  for (int x = 0; x < width_; ++x) out[x / 64] |= static_cast<std::uint64_t>(darkness[x] > limit ? 1 : 0) << (x % 64);
#endif
}

/// Pixel x of the enlarged row lies at (x + 0.5) / 2 - 0.5 of the picture: three parts of the nearer pixel, one of the farther.
void DarkMask::write_enlarged(const std::int16_t* near, const std::int16_t* far, int limit, std::uint64_t* out) {
  const int w = width_ / 2;
  std::int16_t* mixed = mixed_.data() + 8;  // one value to the left is looked at
  int x = 0;
#if defined(__SSE2__)
  for (; x < w; x += 8) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(near + x));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(far + x));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(mixed + x), _mm_add_epi16(_mm_add_epi16(a, _mm_add_epi16(a, a)), b));
  }
#else
  for (; x < w; ++x) mixed[x] = static_cast<std::int16_t>(3 * near[x] + far[x]);
#endif
  mixed[-1] = mixed[0];
  mixed[w] = mixed[w - 1];
#if defined(__SSE2__)
  const __m128i most = _mm_set1_epi16(static_cast<short>(limit));
  for (x = 0; x < w; x += 8) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(mixed + x));
    const __m128i thrice = _mm_add_epi16(here, _mm_add_epi16(here, here));
    const __m128i even = _mm_add_epi16(thrice, _mm_loadu_si128(reinterpret_cast<const __m128i*>(mixed + x - 1)));
    const __m128i odd = _mm_add_epi16(thrice, _mm_loadu_si128(reinterpret_cast<const __m128i*>(mixed + x + 1)));
    out[2 * x / 64] |= above(_mm_unpacklo_epi16(even, odd), _mm_unpackhi_epi16(even, odd), most) << (2 * x % 64);
  }
#else
  for (x = 0; x < w; ++x) {
    const std::uint64_t even = 3 * mixed[x] + mixed[x - 1] > limit ? 1 : 0, odd = 3 * mixed[x] + mixed[x + 1] > limit ? 1 : 0;
    out[2 * x / 64] |= (even | odd << 1) << (2 * x % 64);
  }
#endif
}

void DarkMask::compute(const ImageView& gray, const ThresholdPass& pass) {
  assert(gray.channels == 1 && (pass.enlarge == 1 || pass.enlarge == 2) && pass.radius <= 127);
  const int w = gray.width, h = gray.height;
  const int radius = std::min({pass.enlarge == 2 ? (pass.radius + 1) / 2 : pass.radius, (w - 1) / 2, (h - 1) / 2});
  width_ = w * pass.enlarge;
  height_ = h * pass.enlarge;
  words_ = (width_ + 63) / 64;
  bits_.assign(static_cast<std::size_t>(words_) * static_cast<std::size_t>(height_), 0);
  column_.assign(static_cast<std::size_t>(w), 0);
  prefix_.assign(static_cast<std::size_t>(w) + 1, 0);
  for (auto& row : darkness_) row.assign(static_cast<std::size_t>(w + kPad), kNeverInk);
  mixed_.assign(static_cast<std::size_t>(w + kPad + 16), 4 * kNeverInk);
  const auto out = [&](int y) { return bits_.data() + static_cast<std::ptrdiff_t>(y) * words_; };
  const auto darkness = [&](int y) { return darkness_[static_cast<std::size_t>(y % 3)].data(); };
  for (int y = 0; y < radius; ++y) slide(column_.data(), gray.row(y), nullptr, w);
  for (int y = 0; y < h; ++y) {
    const bool leaves = y - radius - 1 >= 0, enters = y + radius < h;
    if (leaves || enters) slide(column_.data(), enters ? gray.row(y + radius) : nullptr, leaves ? gray.row(y - radius - 1) : nullptr, w);
    darkness_of(gray, y, radius, darkness(y));
    if (pass.enlarge == 1) {
      write_plain(darkness(y), kEighths * pass.offset, out(y));
      continue;
    }
    const int limit = 16 * kEighths * pass.offset;
    write_enlarged(darkness(y), darkness(std::max(0, y - 1)), limit, out(2 * y));
    if (y > 0) write_enlarged(darkness(y - 1), darkness(y), limit, out(2 * y - 1));
    if (y == h - 1) write_enlarged(darkness(y), darkness(y), limit, out(2 * y + 1));
  }
  if (width_ % 64 != 0) {  // vector steps may have looked beyond the row's end
    const std::uint64_t keep = (std::uint64_t{1} << (width_ % 64)) - 1;
    for (int y = 0; y < height_; ++y) out(y)[words_ - 1] &= keep;
  }
}

}  // namespace polemarch::vision
