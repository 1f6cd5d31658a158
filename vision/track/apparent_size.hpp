#pragma once
/// What a print's size says of its height: how much nearer it is, and whether a print on the move hangs in the air. Pure.

#include <array>

#include "models/camera.hpp"
#include "vision/track/common_sizes.hpp"
#include "vision/track/followed/track.hpp"
#include "vision/track/noise.hpp"

namespace polemarch::vision {

/// Share by which printers, unlike each other, print larger than they are told (standard deviation). More is hardly ever a printer's doing:
/// "fit to page" makes smaller.
inline constexpr double kPrintersSpread = 0.002;

/// How much nearer to the camera than its plane a print lies that looks larger by `larger` (share), mm along the table's up.
double rise_of(const Camera& camera, const Track& track, double larger);

/// Standard deviation (share) of how large a print looks that the camera's own error leaves: on the table, and against a print that lies at
/// (x, y) instead. A tilt that three border markers in a line leave open makes prints larger on one side than on the other.
double size_sd_by_camera(const Camera& camera, const Track& track);
double size_sd_by_camera(const Camera& camera, const Track& track, double x_mm, double y_mm);

/// Mean square (xx, xy, yy, mm^2) of where the print would lie, were it `rise_mm` higher, about where it lies now.
std::array<double, 3> doubt_of_rise(const Camera& camera, const Track& track, double rise_mm);

/// The same where it looks larger by `larger` (share) than it would where it is taken to lie; a strip's ends may pull it any way by that.
std::array<double, 3> doubt_of_size(const Camera& camera, const Track& track, double larger);

/// A hand that moves a base may carry it: a print on the move that looks larger than those at rest is nearer to the camera by nobody knows
/// how much, and its place in doubt by as much.
void ask_whether_lifted(const Camera& camera, Track& track, const PrintFit& fit, const CommonSizes& sizes, const Noise& noise);

}  // namespace polemarch::vision
