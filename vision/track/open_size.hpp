#pragma once
/// What the size of a print at rest leaves open of its height, though it is not put on other ground. Pure.

#include "vision/track/common_sizes.hpp"

namespace polemarch::vision {

/// The share by which it looks larger than it would where it is taken to stand; 0: nothing is open. By the others' common size, by the
/// smaller of two groups, and by what is declared.
double open_size(const Known& known, const CommonSizes& sizes, const Track& track);

}  // namespace polemarch::vision
