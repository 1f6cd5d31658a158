#include "vision/detect/strips/fit/strip_drawn.hpp"

#include <cassert>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr double kRamp = 1.0 / 3;  // px

// Macros instead of functions: a vector of eight must not be handed over where the processor may have only four.
#define POLEMARCH_RAMP(x) ((x) > 1 ? one : (x) > 0 ? (x) : none)
#define POLEMARCH_IN_BOX(box, x, per_mm)                   \
  do {                                                     \
    const V8 off = ((x) - (box).middle) * (per_mm);        \
    const V8 inside = (box).half - (off > 0 ? off : -off); \
    in_box = POLEMARCH_RAMP(inside);                       \
  } while (false)

POLEMARCH_INLINE void white_of_body(const DrawnStrip& strip, const DrawnPlaces& places, float* out) {
  const V8 none{}, one = none + 1;
  for (int i = 0; i < places.count; i += 8) {
    V8 u, v, white{};
    __builtin_memcpy(&u, places.u + i, sizeof u);
    __builtin_memcpy(&v, places.v + i, sizeof v);
    for (int k = 0; k < 9; ++k) {
      const V8 pu = u + places.du[at(k)], pv = v + places.dv[at(k)];
      V8 in_box;
      POLEMARCH_IN_BOX(strip.spine_u, pu, strip.per_mm_u);
      const V8 along = in_box;
      POLEMARCH_IN_BOX(strip.spine_v, pv, strip.per_mm_v);
      white += along * in_box;
      // The edge between two columns that is nearest; the colours before and after it.
      V8 column = (pu - strip.first) * strip.per_pitch;
      column = column < 0 ? none : column > strip.last ? none + strip.last : column;
      const I8 edge = __builtin_convertvector(column + 0.5F, I8);
      const V8 beyond = (column - __builtin_convertvector(edge, V8)) * strip.ramps_a_pitch + 0.5F;
      const V8 after = POLEMARCH_RAMP(beyond), before = 1 - after;
      for (int r = 0; r < 2; ++r) {
        const I8 colours = (I8{} + strip.teeth[at(r)]) >> edge;
        const V8 tooth = ((colours & 1) != 0 ? before : none) + ((colours & 2) != 0 ? after : none);
        POLEMARCH_IN_BOX(strip.row_v[at(r)], pv, strip.per_mm_v);
        white += tooth * in_box;
      }
    }
    white *= 1.0F / 9;
    __builtin_memcpy(out + i, &white, sizeof white);
  }
}
POLEMARCH_DISPATCH(void, white_of, (const DrawnStrip& strip, const DrawnPlaces& places, float* out), (strip, places, out))

}  // namespace

DrawnStrip::DrawnStrip(const StripLayout& layout, StripWord word, double along_mm, double across_mm) {
  assert(layout.kind != StripKind::Ring && layout.columns < 28 && layout.rows <= 2);
  const double ramp_u = kRamp * along_mm, ramp_v = kRamp * across_mm;
  const auto f = [](double value) { return static_cast<float>(value); };
  const auto box = [&](StripLayout::Range range, double ramp) {
    return Box{f((range.low + range.high) / 2), f((range.high - range.low) / (2 * ramp) + 0.5)};
  };
  per_mm_u = f(1 / ramp_u);
  per_mm_v = f(1 / ramp_v);
  const double half = layout.length_mm / 2 - layout.end_mm;
  spine_u = box({-half, half}, ramp_u);
  spine_v = box(layout.row_range(-1), ramp_v);
  const StripWord columns = (StripWord{1} << layout.columns) - 1;
  for (int r = 0; r < layout.rows; ++r) {
    row_v[at(r)] = box(layout.row_range(r), ramp_v);
    teeth[at(r)] = static_cast<std::int32_t>(((word >> (r * layout.columns)) & columns) << 2);
  }
  first = f(layout.column_range(0).low - layout.pitch_mm);  // two black columns before and behind: what is beyond is black
  per_pitch = f(1 / layout.pitch_mm);
  last = f(layout.columns + 2);
  ramps_a_pitch = f(layout.pitch_mm / ramp_u);
  most_u = f(half + ramp_u + along_mm);
  most_v = f(layout.depth_mm / 2 - layout.edge_mm + ramp_v + across_mm);
}

void drawn_white(const DrawnStrip& strip, const DrawnPlaces& places, float* out) { white_of(strip, places, out); }

}  // namespace polemarch::vision
