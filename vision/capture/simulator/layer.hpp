#pragma once
/// What the compositor paints: flat polygons in picture pixels, from the ground up. Pure.

#include <array>
#include <optional>
#include <vector>

#include "models/detection.hpp"
#include "vision/capture/simulator/scene_spec.hpp"

namespace polemarch::vision::sim {

/// A smooth fall-off in the picture: u = axes * (p - centre); 1 where |u| <= 1 - edge, 0 where |u| >= 1 + edge.
struct SoftField {
  PixelPoint centre;
  double ax = 0, ay = 0, bx = 0, by = 0;  ///< rows of `axes`, 1/px
  double edge = 0.5;
  bool box = false;  ///< |u| is the larger coordinate instead of the length
};

/// A share of a layer's second colour over a polygon.
struct Mark {
  std::vector<PixelPoint> outline;
  double weight = 1.0;
};

/// One flat thing: colour `ground` over `outline`, blended towards `ink` by the marks (summed, so they must not overlap), all of it
/// `alpha` opaque, thinned by `soft` where given.
struct Layer {
  std::vector<PixelPoint> outline;
  std::vector<Mark> marks;
  Colour ground{}, ink{};
  double alpha = 1.0;
  std::optional<SoftField> soft;
  double order = 0;                       ///< painted from low to high
  bool casts = true;                      ///< hides markers below it (shadows and glare do not)
  int owner = -1;                         ///< index of the base or border marker whose print this is, else -1
  std::array<PixelPoint, 4> corners{};    ///< of that print's bounding rectangle without its rim, in Detection's order
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< bounding box, pixels; filled in by bound()
};

/// Fills in the bounding box from the outline.
void bound(Layer& layer);

}  // namespace polemarch::vision::sim
