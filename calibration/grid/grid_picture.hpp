#pragma once
/// The grid of a mat found in a picture: its lines, or the dots at the corners of its boxes. Needs a registered camera and what the
/// grid is (columns, rows, size of a box). Table frame, mm. Pure.

#include "calibration/grid/grid_fit.hpp"
#include "models/camera.hpp"
#include "models/image.hpp"

namespace polemarch::calibration {

/// What a mat shows of its grid.
enum class GridMarks { Lines, Dots };

struct GridPicture {
  GridFit fit;
  GridMarks marks = GridMarks::Lines;  ///< what was found
  double seen_share = 0;               ///< share of stretches or dots that were measured
  bool bright = false;                 ///< marks brighter than the mat
};

/// The grid nearest to `start` (a mat repeats itself: an origin off by a whole box cannot be told, so the guess decides).
/// `width_mm`, `depth_mm`: the table. Errors: one line, e.g. no grid of this size seen.
Result<GridPicture> find_grid(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm);

}  // namespace polemarch::calibration
