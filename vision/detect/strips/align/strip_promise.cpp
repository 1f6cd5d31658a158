#include "vision/detect/strips/align/strip_promise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

// Share of the places that a window may show fewer than the best and still be a likely one; where the line is soft; where covered
// strips are wanted too.
// LinePromise::share of a line worth laying out; more is faster. The same where covered strips are wanted, and where the blur is as wide
// as the spine.
constexpr float kLeast = 0.7F, kLeastCovered = 0.58F, kLeastSoft = 0.45F;
constexpr LeastLead kLineLead{1.4F, 1.7F, 0.75F, 1.15F};  // of LinePromise::lead: more is faster
constexpr LeastLead kTeeth{0.75F, 0.8F, 0.85F, 0.25F};    // of LinePromise::teeth
constexpr LeastLead kBoth{2.6F, 2.0F, 0.5F, 3.0F};        // of the product of the two: what is poor in one must be good in the other
constexpr double kFewer = 0.07, kFewerSoft = 0.12, kFewerCovered = 0.3;

constexpr double kSoftSpine = 1.2;     // a spine narrower than so many standard deviations of the blur is a soft line
constexpr double kAlongMatters = 0.2;  // of how far a pixel lies from a wanted place along the line

constexpr int kPart = 1 << 16;          // parts of a pixel
constexpr std::ptrdiff_t kRoom = 4096;  // px: more than a strip is deep, so that whole parts of places beside it are cut off downwards

/// Places along a line, in parts of a pixel.
struct Steps {
  std::int32_t x, y, step_x, step_y;
  int count;
};

/// What is looked at round each: steps in the picture's memory; `margin` pixels from its edges nothing is.
struct Looks {
  std::array<std::ptrdiff_t, 3> lateral;
  std::ptrdiff_t up, down, tooth_up, tooth_down;
  int margin;
};

/// At each place the lateral shift with the greatest lead counts; the first of equals.
void look_ahead_plain(const ImageView& picture, const Steps& steps, const Looks& looks, AheadOfLine& out) {
  for (int i = 0; i < steps.count; ++i) {
    const int x = (steps.x + i * steps.step_x) >> 16, y = (steps.y + i * steps.step_y) >> 16;
    int lead_here = 0, edges = 0, squared = 0, teeth = 0, teeth_squared = 0;
    if (x >= looks.margin && y >= looks.margin && x < picture.width - looks.margin && y < picture.height - looks.margin) {
      const std::uint8_t* p = picture.row(y) + x;
      int most = -256;
      for (const std::ptrdiff_t l : looks.lateral) {
        const std::uint8_t* q = p + l;
        const int above = q[looks.up], below = q[looks.down], lead = q[0] - std::max(above, below);
        if (lead <= most) continue;
        most = lead;
        lead_here = std::max(0, lead);
        edges = above + below;
        squared = above * above + below * below;
        const int first = q[looks.tooth_up], second = q[looks.tooth_down];
        teeth = first + second;
        teeth_squared = first * first + second * second;
      }
    }
    out.lead[at(i)] = lead_here;
    out.edges[at(i)] = edges;
    out.edges_squared[at(i)] = squared;
    out.teeth[at(i)] = teeth;
    out.teeth_squared[at(i)] = teeth_squared;
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) inline __m256i squares(const __m256i& a, const __m256i& b) {
  const __m256i both = _mm256_or_si256(a, _mm256_slli_epi32(b, 16));
  return _mm256_madd_epi16(both, both);
}

/// Eight places at once; all of them inside the margins, where four bytes from every pixel looked at lie in the picture.
__attribute__((target("avx2"))) void look_ahead_wide(const ImageView& picture, const Steps& steps, const Looks& looks, AheadOfLine& out) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), byte = _mm256_set1_epi32(255);
  const __m256i stride = _mm256_set1_epi32(static_cast<int>(picture.stride));
  const auto* data = reinterpret_cast<const int*>(picture.data);
  for (int next = 0; next < steps.count; next += 8) {
    const int i = next + 8 <= steps.count ? next : steps.count - 8;  // the last eight overlap
    const __m256i n = _mm256_add_epi32(_mm256_set1_epi32(i), lane);
    const auto place = [&](std::int32_t from, std::int32_t step) __attribute__((target("avx2"))) {
      return _mm256_srai_epi32(_mm256_add_epi32(_mm256_set1_epi32(from), _mm256_mullo_epi32(n, _mm256_set1_epi32(step))), 16);
    };
    const __m256i base = _mm256_add_epi32(_mm256_mullo_epi32(place(steps.y, steps.step_y), stride), place(steps.x, steps.step_x));
    __m256i most = _mm256_set1_epi32(-256), edges = _mm256_setzero_si256(), squared = edges, chosen = base;
    const auto grey_at = [&](__m256i from, std::ptrdiff_t step) __attribute__((target("avx2"))) {
      const __m256i at = _mm256_add_epi32(from, _mm256_set1_epi32(static_cast<int>(step)));
      return _mm256_and_si256(_mm256_i32gather_epi32(data, at, 1), byte);
    };
    for (const std::ptrdiff_t l : looks.lateral) {
      const __m256i shifted = _mm256_add_epi32(base, _mm256_set1_epi32(static_cast<int>(l)));
      const __m256i above = grey_at(shifted, looks.up), below = grey_at(shifted, looks.down);
      const __m256i lead = _mm256_sub_epi32(grey_at(shifted, 0), _mm256_max_epi32(above, below)), better = _mm256_cmpgt_epi32(lead, most);
      most = _mm256_max_epi32(most, lead);
      edges = _mm256_blendv_epi8(edges, _mm256_add_epi32(above, below), better);
      squared = _mm256_blendv_epi8(squared, squares(above, below), better);
      chosen = _mm256_blendv_epi8(chosen, shifted, better);
    }
    const __m256i first = grey_at(chosen, looks.tooth_up), second = grey_at(chosen, looks.tooth_down);
    const auto store = [&](std::vector<std::int32_t> & to, __m256i value) __attribute__((target("avx2"))) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.data() + i), value);
    };
    store(out.lead, _mm256_max_epi32(most, _mm256_setzero_si256()));
    store(out.edges, edges);
    store(out.edges_squared, squared);
    store(out.teeth, _mm256_add_epi32(first, second));
    store(out.teeth_squared, squares(first, second));
  }
}
#endif

void look_ahead(const ImageView& picture, const Steps& steps, const Looks& looks, AheadOfLine& out) {
#if defined(__x86_64__)
  const auto inside = [&](std::int32_t from, std::int32_t step, int size) {
    const int first = from >> 16, last = (from + (steps.count - 1) * step) >> 16;
    return std::min(first, last) >= looks.margin && std::max(first, last) < size - looks.margin;
  };
  if (has_avx2() && steps.count >= 8 && looks.margin >= 3 && inside(steps.x, steps.step_x, picture.width) &&
      inside(steps.y, steps.step_y, picture.height))
    return look_ahead_wide(picture, steps, looks, out);
#endif
  look_ahead_plain(picture, steps, looks, out);
}

struct AheadSums {
  std::int32_t lead = 0, edges = 0, edges_squared = 0, teeth = 0, teeth_squared = 0;
};

POLEMARCH_INLINE AheadSums sums_over_body(const AheadOfLine& ahead, int from, int to) {
  AheadSums sums;
  for (int i = from; i < to; ++i) {
    sums.lead += ahead.lead[at(i)];
    sums.edges += ahead.edges[at(i)];
    sums.edges_squared += ahead.edges_squared[at(i)];
    sums.teeth += ahead.teeth[at(i)];
    sums.teeth_squared += ahead.teeth_squared[at(i)];
  }
  return sums;
}
POLEMARCH_DISPATCH(AheadSums, sums_over, (const AheadOfLine& ahead, int from, int to), (ahead, from, to))

}  // namespace

LineScout::LineScout(const StripProfiles& profiles)
    : profiles_(profiles), soft_(profiles.layout().spine_mm < kSoftSpine * profiles.blur().across_mm) {}

LinePromise LineScout::promise(const ImageView& picture, const LocalMap& map, const BrightLine& line, bool covered) {
  const StripLayout& layout = profiles_.layout();
  const double cx = std::cos(line.angle), cy = std::sin(line.angle);
  const double ax = map.xx * cx + map.xy * cy, ay = map.yx * cx + map.yy * cy, scale = 1 / std::sqrt(ax * ax + ay * ay);  // px per mm along
  const double spine = (layout.length_mm - 2 * layout.end_mm) * scale;
  const int window = std::max(4, static_cast<int>(spine));
  const int half = static_cast<int>(std::abs(line.length_px - spine) / 2 + spine / 2 + 1.5 * scale);
  // As the lines were found: a bar where it meets its teeth.
  const auto across = layout.row_range(-1);
  const double middle = (across.low + across.high) / 2;
  const double edge = layout.depth_mm / 2 - layout.edge_mm / 2;
  // Pixels of a millimetre across, to the left of the line's direction on the plane.
  const double det = map.xx * map.yy - map.xy * map.yx, c = ax * scale, s = ay * scale;
  const double vx = (-map.yy * s - map.xy * c) / det, vy = (map.xx * c + map.yx * s) / det, one = 1 / std::sqrt(vx * vx + vy * vy);
  const std::ptrdiff_t stride = picture.stride;
  // The pixel nearest to a place, of those round it; how far it lies along the line matters less than how far across.
  const double nx = vx * one, ny = vy * one;
  const auto offset = [&](double mm) {
    const double x = vx * mm, y = vy * mm;
    const auto x0 = static_cast<std::ptrdiff_t>(x + kRoom) - kRoom, y0 = static_cast<std::ptrdiff_t>(y + kRoom) - kRoom;
    const double ex = static_cast<double>(x0) - x, ey = static_cast<double>(y0) - y, across = ex * nx + ey * ny, along = ex * ny - ey * nx;
    const auto off = [](double a, double b) { return a * a + kAlongMatters * b * b; };
    double least = off(across, along);
    std::ptrdiff_t best = y0 * stride + x0;
    const auto compare = [&](double beyond, std::ptrdiff_t step) {
      best = beyond < least ? y0 * stride + x0 + step : best;
      least = std::min(least, beyond);
    };
    compare(off(across + ny, along - nx), stride);
    compare(off(across + nx, along + ny), 1);
    compare(off(across + nx + ny, along + ny - nx), stride + 1);
    return best;
  };
  const bool even = std::abs(middle) < 1e-9;
  const auto other_side = [&](double mm, std::ptrdiff_t mirrored) { return even ? -mirrored : offset(mm); };
  const std::ptrdiff_t beside = offset(one);
  const std::array<std::ptrdiff_t, 3> lateral{0, beside, -beside};
  const std::ptrdiff_t up = offset(edge - middle), down = other_side(-edge - middle, up);
  const auto teeth = layout.row_range(0), teeth_below = layout.row_range(layout.rows - 1);
  const std::ptrdiff_t tooth_up = offset((teeth.low + teeth.high) / 2 - middle),
                       tooth_down = other_side((teeth_below.low + teeth_below.high) / 2 - middle, tooth_up);
  const int margin = static_cast<int>((edge + std::abs(middle)) / one) + 3;
  covered_wanted_ = covered;
  const int inner_half = static_cast<int>(line.length_px) / 2, count = 2 * half + 1;
  ahead_.resize(at(count));
  // In parts of a pixel, 16 bits.
  const auto fixed = [](double px) { return static_cast<std::int32_t>(std::clamp(px, -32000.0, 32000.0) * kPart); };
  const Steps steps{fixed(line.px + 0.5) - half * fixed(cx), fixed(line.py + 0.5) - half * fixed(cy), fixed(cx), fixed(cy), count};
  look_ahead(picture, steps, {lateral, up, down, tooth_up, tooth_down, margin}, ahead_);
  const int inner_from = std::max(0, half - inner_half), inner_to = std::min(count, half + inner_half + 1);
  const int owned = inner_to - inner_from, own = std::accumulate(ahead_.lead.begin() + inner_from, ahead_.lead.begin() + inner_to, 0);
  LinePromise promise;
  if (own <= 0) return promise;
  // How many places of each window look so, by the window's end; the windows that hold most.
  const int least = own / (4 * owned) + 1;
  const int full = std::min(window, count);
  held_.resize(at(count) + 1);
  int* const held = held_.data() + 1;
  held[-1] = 0;
  for (int i = 0; i < count; ++i) held[i] = held[i - 1] + (ahead_.lead[at(i)] >= least ? 1 : 0);
  for (int i = count - 1; i >= full; --i) held[i] -= held[i - full];
  const int most = *std::max_element(held + full - 1, held + count);
  int first = 0, last = count - 1;
  while (held[first] != most) ++first;
  while (held[last] != most) --last;
  const auto middle_of = [&](double end) { return end - (window - 1) / 2.0 - half; };
  likely_.middle_px = middle_of((first + last) / 2.0);
  const double fewer = covered ? kFewerCovered : soft_ ? kFewerSoft : kFewer;
  const int enough = static_cast<int>(std::ceil((1 - fewer) * most));
  while (first > 0 && held[first - 1] >= enough) --first;
  while (last + 1 < count && held[last + 1] >= enough) ++last;
  likely_.low_px = middle_of(first);
  likely_.high_px = middle_of(last);
  promise.share = static_cast<float>(most) / static_cast<float>(window);
  const int from = std::max(0, static_cast<int>(likely_.middle_px + half - (window - 1) / 2.0 + 0.5)), to = std::min(count, from + window);
  const AheadSums sums = sums_over(ahead_, from, to);
  const double n = std::max(1, to - from);
  const auto scatter = [&](std::int32_t both, std::int32_t squares) {
    const double mean = both / (2 * n);
    return static_cast<float>(std::sqrt(std::max(0.0, squares / (2 * n) - mean * mean)));
  };
  edge_scatter_ = 1 + scatter(sums.edges, sums.edges_squared);
  promise.lead = static_cast<float>(sums.lead / n) / edge_scatter_;
  promise.teeth = scatter(sums.teeth, sums.teeth_squared) / edge_scatter_;
  return promise;
}

float LineScout::least_lead(const LeastLead& of) const {
  const StripLayout& layout = profiles_.layout();
  return (covered_wanted_ ? of.covered : 1.0F) * of.at(layout.spine_mm / profiles_.blur().across_mm);
}

bool LineScout::worth(const LinePromise& promise) const {
  const float least = soft_ ? kLeastSoft : covered_wanted_ ? kLeastCovered : kLeast;
  return promise.share >= least && promise.lead >= least_lead(kLineLead) && promise.teeth >= least_lead(kTeeth) &&
         promise.lead * promise.teeth >= least_lead(kBoth);
}

}  // namespace polemarch::vision
