#include "vision/track/change/change_map.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "vision/pixels/simd.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace polemarch::vision {

namespace {

constexpr int kW = ChangeMap::kBlockWidth;
constexpr int kStep = ChangeMap::kRowStep;
constexpr int kRows = ChangeMap::kBlockHeight / kStep;  ///< looked at in a block

struct RowJob {
  const std::uint8_t* frame;
  std::ptrdiff_t stride;
  const std::uint8_t* reference;
  std::ptrdiff_t reference_stride;
  int columns;
  std::uint16_t* change;
  std::uint16_t* sum;
};

void blocks_plain(const RowJob& job, int from) {
  for (int c = from; c < job.columns; ++c) {
    unsigned change = 0, sum = 0;
    for (int y = 0; y < kRows; ++y) {
      const std::uint8_t* f = job.frame + y * kStep * job.stride + c * kW;
      const std::uint8_t* r = job.reference + y * job.reference_stride + c * kW;
      for (int x = 0; x < kW; ++x) {
        change += static_cast<unsigned>(f[x] > r[x] ? f[x] - r[x] : r[x] - f[x]);
        sum += f[x];
      }
    }
    job.change[c] = static_cast<std::uint16_t>(kStep * change);
    job.sum[c] = static_cast<std::uint16_t>(kStep * sum);
  }
}

#if defined(__SSE2__)
void blocks_sse2(const RowJob& job) {
  int c = 0;
  const __m128i zero = _mm_setzero_si128();
  for (; c + 2 <= job.columns; c += 2) {
    __m128i change = zero, sum = zero;
    for (int y = 0; y < kRows; ++y) {
      const __m128i f = _mm_loadu_si128(reinterpret_cast<const __m128i*>(job.frame + y * kStep * job.stride + c * kW));
      const __m128i r = _mm_loadu_si128(reinterpret_cast<const __m128i*>(job.reference + y * job.reference_stride + c * kW));
      change = _mm_add_epi64(change, _mm_sad_epu8(f, r));
      sum = _mm_add_epi64(sum, _mm_sad_epu8(f, zero));
    }
    job.change[c] = static_cast<std::uint16_t>(kStep * _mm_extract_epi16(change, 0));
    job.change[c + 1] = static_cast<std::uint16_t>(kStep * _mm_extract_epi16(change, 4));
    job.sum[c] = static_cast<std::uint16_t>(kStep * _mm_extract_epi16(sum, 0));
    job.sum[c + 1] = static_cast<std::uint16_t>(kStep * _mm_extract_epi16(sum, 4));
  }
  blocks_plain(job, c);
}

/// Sixteen blocks a step: four sums of four, packed to sixteen 16-bit numbers in order.
__attribute__((target("avx2"))) inline __m256i packed(const __m256i* sums) {
  const __m256i ab = _mm256_packus_epi32(sums[0], sums[1]), cd = _mm256_packus_epi32(sums[2], sums[3]);
  const __m256i mixed = _mm256_packus_epi32(ab, cd);  // a0a1 b0b1 c0c1 d0d1 | a2a3 b2b3 c2c3 d2d3
  static_assert(kStep == 2);
  return _mm256_slli_epi16(_mm256_permutevar8x32_epi32(mixed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)), 1);
}

__attribute__((target("avx2"))) void blocks_avx2(const RowJob& job) {
  int c = 0;
  const __m256i zero = _mm256_setzero_si256();
  for (; c + 16 <= job.columns; c += 16) {
    __m256i change[4], sum[4];
    for (int k = 0; k < 4; ++k) change[k] = sum[k] = zero;
    for (int y = 0; y < kRows; ++y) {
      const std::uint8_t* frame = job.frame + y * kStep * job.stride + c * kW;
      const std::uint8_t* reference = job.reference + y * job.reference_stride + c * kW;
      for (int k = 0; k < 4; ++k) {
        const __m256i f = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(frame + 32 * k));
        const __m256i r = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reference + 32 * k));
        change[k] = _mm256_add_epi64(change[k], _mm256_sad_epu8(f, r));
        sum[k] = _mm256_add_epi64(sum[k], _mm256_sad_epu8(f, zero));
      }
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(job.change + c), packed(change));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(job.sum + c), packed(sum));
  }
  blocks_plain(job, c);
}
#endif

void blocks(const RowJob& job) {
#if defined(__SSE2__)
  has_avx2() ? blocks_avx2(job) : blocks_sse2(job);
#else
  blocks_plain(job, 0);
#endif
}

}  // namespace

PixelBox clipped(PixelBox box, int width, int height) {
  return {std::clamp(box.x0, 0, width), std::clamp(box.y0, 0, height), std::clamp(box.x1, 0, width), std::clamp(box.y1, 0, height)};
}

void ChangeMap::restart(const ImageView& gray) {
  width_ = gray.width;
  height_ = gray.height;
  columns_ = width_ / kW;  // a last narrow column or row (under 8 or 4 pixels at the edge) is not watched
  rows_ = height_ / kBlockHeight;
  reference_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(rows_ * kRows));
  for (int y = 0; y < rows_ * kRows; ++y)
    std::memcpy(reference_.data() + static_cast<std::ptrdiff_t>(y) * width_, gray.row(y * kStep), static_cast<std::size_t>(width_));
  const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  change_.assign(count, 0);
  sum_.assign(count, 0);
  before_.assign(count, 0);
  update(gray);
  before_ = sum_;
}

void ChangeMap::update(const ImageView& gray) {
  assert(fits(gray));
  std::swap(sum_, before_);
  for (int row = 0; row < rows_; ++row) {
    blocks({gray.row(row * kBlockHeight), gray.stride, reference_.data() + static_cast<std::ptrdiff_t>(row) * kRows * width_, width_,
            columns_, change_.data() + index(0, row), sum_.data() + index(0, row)});
  }
  sample_.clear();
  for (std::size_t i = 0; i < change_.size(); i += 97) sample_.push_back(change_[i]);
  if (sample_.empty()) return;
  const auto middle = sample_.begin() + static_cast<std::ptrdiff_t>(sample_.size() / 2);
  std::nth_element(sample_.begin(), middle, sample_.end());
  usual_change_ = *middle;
}

POLEMARCH_INLINE bool exceeds_body(const std::uint16_t* values, std::size_t count, std::uint16_t limit) {
  typedef std::uint16_t U16 __attribute__((vector_size(32)));
  U16 most = {};
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    U16 v;
    std::memcpy(&v, values + i, 32);
    most = v > most ? v : most;
  }
  bool found = false;
  for (int k = 0; k < 16; ++k) found = found || most[k] > limit;
  for (; i < count; ++i) found = found || values[i] > limit;
  return found;
}
POLEMARCH_DISPATCH(bool, exceeds, (const std::uint16_t* values, std::size_t count, std::uint16_t limit), (values, count, limit))

bool ChangeMap::any_above(int limit) const {
  return exceeds(change_.data(), change_.size(), static_cast<std::uint16_t>(std::clamp(limit, 0, 65535)));
}

POLEMARCH_INLINE void mark_above_body(const std::uint16_t* values, std::size_t count, std::uint16_t limit, std::uint16_t* marks) {
  typedef std::uint16_t U16 __attribute__((vector_size(32)));
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    U16 v, m;
    std::memcpy(&v, values + i, 32);
    std::memcpy(&m, marks + i, 32);
    m |= static_cast<U16>(v > limit);
    std::memcpy(marks + i, &m, 32);
  }
  for (; i < count; ++i) marks[i] = static_cast<std::uint16_t>(marks[i] | (values[i] > limit ? 1U : 0U));
}
POLEMARCH_DISPATCH(void, mark_above, (const std::uint16_t* values, std::size_t count, std::uint16_t limit, std::uint16_t* marks),
                   (values, count, limit, marks))

void ChangeMap::groups_above(int limit, int wide, int high, std::vector<std::uint8_t>& out) {
  const auto least = static_cast<std::uint16_t>(std::clamp(limit, 0, 65535));
  const int across = (columns_ + wide - 1) / wide;
  out.assign(static_cast<std::size_t>(across) * static_cast<std::size_t>((rows_ + high - 1) / high), 0);
  marks_.resize(static_cast<std::size_t>(columns_));
  for (int row = 0; row < rows_; row += high) {
    std::fill(marks_.begin(), marks_.end(), std::uint16_t{0});
    for (int r = row; r < std::min(rows_, row + high); ++r) mark_above(change_.data() + index(0, r), marks_.size(), least, marks_.data());
    std::uint8_t* groups = out.data() + static_cast<std::ptrdiff_t>(row / high) * across;
    for (int g = 0, c = 0; g < across; ++g) {
      unsigned any = 0;
      for (const int end = std::min(columns_, c + wide); c < end; ++c) any |= marks_[static_cast<std::size_t>(c)];
      groups[g] = any != 0 ? 1 : 0;
    }
  }
}

int ChangeMap::change_in(const PixelBox& box) const {
  const int c0 = std::max(0, box.x0 / kW), c1 = std::min(columns_, (box.x1 + kW - 1) / kW);
  const int r0 = std::max(0, box.y0 / kBlockHeight), r1 = std::min(rows_, (box.y1 + kBlockHeight - 1) / kBlockHeight);
  int sum = 0;
  for (int r = r0; r < r1; ++r)
    for (int c = c0; c < c1; ++c) sum += change_[index(c, r)];
  return sum;
}

void ChangeMap::accept(const ImageView& gray, const PixelBox& given) {
  const PixelBox box = clipped({given.x0 / kW * kW, 0, (given.x1 + kW - 1) / kW * kW, 0}, width_, height_);
  const int r0 = std::max(0, given.y0 / kBlockHeight), r1 = std::min(rows_, (given.y1 + kBlockHeight - 1) / kBlockHeight);
  if (box.x1 <= box.x0) return;
  for (int y = r0 * kRows; y < r1 * kRows; ++y)
    std::memcpy(reference_.data() + static_cast<std::ptrdiff_t>(y) * width_ + box.x0, gray.row(y * kStep) + box.x0,
                static_cast<std::size_t>(box.x1 - box.x0));
}

}  // namespace polemarch::vision
