#pragma once
/// How soft the black-white edges of a board are. Pixels. Pure.

#include "models/detection.hpp"
#include "models/image.hpp"

namespace polemarch::calibration {

/// Spread (sigma, px) of the edge that runs from `a` to `b`, from profiles of +-`reach` px across its middle part;
/// negative when there is no edge to measure (low contrast, outside the picture).
double edge_sigma(const ImageView& gray, PixelPoint a, PixelPoint b, double reach);

/// Bilinear grey value; nearest inside value at the border.
double sample(const ImageView& gray, double x, double y);

}  // namespace polemarch::calibration
