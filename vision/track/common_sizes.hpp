#pragma once
/// What the sizes of all resting prints have in common: a sheet printed large and a lens a little off are common to all.

#include "vision/track/tracks.hpp"

namespace polemarch::vision {

/// Shares over what is declared; kept while they move.
struct CommonSize {
  bool known = false;
  double mean = 0, spread = 0;
  double finest = 0;  ///< the spread that they show, however small
  bool two_sheets = false;
};

class CommonSizes {
 public:
  /// Takes those at rest; the blur that strips have in common (variance, px; 0: too few).
  double learn(const Tracks& tracks);
  const CommonSize& of(const Track& track) const { return track.print.own ? strips_ : squares_; }

 private:
  CommonSize squares_, strips_;  // strips apart
};

}  // namespace polemarch::vision
