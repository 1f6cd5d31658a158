#pragma once
/// What a new fit does to the running mean of a base at rest, and whether it shows a move.

#include "vision/track/scatter.hpp"
#include "vision/track/track.hpp"

namespace polemarch::vision {

/// Takes a fit into the running mean; true when it shows a move since the mean began. Teaches `scatter`.
bool take_into_rest(Track& track, const PrintFit& fit, Scatter& scatter);

}  // namespace polemarch::vision
