/// What decoding needs at a pose, from the pixels themselves.
#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/detect/strips/fit/strip_frame.hpp"
#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr int kBefore = 5;  // room in a row of teeth for what lies beyond its ends
constexpr int kRow = kMaxModules + 2 * kBefore + 8;

struct MatchJob {
  const StripPixels* pixels;
  const LaneTable *along, *across;
  const Eight* teeth;  // StripProfiles::teeth()
  StripFrame frame;
  float most_u, most_v, left, inverse_pitch;
};

struct MatchRows {
  float spine = 0, energy = 0;
  std::array<float, kOutside> outer{};
  // By the first of eight neighbouring teeth, each by itself: sums that overlap would wait for each other. Tooth 0 is at kBefore.
  std::array<std::array<std::array<float, 8>, at(kRow)>, 2> row;
  explicit MatchRows(int columns) {
    for (auto& of : row) std::fill_n(of.begin(), columns + 2 * kBefore, std::array<float, 8>{});
  }
};

POLEMARCH_INLINE void add_teeth(std::array<float, 8>& of, const Eight& teeth, float grey) {
  Eight sum;
  __builtin_memcpy(&sum, of.data(), sizeof sum);
  sum += teeth * grey;
  __builtin_memcpy(of.data(), &sum, sizeof sum);
}

POLEMARCH_INLINE void match_body(const MatchJob& job, MatchRows& out) {
  const StripPixels& pixels = *job.pixels;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float u = job.frame.u(pixels.x[i], pixels.y[i]), v = job.frame.v(pixels.x[i], pixels.y[i]);
    if (std::abs(u) > job.most_u || std::abs(v) > job.most_v) continue;
    const Lanes a = job.along->value(u), b = job.across->value(v);
    const float grey = pixels.grey[i] * print_weight(a[3], b[3]);
    out.spine += grey * a[0] * b[0];
    const float column = (u - job.left) * job.inverse_pitch - 0.5F;  // in columns from the middle of tooth 0
    const int whole = static_cast<int>(column + kBefore) - kBefore;
    const Eight& teeth = job.teeth[static_cast<int>((column - static_cast<float>(whole)) * StripProfiles::kToothSteps + 0.5F)];
    const std::size_t first = at(whole - StripProfiles::kTeethBefore + kBefore);
    add_teeth(out.row[0][first], teeth, grey * b[1]);
    add_teeth(out.row[1][first], teeth, grey * b[2]);
    const auto levels = outside_levels(a[3], b[3], u, v);
    for (int k = 0; k < kOutside; ++k) out.outer[static_cast<std::size_t>(k)] += levels[static_cast<std::size_t>(k)] * grey;
    out.energy += grey * pixels.grey[i];
  }
}
POLEMARCH_DISPATCH(void, match, (const MatchJob& job, MatchRows& out), (job, out))

}  // namespace

MatchedSums match_pixels(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripPose& pose) {
  const StripLayout& layout = profiles.layout();
  const auto f = [](double value) { return static_cast<float>(value); };
  MatchRows rows(layout.columns);
  match({&pixels, &along, &profiles.across(), profiles.teeth(), StripFrame(pixels, pose), f(layout.length_mm / 2 + kDecodeMarginMm),
         f(layout.depth_mm / 2 + kDecodeMarginMm), f(layout.column_range(0).low), f(1 / layout.pitch_mm)},
        rows);
  MatchedSums sums;
  sums.inner[0] = rows.spine * pixels.area_mm2;
  for (int r = 0; r < layout.rows; ++r) {
    for (int c = 0; c < layout.columns; ++c) {
      float tooth = 0;
      for (int k = 0; k < 8; ++k) tooth += c + kBefore >= k ? rows.row[at(r)][at(c + kBefore - k)][at(k)] : 0.0F;
      sums.inner[at(1 + r * layout.columns + c)] = tooth * pixels.area_mm2;
    }
  }
  for (int k = 0; k < kOutside; ++k) sums.outer[at(k)] = rows.outer[at(k)] * pixels.area_mm2;
  sums.energy = rows.energy * pixels.area_mm2;
  return sums;
}

}  // namespace polemarch::vision
