#pragma once
/// The picture laid out along a bright line, on a grid in mm: u along the line, v across it. Plane frame of strip_plane.hpp. Pure.

#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

struct LineGrid {
  // Of strips of one layout and scale.
  double du = 0.5, dv = 0.5;  ///< mm from column to column and from row to row
  int steps_per_pitch = 4;    ///< columns to a tooth's pitch
  int rows = 0;
  int shifts = 0;  ///< rows that a strip's middle may lie beside the line, to each side
  double v_low = 0;

  // Of the line laid out last.
  double along_rad = 0, x_mm = 0, y_mm = 0;  ///< its direction and the grid's middle, on the plane
  int columns = 0;
  double u_low = 0;
  std::vector<float> grey;  ///< column by column: columns x rows; less the level along the middle

  /// `scale`: px per mm.
  LineGrid(const StripLayout& layout, double scale);
  int middle() const { return columns / 2; }
  /// `map`: expanded at the line's middle; `direction`: of the line on the plane.
  void lay_out(const ImageView& picture, const LocalMap& map, double direction, double half_length);
};

}  // namespace polemarch::vision
