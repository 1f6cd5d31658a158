#pragma once
/// Where a grid of boxes lies on the table, from places that belong to it: corner markers, dots of the mat, stretches of its lines.
/// Table frame, mm. Least squares with outliers held down. Pure.

#include <vector>

#include "models/result.hpp"
#include "models/table.hpp"

namespace polemarch::calibration {

/// A grid point (column line i, row line j) measured at a place, both coordinates.
struct GridPoint {
  double column = 0, row = 0;  ///< lines counted from a1's outer corner: (0,0) is the origin, (columns, rows) the far corner
  double x_mm = 0, y_mm = 0;
  double sd_mm = 0.5;
};

/// A stretch of one grid line: only the distance across the line is measured.
struct GridStretch {
  bool upright = true;        ///< a line of constant column (runs along y), else of constant row
  double line = 0;            ///< its number
  double x_mm = 0, y_mm = 0;  ///< a point on it
  double sd_mm = 0.5;
};

struct GridFit {
  GridSpec grid;         ///< with sd_offset_mm (at the grid's middle, each axis) and sd_rotation_deg
  double box_scale = 1;  ///< measured over declared size of a box
  double sd_box_scale = 0;
  double rms_mm = 0;  ///< residuals of what was used
  int used = 0, left_out = 0;
};

/// Error that all measurements have in common, since they were all made through the same registered camera (standard deviations).
struct GridShare {
  double offset_mm = 0;     ///< of the grid's middle, the larger axis
  double rotation_deg = 0;  ///< of the whole
  double box_share = 0;     ///< of the size of a box
};

struct GridFitSettings {
  double stray_sigmas = 4;  ///< measurements farther off are left out; default 4
  GridShare shared = {};    ///< what the table's registration adds to the error; default nothing
};

/// `start`: columns, rows, box, and a first guess of origin and rotation. Errors: too few places, or all on one line.
Result<GridFit> fit_grid(const GridSpec& start, const std::vector<GridPoint>& points, const std::vector<GridStretch>& stretches,
                         const GridFitSettings& settings);

}  // namespace polemarch::calibration
