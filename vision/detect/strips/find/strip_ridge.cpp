#include "vision/detect/strips/find/strip_ridge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kCellWords = 5;       // columns of a cell over which the plane's scale is one, in words of 64 pixels
constexpr int kCellRows = 270;      // rows of it
constexpr double kSame = 0.02;      // scales that differ by less are one
constexpr double kTogether = 0.12;  // how much two pixels averaged should lie together rather than their mean on the wanted place

/// g + 2 (g - mean of 3x3).
POLEMARCH_INLINE void sharpen_row_body(const std::uint8_t* above, const std::uint8_t* grey, const std::uint8_t* below, std::uint16_t* sum,
                                       std::uint8_t* sharp, int width) {
  for (int x = 0; x < width; ++x) sum[x] = static_cast<std::uint16_t>(above[x] + grey[x] + below[x]);
  for (int x = 1; x < width - 1; ++x) {
    const auto nine = static_cast<std::uint16_t>(sum[x - 1] + sum[x] + sum[x + 1]);
    const auto twice_mean = static_cast<std::int16_t>((static_cast<std::uint32_t>(nine) * 14564U) >> 16);
    const auto value = static_cast<std::int16_t>(static_cast<std::int16_t>(3 * grey[x]) - twice_mean);
    sharp[x] = static_cast<std::uint8_t>(std::clamp<std::int16_t>(value, 0, 255));
  }
  sharp[0] = grey[0];
  sharp[width - 1] = grey[width - 1];
}
POLEMARCH_DISPATCH_WIDEST(void, sharpen_row,
                          (const std::uint8_t* above, const std::uint8_t* grey, const std::uint8_t* below, std::uint16_t* sum,
                           std::uint8_t* sharp, int width),
                          (above, grey, below, sum, sharp, width))

/// Some words, the first of 64 pixels from `middle` on, against four places for each look. The first `single` looks have one place on
/// either side (twice), those up to `mixed` one on the first side.
struct WordJob {
  const std::uint8_t* middle;
  const std::ptrdiff_t* offsets;
  std::size_t single, mixed, looks;
  const std::uint8_t* contrasts;
  std::size_t count;
  std::uint8_t least;   // of the contrasts
  std::uint64_t* bits;  // of the first contrast; the others `step` words on
  std::size_t step, words;
};

std::uint8_t mean_of(std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>((a + b + 1) >> 1); }

void word_plain(const WordJob& job) {
  for (std::size_t t = 0; t < job.count; ++t) job.bits[t * job.step] = 0;
  for (std::size_t x = 0; x < 64; ++x) {
    const std::uint8_t* p = job.middle + x;
    std::uint8_t least = 255;
    for (std::size_t w = 0; w < job.looks; ++w) {
      const std::ptrdiff_t* o = job.offsets + 4 * w;
      least = std::min(least, std::max(mean_of(p[o[0]], p[o[1]]), mean_of(p[o[2]], p[o[3]])));
    }
    for (std::size_t t = 0; t < job.count; ++t) {
      if (*p > least && *p - least > job.contrasts[t]) job.bits[t * job.step] |= std::uint64_t{1} << x;
    }
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) inline __m256i load(const std::uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

__attribute__((target("avx2"))) void word_wide(const WordJob& job) {
  __m256i ridge[2];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  for (std::size_t h = 0; h < 2; ++h) {
    const std::uint8_t* p = job.middle + 32 * h;
    const std::ptrdiff_t* o = job.offsets;
    __m256i least = _mm256_set1_epi8(-1);
    std::size_t w = 0;
    for (; w < job.single; ++w, o += 4) least = _mm256_min_epu8(least, _mm256_max_epu8(load(p + o[0]), load(p + o[2])));
    for (; w < job.mixed; ++w, o += 4)
      least = _mm256_min_epu8(least, _mm256_max_epu8(load(p + o[0]), _mm256_avg_epu8(load(p + o[2]), load(p + o[3]))));
    for (; w < job.looks; ++w, o += 4) {
      const __m256i a = _mm256_avg_epu8(load(p + o[0]), load(p + o[1])), b = _mm256_avg_epu8(load(p + o[2]), load(p + o[3]));
      least = _mm256_min_epu8(least, _mm256_max_epu8(a, b));
    }
    ridge[h] = _mm256_subs_epu8(load(p), least);
  }
  // Mostly there is nothing.
  const __m256i least = _mm256_set1_epi8(static_cast<char>(job.least)), highest = _mm256_max_epu8(ridge[0], ridge[1]);
  const __m256i none = _mm256_subs_epu8(highest, least);
  if (_mm256_testz_si256(none, none) != 0) {
    for (std::size_t t = 0; t < job.count; ++t) job.bits[t * job.step] = 0;
    return;
  }
  for (std::size_t t = 0; t < job.count; ++t) {
    const __m256i top = _mm256_set1_epi8(static_cast<char>(job.contrasts[t]));
    std::array<std::uint64_t, 2> half{};
    for (std::size_t h = 0; h < 2; ++h)
      half[h] = static_cast<std::uint32_t>(~_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(ridge[h], top), top)));
    job.bits[t * job.step] = half[0] | (half[1] << 32);
  }
}

__attribute__((target("avx512bw"))) inline __m512i load_all(const std::uint8_t* p) { return _mm512_loadu_si512(p); }

/// A whole word at once.
__attribute__((target("avx512bw"))) void words_widest(const WordJob& job) {
  __m512i top[RidgeFinder::kMostContrasts];  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  for (std::size_t t = 0; t < job.count; ++t) top[t] = _mm512_set1_epi8(static_cast<char>(job.contrasts[t]));
  for (std::size_t n = 0; n < job.words; ++n) {
    const std::uint8_t* p = job.middle + 64 * n;
    const std::ptrdiff_t* o = job.offsets;
    __m512i least = _mm512_set1_epi8(-1);
    std::size_t w = 0;
    for (; w < job.single; ++w, o += 4) least = _mm512_min_epu8(least, _mm512_max_epu8(load_all(p + o[0]), load_all(p + o[2])));
    for (; w < job.mixed; ++w, o += 4)
      least = _mm512_min_epu8(least, _mm512_max_epu8(load_all(p + o[0]), _mm512_avg_epu8(load_all(p + o[2]), load_all(p + o[3]))));
    for (; w < job.looks; ++w, o += 4) {
      const __m512i a = _mm512_avg_epu8(load_all(p + o[0]), load_all(p + o[1])),
                    b = _mm512_avg_epu8(load_all(p + o[2]), load_all(p + o[3]));
      least = _mm512_min_epu8(least, _mm512_max_epu8(a, b));
    }
    const __m512i ridge = _mm512_subs_epu8(load_all(p), least);
    std::uint64_t* bits = job.bits + n;
    for (std::size_t t = 0; t < job.count; ++t, bits += job.step) *bits = _mm512_cmpgt_epu8_mask(ridge, top[t]);
  }
}
#endif

void compare(const WordJob& job) {
#if defined(__x86_64__)
  static const bool widest = __builtin_cpu_supports("avx512bw") != 0;
  if (widest) return words_widest(job);
#endif
  WordJob one = job;
  one.words = 1;
  for (std::size_t n = 0; n < job.words; ++n, one.middle += 64, ++one.bits) {
#if defined(__x86_64__)
    if (has_avx2()) {
      word_wide(one);
      continue;
    }
#endif
    word_plain(one);
  }
}

}  // namespace

std::vector<RidgeFinder::Look> RidgeFinder::looks(const StripLayout& layout, const PixelsPerMm& scale, int& reach) {
  const auto spine = layout.row_range(-1);
  // A bar is looked for where it meets its teeth: its middle is too close to the black below for a blurred picture.
  const double middle = (spine.low + spine.high) / 2;
  const double above = layout.depth_mm / 2 - layout.edge_mm / 2 - middle, below = middle + layout.depth_mm / 2 - layout.edge_mm / 2;
  const bool even = std::abs(above - below) < 0.01;
  // Whole pixels near a wanted place: the pair of neighbours (or one pixel twice) whose mean is nearest.
  const auto choose = [&](double x, double y, std::array<int, 2>& dx, std::array<int, 2>& dy) {
    const int x0 = static_cast<int>(std::floor(x)) - 1, y0 = static_cast<int>(std::floor(y)) - 1;
    constexpr std::array<std::array<int, 2>, 5> kSteps{{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    double least = 1e9;
    for (int i = 0; i < 16; ++i) {
      const int ax = x0 + i % 4, ay = y0 + i / 4;
      for (const auto& step : kSteps) {
        const double mx = ax + step[0] / 2.0 - x, my = ay + step[1] / 2.0 - y;
        const double off = std::sqrt(mx * mx + my * my) + kTogether * std::sqrt(step[0] * step[0] + step[1] * step[1]);
        if (off >= least) continue;
        least = off;
        dx = {ax, ax + step[0]};
        dy = {ay, ay + step[1]};
      }
    }
    for (const int v : {dx[0], dx[1], dy[0], dy[1]}) reach = std::max(reach, std::abs(v));
  };
  const int directions = even ? 8 : 16;
  std::vector<Look> out;
  for (int k = 0; k < directions; ++k) {
    const double turn = 3.14159265358979 * k / 8, x = std::cos(turn), y = std::sin(turn);
    const double px = scale.xx * x + scale.xy * y, py = scale.yx * x + scale.yy * y;
    Look look{};
    choose(px * above, py * above, look.dx_a, look.dy_a);
    choose(-px * below, -py * below, look.dx_b, look.dy_b);
    out.push_back(look);
  }
  return out;
}

bool RidgeFinder::begin(const ImageView& picture, const LocalScale& scale, const StripLayout& layout) {
  picture_ = picture;
  width_ = picture.width;
  height_ = picture.height;
  cell_rows_ = std::max(1, (height_ + kCellRows - 1) / kCellRows);
  cell_words_ = kCellWords;
  cell_columns_ = std::max(1, (width_ + 64 * kCellWords - 1) / (64 * kCellWords));
  cells_.assign(at(cell_rows_ * cell_columns_), {});
  reach_ = 0;
  std::vector<PixelsPerMm> made;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const int row = static_cast<int>(i) / cell_columns_, column = static_cast<int>(i) % cell_columns_;
    const PixelsPerMm s = scale(std::min(width_ - 1.0, (column + 0.5) * 64 * kCellWords), std::min(height_ - 1.0, (row + 0.5) * kCellRows));
    const double size = std::abs(s.xx) + std::abs(s.xy) + std::abs(s.yx) + std::abs(s.yy);
    const auto same = std::find_if(made.begin(), made.end(), [&](const PixelsPerMm& m) {
      return std::abs(m.xx - s.xx) + std::abs(m.xy - s.xy) + std::abs(m.yx - s.yx) + std::abs(m.yy - s.yy) < kSame * size;
    });
    if (same != made.end()) {
      cells_[i].looks = cells_[of[static_cast<std::size_t>(same - made.begin())]].looks;
      continue;
    }
    made.push_back(s);
    of.push_back(i);
    cells_[i].looks = looks(layout, s, reach_);
  }
  if (width_ < 4 * reach_ + 16 || height_ < 4 * reach_ + 16) return false;
  words_ = (width_ - 2 * reach_ + 63) / 64;
  stride_ = (width_ + 127) / 64 * 64;
  sharp_.resize(at(height_ + 1) * static_cast<std::size_t>(stride_) + 128);
  column_sum_.resize(at(width_));
  sharpened_ = 0;
  for (Cell& cell : cells_) {
    // Looks that have one pixel to either side first, then those that have one to one side, which becomes their first.
    const auto pairs = [](const Look& l) {
      return (l.dx_a[0] != l.dx_a[1] || l.dy_a[0] != l.dy_a[1] ? 1 : 0) + (l.dx_b[0] != l.dx_b[1] || l.dy_b[0] != l.dy_b[1] ? 1 : 0);
    };
    for (Look& l : cell.looks) {
      if (pairs(l) != 1 || (l.dx_a[0] == l.dx_a[1] && l.dy_a[0] == l.dy_a[1])) continue;
      std::swap(l.dx_a, l.dx_b);
      std::swap(l.dy_a, l.dy_b);
    }
    std::sort(cell.looks.begin(), cell.looks.end(), [&](const Look& a, const Look& b) { return pairs(a) < pairs(b); });
    const auto up_to = [&](int n) {
      return static_cast<std::size_t>(std::count_if(cell.looks.begin(), cell.looks.end(), [&](const Look& l) { return pairs(l) <= n; }));
    };
    cell.single = up_to(0);
    cell.mixed = up_to(1);
    for (const Look& l : cell.looks) {
      cell.offsets.push_back(l.dy_a[0] * stride_ + l.dx_a[0]);
      cell.offsets.push_back(l.dy_a[1] * stride_ + l.dx_a[1]);
      cell.offsets.push_back(l.dy_b[0] * stride_ + l.dx_b[0]);
      cell.offsets.push_back(l.dy_b[1] * stride_ + l.dx_b[1]);
    }
  }
  return true;
}

void RidgeFinder::sharpen(int y) {
  sharpen_row(picture_.row(std::max(0, y - 1)), picture_.row(y), picture_.row(std::min(height_ - 1, y + 1)), column_sum_.data(),
              sharp_.data() + y * stride_, width_);
}

void RidgeFinder::row(int y, const std::vector<int>& contrasts, std::uint64_t* bits) {
  for (; sharpened_ <= std::min(height_ - 1, y + reach_); ++sharpened_) sharpen(sharpened_);
  std::array<std::uint8_t, kMostContrasts> limits{};
  const std::size_t count = std::min(contrasts.size(), limits.size());
  std::transform(contrasts.begin(), contrasts.begin() + static_cast<std::ptrdiff_t>(count), limits.begin(),
                 [](int c) { return static_cast<std::uint8_t>(c); });
  const std::uint8_t least = *std::min_element(limits.begin(), limits.begin() + static_cast<std::ptrdiff_t>(count));
  const int cell_row = std::min(cell_rows_ - 1, y / kCellRows);
  const std::uint8_t* line = sharp_.data() + y * stride_ + reach_;
  for (int column = 0, w = 0; w < words_; ++column) {
    const Cell& cell = cells_[at(cell_row * cell_columns_ + std::min(cell_columns_ - 1, column))];
    const int here = std::min(cell_words_, words_ - w);
    compare({line + static_cast<std::ptrdiff_t>(w) * 64, cell.offsets.data(), cell.single, cell.mixed, cell.looks.size(), limits.data(),
             count, least, bits + w, at(words_), at(here)});
    w += here;
  }
  const int rest = width_ - 2 * reach_ - (words_ - 1) * 64;
  if (rest < 64) {
    for (std::size_t t = 0; t < count; ++t) bits[t * at(words_) + at(words_ - 1)] &= (std::uint64_t{1} << rest) - 1;
  }
}

}  // namespace polemarch::vision
