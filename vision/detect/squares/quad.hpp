#pragma once
/// From the hull of a dark piece to a quad with sub-pixel sides. Image pixels. Pure.

#include <functional>
#include <optional>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/squares/components.hpp"
#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

struct QuadSettings {
  double least_side = 6.0;        ///< pixels; shorter sides are dropped
  double least_hull_share = 0.8;  ///< hull area over quad area; lower lets rounder pieces through
  double least_contrast = 8.0;    ///< grey levels from inside to outside, mean over a side
  double least_support = 0.6;     ///< share of a side's samples that see ink inside and paper outside
};

/// The four lines left when the hull's edges are dropped one by one, each time the one whose neighbours meet with least area added.
/// Rounded (blurred) corners vanish. None when the hull is no convex quad.
std::optional<Quad> quad_of(const Piece& piece, const QuadSettings& settings);

/// For a piece whose fourth corner is covered, or one with whatever covers it: two neighbouring sides of like length span a parallelogram.
/// One for every such pair of the hull.
std::vector<Quad> quads_of_corners(const Piece& piece, const QuadSettings& settings);

/// The square `scale` times the known marker's with a corner at `corner` and a side towards `towards`, on the right of that way (`right`)
/// or on its left; in clockwise order. None where it would leave the plane's view.
using SquareAt = std::function<std::optional<Quad>(PixelPoint corner, PixelPoint towards, bool right, double scale)>;

/// The same where the size is known: one end of one good side is enough. Two for every side of the hull that may be one.
std::vector<Quad> squares_of_sides(const Piece& piece, const SquareAt& square_at, double scale, const QuadSettings& settings);

/// Moves every side onto the steepest dark-to-bright edge within `reach` pixels and intersects them. None when a side has none.
std::optional<Quad> refine_sides(const ImageView& gray, const Quad& quad, double reach, const QuadSettings& settings);

/// Bilinear sample; the picture's border is repeated outside.
double sample(const ImageView& gray, double x, double y);

}  // namespace polemarch::vision
