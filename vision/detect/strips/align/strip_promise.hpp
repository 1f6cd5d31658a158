#pragma once
/// Whether a bright line is worth laying out for strips, from three pixels a place: the spine and the two black edges. Cheap. Pixels. Pure
/// (keeps its memory between calls).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/find/bright_line.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/detect/strips/words/strip_template.hpp"

namespace polemarch::vision {

/// How far a spine must lead its edges, in standard deviations of the edges. The narrower it is against the blur the less it leads, and the
/// more the teeth beside it show in the edges: `per_width` less for each standard deviation of the blur that it is narrower than two.
struct LeastLead {
  float at_two = 0;   ///< where the spine is two standard deviations of the blur wide
  float most = 0;     ///< of sharper ones
  float covered = 1;  ///< times that where covered strips are wanted
  float per_width = 1;
  float at(double width) const { return std::min(most, at_two + per_width * static_cast<float>(width - 2)); }
};

/// What three pixels a place along a line promise (spine and the two black edges, over a strip's length where most of it looks so).
struct LinePromise {
  float share = 0;  ///< of the places look like a spine between edges, by a quarter of the line's own contrast
  float lead = 0;   ///< of the spine over the brighter edge on average, in standard deviations of the edges
  float teeth = 0;  ///< scatter of the grey levels where the teeth must be, in standard deviations of the edges
};

/// Grey levels place by place along a line: the spine over the brighter edge (0 and more), both edges together, their squares together; the
/// same of the two rows of teeth.
struct AheadOfLine {
  std::vector<std::int32_t> lead, edges, edges_squared, teeth, teeth_squared;
  void resize(std::size_t n) {
    for (auto* of : {&lead, &edges, &edges_squared, &teeth, &teeth_squared}) of->resize(n);
  }
};

/// Where along a line a strip's middle would have most of it, and where nearly as much; pixels from the line's middle.
struct LikelyStretch {
  double middle_px = 0, low_px = 0, high_px = 0;
};

/// Asks lines one by one; what it says of a line it says of the one asked last.
class LineScout {
 public:
  explicit LineScout(const StripProfiles& profiles);
  /// `covered`: strips that something partly covers are wanted too.
  LinePromise promise(const ImageView& picture, const LocalMap& map, const BrightLine& line, bool covered);
  /// Whether such a line is worth laying out.
  bool worth(const LinePromise& promise) const;

  /// Spines that the blur is as wide as are judged mildly.
  bool soft() const { return soft_; }
  bool covered_wanted() const { return covered_wanted_; }
  const LikelyStretch& likely() const { return likely_; }
  /// Standard deviation of the edges' grey levels, and 1 for an even picture.
  float edge_scatter() const { return edge_scatter_; }
  float least_lead(const LeastLead& of) const;

 private:
  const StripProfiles& profiles_;
  bool soft_ = false, covered_wanted_ = false;
  float edge_scatter_ = 1;
  LikelyStretch likely_;
  AheadOfLine ahead_;
  std::vector<int> held_;  // places that look like a strip's in the window that ends here
};

}  // namespace polemarch::vision
