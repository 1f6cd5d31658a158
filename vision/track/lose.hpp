#pragma once
/// A print that is not found where it lay is covered for a while, or taken away.

#include "vision/track/followed/track.hpp"
#include "vision/track/moment.hpp"
#include "vision/track/reference.hpp"

namespace polemarch::vision {

/// Once a frame in which it is not found; `blurred_away`: nothing can be told of a place, since the picture is out of focus.
void lose(const Moment& now, Track& track, Reference& reference, bool blurred_away);

}  // namespace polemarch::vision
