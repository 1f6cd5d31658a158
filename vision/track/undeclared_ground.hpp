#pragma once
/// Ground that nobody declared: a book under a cloth, a hill left out of table.json. A print that looks larger than all others do stands
/// nearer to the camera. Only the difference to the others counts, since a sheet printed large and a lens a little off are common to all.

#include "vision/track/common_sizes.hpp"
#include "vision/track/locator.hpp"
#include "vision/track/notices.hpp"

namespace polemarch::vision {

/// Asks every print at rest, newcomers too; learns `sizes` first. `all_larger`: the share by which all look larger and that is open
/// already.
void find_undeclared_ground(const Moment& now, Tracks& tracks, CommonSizes& sizes, Locator& locator, Noise& noise, const Known& known,
                            Notices& notices, double all_larger);

}  // namespace polemarch::vision
