#pragma once
/// The stated error of a pose. A fit's own covariance takes its residuals for noise that is new in every pixel and every frame. Three parts
/// are added: the measured scatter of repeated fits (Scatter), the bias that stays in every frame, and what the raster cannot resolve.
/// vision/FIGURES.md has the figures. Pure.

#include <array>

#include "models/camera.hpp"
#include "vision/track/followed/track.hpp"
#include "vision/track/noise.hpp"

namespace polemarch::vision {

/// Covariance of the print's pose (x mm, y mm, up rad) as the state gives it: of the newest fit, or of the average of the fits at rest.
std::array<double, 9> stated_error(const Track& track, bool average, const Noise& noise, const Camera& camera);

/// A resting square that was not fitted in this frame (of that number), and whose pixels changed a little more than they usually do: it
/// may have set off. Strips and rings are left out: their pixels show more of what stands beside them than of themselves.
bool may_have_started(const Track& track, long number);

/// How far it may have moved. A small move adds to each pixel's change by its square over the noise, as the squares of a fit's information
/// do: the covariance of one fit, times the excess in units of what a fit leaves over.
std::array<double, 9> unseen_move(const Track& track);

}  // namespace polemarch::vision
