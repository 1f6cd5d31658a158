#pragma once
/// From the hull of a dark piece to a quad with sub-pixel sides. Image pixels. Pure.

#include <functional>
#include <optional>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/squares/components.hpp"
#include "vision/pixels/homography.hpp"

namespace polemarch::vision {

constexpr double kLeastHullShare = 0.8;  ///< hull area over quad area of a piece that may be a quad; lower lets rounder pieces through

/// The four lines left when the hull's edges are dropped one by one, each time the one whose neighbours meet with least area added.
/// Rounded (blurred) corners vanish. None when the hull is no convex quad.
std::optional<Quad> quad_of(const Piece& piece);

/// For a piece whose fourth corner is covered, or one with whatever covers it: two neighbouring sides of like length span a parallelogram.
/// One for every such pair of the hull.
std::vector<Quad> quads_of_corners(const Piece& piece);

/// The square `scale` times the known marker's with a corner at `corner` and a side towards `towards`, on the right of that way (`right`)
/// or on its left; in clockwise order. None where it would leave the plane's view.
using SquareAt = std::function<std::optional<Quad>(PixelPoint corner, PixelPoint towards, bool right, double scale)>;

/// The same where the size is known: one end of one good side is enough. Two for every side of the hull that may be one.
std::vector<Quad> squares_of_sides(const Piece& piece, const SquareAt& square_at, double scale);

/// Moves every side onto the steepest dark-to-bright edge within `reach` pixels and intersects them. None when a side has none.
std::optional<Quad> refine_sides(const ImageView& gray, const Quad& quad, double reach);

/// Bilinear sample; the picture's border is repeated outside.
double sample(const ImageView& gray, double x, double y);

}  // namespace polemarch::vision
