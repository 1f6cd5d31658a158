#pragma once
/// Roughly where a grid lies on the mat, to within a few millimetres: the start of the fit in grid_picture. Table frame, mm. Pure.

#include <optional>

#include "calibration/grid/grid_picture.hpp"

namespace polemarch::calibration {

constexpr double kGridMargin = 60;  ///< mm at the table's edges: border strip, not mat

/// The picture's grey at a place on the table, between pixels.
double grey_at(const ImageView& gray, const Camera& camera, double x_mm, double y_mm);

/// By lines: the mat seen from above, folded over the box in both directions. Of the grids that fit alike the one nearest to `start`.
std::optional<GridSpec> search_lines(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm);

/// By dots at the corners of the boxes, brighter (`sign` 1) or darker (-1) than the mat: small things that stand out vote for a turn, a
/// phase and a box size (2 % about the declared one).
std::optional<GridSpec> search_dots(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm,
                                    double sign);

/// What the camera's own error moves, turns and stretches of everything measured through it over the grid.
GridShare registration_share(const Camera& camera, const GridSpec& grid);

}  // namespace polemarch::calibration
