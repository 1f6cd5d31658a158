#pragma once
/// On which ground a marker may stand that was just read and does not fit where its mount's height and the terrain put it. Pure.

#include <vector>

#include "models/detection.hpp"
#include "vision/track/followed/track.hpp"
#include "vision/track/known.hpp"

namespace polemarch::vision {

/// The declared grounds it may stand on, mm, the likeliest by its size first: near an edge the place alone misleads.
std::vector<double> other_grounds(const Known& known, const Track& track, const Detection& detection);

/// `pose` on the ground that its corners' distances tell; `track` stands there. False when they tell none higher.
bool guess_ground(const Camera& camera, Track& track, const Detection& detection, PrintPose& pose);

}  // namespace polemarch::vision
