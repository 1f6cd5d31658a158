#include "vision/pixels/picture_tone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kReach = 6;  // pixels to each side that the mask's inverse has
constexpr std::size_t kTaps = kReach + 1;
using Fixed = std::uint16_t;  // grey levels times 256, or shares of 65536

struct Inverse {
  std::array<Fixed, kTaps> rows{}, columns{};  // shares of 256 and of 65536 of the pixels so far away
  Fixed own = 65535, smooth = 0, bend = 0;     // shares of 65536
};

/// With a mask of the blur G, g = f + a (f - G f), so f = (g + a B g) / (1 + a) with B = G / (1 + a - a G), which is nearly a Gaussian of
/// 1 + a times the variance.
Inverse inverse_of(const PictureTone& tone) {
  Inverse out;
  const double a = static_cast<double>(tone.halo), sigma = kHaloPx * std::sqrt(1 + a);
  std::array<double, kTaps> weight{};
  double all = 0;
  for (std::size_t k = 0; k < kTaps; ++k) {
    weight[k] = std::exp(-0.5 * static_cast<double>(k * k) / (sigma * sigma));
    all += k == 0 ? weight[k] : 2 * weight[k];
  }
  int rest = 256;
  for (std::size_t k = kTaps; k-- > 1;) {
    out.rows[k] = static_cast<Fixed>(std::lround(256 * weight[k] / all));
    rest -= 2 * out.rows[k];
  }
  out.rows[0] = static_cast<Fixed>(rest);
  for (std::size_t k = 0; k < kTaps; ++k) out.columns[k] = static_cast<Fixed>(out.rows[k] << 8);
  const auto share = [](double value) { return static_cast<Fixed>(std::clamp(std::lround(65536 * value), 0L, 65535L)); };
  out.own = share(1 / (1 + a));
  out.smooth = share(a / (1 + a));
  out.bend = share(static_cast<double>(tone.curve));
  return out;
}

/// One row. `from`: rows from kReach above to kReach below. `sums` has room for kReach more to each side, `values` for the row.
struct RowJob {
  std::array<const std::uint8_t*, 2 * kReach + 1> from;
  const Inverse* inverse;
  Fixed *sums, *values;
  std::uint8_t* out;
  int width;
};

POLEMARCH_INLINE Fixed share_of(Fixed value, Fixed share) { return static_cast<Fixed>((static_cast<std::uint32_t>(value) * share) >> 16); }

POLEMARCH_INLINE void take_back_row_body(const RowJob& job) {
  const Inverse inverse = *job.inverse;
  const int width = job.width;
  const std::uint8_t* const own = job.from[kReach];
  std::uint8_t* __restrict const out = job.out;
  Fixed* __restrict const sums = job.sums, * __restrict const values = job.values;
  for (int x = 0; x < width; ++x) values[x] = static_cast<Fixed>(own[x] << 8);
  if (inverse.smooth > 0) {
    for (int x = 0; x < width; ++x) sums[x] = static_cast<Fixed>(own[x] * inverse.rows[0]);
    for (int k = 1; k <= kReach; ++k) {
      const std::uint8_t *above = job.from[at(kReach - k)], *below = job.from[at(kReach + k)];
      const Fixed weight = inverse.rows[at(k)];
      for (int x = 0; x < width; ++x) sums[x] = static_cast<Fixed>(sums[x] + (above[x] + below[x]) * weight);
    }
    for (int k = 1; k <= kReach; ++k) {
      sums[-k] = sums[0];
      sums[width - 1 + k] = sums[width - 1];
    }
    for (int x = 0; x < width; ++x) values[x] = share_of(values[x], inverse.own);
    for (int k = 0; k <= kReach; ++k) {
      const Fixed weight = share_of(inverse.columns[at(k)], inverse.smooth);
      for (int x = 0; x < width; ++x) {
        const auto both = static_cast<Fixed>(k == 0 ? sums[x] : (sums[x - k] >> 1) + (sums[x + k] >> 1));
        values[x] = static_cast<Fixed>(values[x] + share_of(both, k == 0 ? weight : static_cast<Fixed>(2 * weight)));
      }
    }
  }
  for (int x = 0; x < width; ++x) {
    const Fixed value = values[x];
    const auto off = static_cast<Fixed>(value - share_of(value, value));
    const auto bent = static_cast<Fixed>(value - share_of(off, inverse.bend));
    out[x] = static_cast<std::uint8_t>(static_cast<Fixed>(std::min<Fixed>(bent, 65280) + 128) >> 8);
  }
}
POLEMARCH_DISPATCH_WIDEST(void, take_back_row, (const RowJob& job), (job))

}  // namespace

void take_back(const ImageView& picture, const TonePart& part, const PictureTone& tone, Image& out) {
  if (out.width != picture.width || out.height != picture.height || out.channels != 1) out = Image(picture.width, picture.height, 1);
  const int left = std::max(0, part.x), right = std::min(picture.width, part.x + part.width);
  if (right <= left) return;
  const Inverse inverse = inverse_of(tone);
  std::vector<Fixed> sums(at(right - left + 2 * kReach)), values(at(right - left));
  for (int y = std::max(0, part.y); y < std::min(picture.height, part.y + part.height); ++y) {
    RowJob job{{}, &inverse, sums.data() + kReach, values.data(), out.row(y) + left, right - left};
    for (int k = -kReach; k <= kReach; ++k) job.from[at(kReach + k)] = picture.row(std::clamp(y + k, 0, picture.height - 1)) + left;
    take_back_row(job);
  }
}

}  // namespace polemarch::vision
