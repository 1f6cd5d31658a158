#pragma once
/// Whether a strip ends where it should. A part of a longer strip has nearly the teeth of a short one, and by chance its word; only its
/// ends tell: there the longer one's spine goes on where black should be. Plane frame of strip_plane.hpp, mm. Pure.

#include "vision/detect/strips/fit/strip_fit.hpp"

namespace polemarch::vision {

/// The pixels of either end show white between the rows of teeth rather than black.
bool spine_goes_on(const StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit);

}  // namespace polemarch::vision
