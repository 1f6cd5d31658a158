#pragma once
/// On which declared ground a base stands. Its mount's height is declared, the ground's comes from the terrain under it. Near an edge both
/// the hill and the table below may explain the same pixels: 25 mm of height move a base by 10 mm at the picture's rim. The print is then
/// fitted at each height and its size decides. What it leaves open goes into the stated error.

#include "vision/track/locator.hpp"

namespace polemarch::vision {

/// The fit again on the ground that explains the print's place and size best. Leaves ground and doubt in the track.
PrintFit fit_on_likeliest_ground(const Moment& now, Track& track, const PrintFit& fit, Locator& locator, const Known& known,
                                 const Noise& noise);

}  // namespace polemarch::vision
