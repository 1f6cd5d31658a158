#pragma once
/// The shadow of a figure across a strip, taken off its pixels. A shadow leaves a share of the light; in a camera's grey levels, which are
/// nearly a power of the light, it takes the same share off ink and paper. So the picture over the fitted strip, smoothed over two pixels,
/// has two levels where a shadow lies, whose border needs no shape. Plane frame of strip_plane.hpp, mm. Pure.

#include "vision/detect/strips/fit/strip_fit.hpp"

namespace polemarch::vision {

/// Brings what lies in shadow to the light of the rest, as seen by `fit` of a word: changes `pixels.grey`, and takes `pixels.trust` from
/// what lies in the border. False, and nothing is changed, where there are no two levels. A fit of the wrong word sees none that helps it:
/// the border between them must be smooth.
bool lift_shadow(StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit);

}  // namespace polemarch::vision
