#include "vision/pixels/picture_light.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace polemarch::vision {
namespace {

constexpr int kPlaces = 20000, kDark = 3, kBright = 252, kFewest = 200;
constexpr float kFactor = 6;          // of the differences, for white noise
constexpr float kMedianOf = 0.6745F;  // median of |x| for a standard deviation of one
constexpr int kGreyPlaces = 230000;   // for the spread: a single strip has some dozens of them
constexpr float kLeftOut = 1e-4F;     // of them, at each end

/// Where `share` of what was counted lies below, within its class evenly: what is counted are whole numbers.
template <std::size_t N>
float quantile(const std::array<int, N>& seen, int count, float share) {
  const float wanted = share * static_cast<float>(count);
  float below = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const auto here = static_cast<float>(seen[i]);
    if (below + here >= wanted && here > 0) {
      const float low = std::max(0.0F, static_cast<float>(i) - 0.5F);
      return low + (wanted - below) / here * (static_cast<float>(i) + 0.5F - low);
    }
    below += here;
  }
  return static_cast<float>(N);
}

/// Pixels from one looked at to the next.
int step_for(const ImageView& picture, int places) {
  return std::max(1, static_cast<int>(std::sqrt(static_cast<double>(picture.width) * picture.height / places)));
}

float noise_of(const ImageView& picture) {
  const int step = step_for(picture, kPlaces);
  std::array<int, 2048> seen{};  // by the size of the difference
  int count = 0;
  for (int y = 1; y + 1 < picture.height; y += step) {
    const std::uint8_t *a = picture.row(y - 1), *b = picture.row(y), *c = picture.row(y + 1);
    for (int x = 1; x + 1 < picture.width; x += step) {
      if (b[x] < kDark || b[x] > kBright) continue;
      const int off = a[x - 1] - 2 * a[x] + a[x + 1] - 2 * (b[x - 1] - 2 * b[x] + b[x + 1]) + c[x - 1] - 2 * c[x] + c[x + 1];
      ++seen[static_cast<std::size_t>(std::abs(off))];
      ++count;
    }
  }
  return count < kFewest ? 0 : quantile(seen, count, 0.5F) / (kFactor * kMedianOf);
}

float spread_of(const ImageView& picture) {
  const int step = step_for(picture, kGreyPlaces);
  // Neighbours are mostly alike: by turns into two tables, so that none waits for the other.
  std::array<int, 256> seen{}, other{};
  int count = 0;
  for (int y = 0; y < picture.height; y += step) {
    const std::uint8_t* row = picture.row(y);
    int x = 0;
    for (; x + step < picture.width; x += 2 * step) {
      ++seen[row[x]];
      ++other[row[x + step]];
      count += 2;
    }
    if (x < picture.width) {
      ++seen[row[x]];
      ++count;
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) seen[i] += other[i];
  return quantile(seen, count, 1 - kLeftOut) - quantile(seen, count, kLeftOut);
}

}  // namespace

PictureLight light_of(const ImageView& picture) { return {noise_of(picture), spread_of(picture)}; }

}  // namespace polemarch::vision
