#pragma once
/// What a print's size says of its height: how much nearer it is, and whether a print on the move hangs in the air. Pure.

#include <array>

#include "models/camera.hpp"
#include "vision/track/common_sizes.hpp"
#include "vision/track/followed/track.hpp"
#include "vision/track/noise.hpp"

namespace polemarch::vision {

/// How much nearer to the camera than its plane a print lies that looks larger by `larger` (share), mm along the table's up.
double rise_of(const Camera& camera, const Track& track, double larger);

/// Mean square (xx, xy, yy, mm^2) of where the print would lie, were it `rise_mm` higher, about where it lies now.
std::array<double, 3> doubt_of_rise(const Camera& camera, const Track& track, double rise_mm);

/// A hand that moves a base may carry it: a print on the move that looks larger than those at rest is nearer to the camera by nobody knows
/// how much, and its place in doubt by as much.
void ask_whether_lifted(const Camera& camera, Track& track, const PrintFit& fit, const CommonSizes& sizes, const Noise& noise);

}  // namespace polemarch::vision
