#pragma once
/// What the sizes of all resting prints have in common: a sheet printed large and a lens a little off are common to all. And where they
/// fall into two groups, printed on two sheets or standing at two heights.

#include <vector>

#include "vision/track/known.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

/// Shares over what is declared; kept while they move.
struct CommonSize {
  bool known = false;
  double mean = 0, spread = 0;
  double finest = 0;          ///< the spread that they show, however small
  bool two_sheets = false;    ///< too many differ for any one to be lifted
  double upper = 0;           ///< where they fall into two groups: mean of the larger ones; the rest is of the smaller ones. 0: they do not
  double x_mm = 0, y_mm = 0;  ///< the middle of their places
  bool split() const { return upper != 0; }
};

/// Why prints may look larger than declared wherever they stand (shares), and how sure a picture that is bent leaves the size of one.
struct DeclaredSize {
  std::vector<double> reasons{0};
  double bends = 0;
  /// How much larger than declared a print is that looks so by `size`, for the reason that leaves least.
  double larger(double size) const;
};

/// Shares by which prints look larger wherever they stand: printed along with the border; and as the picture shows the border.
std::vector<double> reasons_for_sizes(const Tracks& tracks, const Known& known);

/// Standard deviation of a print's apparent size, as a share, by what bends the picture: four corners, each off by so much.
double bends_of(const Known& known, double size_mm);

class CommonSizes {
 public:
  /// Takes those at rest; the blur that strips have in common (variance, px; 0: too few). `all_larger`: the share by which all look larger
  /// and that is open already (CommonHeight).
  double learn(const Tracks& tracks, const Known& known, double all_larger);
  const CommonSize& of(const Track& track) const { return track.print.own ? strips_ : squares_; }
  const DeclaredSize& declared(const Track& track) const { return track.print.own ? declared_strips_ : declared_squares_; }

 private:
  CommonSize squares_, strips_;  // strips apart
  DeclaredSize declared_squares_, declared_strips_;
};

}  // namespace polemarch::vision
