#pragma once
/// How the noise of a square's four fitted corners hangs together. Image pixels; covariances of (x0 y0 .. x3 y3), row-major 8x8, px^2.
/// Pure.

#include <cstddef>
#include <vector>

#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

/// Corners that are the crossings of four fitted sides. `along_sd`: standard deviation of a side's middle across it, pixels, for a
/// side one pixel long; it falls with the root of the length, and a line's ends scatter twice as much as its middle.
std::vector<double> noise_of_crossings(const Quad& corners, double along_sd);

/// The covariance of corners that are counted from another one first: corner k of the result is corner (k + turn) % 4 of `covariance`.
std::vector<double> turned_covariance(const std::vector<double>& covariance, std::size_t turn);

}  // namespace polemarch::vision
