#pragma once
/// A strip as it is drawn, before anything blurs it: how much white the pixels of a picture show of it when nothing but their own area
/// blurs. Strip frame, mm. Pure.

#include <array>

#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// One word's print; its edges are ramps as wide as the thirds of a pixel that are looked at.
struct DrawnStrip {
  /// `along_mm`, `across_mm`: a pixel's size on the plane in the strip's directions.
  DrawnStrip(const StripLayout& layout, StripWord word, double along_mm, double across_mm);
  /// Beyond it from the middle all is black.
  float most_u = 0, most_v = 0;

  struct Box {
    float middle = 0, half = -1;  // half its breadth in ramps, and half a ramp; nothing at all is -1
  };
  float per_mm_u = 1, per_mm_v = 1;  // one over a ramp's width
  Box spine_u, spine_v;
  std::array<Box, 2> row_v;
  std::array<std::int32_t, 2> teeth{};  // white ones, two black columns before the first
  float first = 0, per_pitch = 1, last = 0, ramps_a_pitch = 1;
};

/// Places in a strip's frame, mm.
struct DrawnPlaces {
  const float *u, *v;
  int count;                    ///< read and written in eights
  std::array<float, 9> du, dv;  ///< nine points round each that are averaged
};

/// The share of white at each place.
void drawn_white(const DrawnStrip& strip, const DrawnPlaces& places, float* out);

}  // namespace polemarch::vision
