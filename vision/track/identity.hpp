#pragma once
/// Whether the pixels under a fit bear the print's own code. Pure.

#include "models/image.hpp"
#include "vision/track/followed/track.hpp"

namespace polemarch::vision {

/// True when the code under the print, bit by bit, is nearer to `track`'s own word than to any other word of its family.
bool reads_as_own(const ImageView& gray, const Track& track, const LocalPlane& plane, const PrintFit& fit);

}  // namespace polemarch::vision
