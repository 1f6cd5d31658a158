#pragma once
/// What the files of StripDetector share. Inside vision/detect.

#include "vision/detect/strips/strip_detect.hpp"
#include "vision/detect/strips/strip_gates.hpp"

namespace polemarch::vision {

/// For strips of one scale and slant.
struct StripDetector::Tools {
  StripDecoder on_grid;    // blur of the picture and of its interpolation
  StripDecoder on_pixels;  // blur of the picture
  StripAligner aligner;
  Tools(const StripLayout& printed, const CodeBook& book, StripBlur grid, StripBlur pixel, double scale)
      : on_grid(printed, book, grid), on_pixels(printed, book, pixel), aligner(on_grid, scale) {}
};

constexpr float kOddNoises = 3.5F;        // standard deviations of noise that never make a pixel odd
constexpr double kFirstPrintScale = 1.0;  // printed over nominal size to begin with; learnt from what is found

}  // namespace polemarch::vision
