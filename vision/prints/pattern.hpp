#pragma once
/// What is printed: a marker as a fine raster in millimetres, whatever its family (square, strip, ring). Everything that fits a print
/// to pixels (track/fit/template.hpp, track/fit/fit.hpp) works from this and knows no family. Pure.
///
/// Marker frame: origin at the centre of the outline, x to the right and y up when the print is upright, millimetres. A base whose
/// mount has rotation 0 has its heading along the marker's +y.

#include <functional>
#include <string>
#include <vector>

#include "models/ids.hpp"

namespace polemarch::vision {

/// A rectangle of the print, in the marker frame. Later rectangles lie over earlier ones.
struct PatternRect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< mm
  bool white = false;
};

/// The print sampled on a square grid. value 0 = ink, 1 = paper; weight 0 = not part of the print (never compared), 1 = print.
struct Pattern {
  std::string family;  ///< "DICT_APRILTAG_36h11", "STRIP40x6" ...
  MarkerId marker;
  double width_mm = 0, height_mm = 0;  ///< the outline that MarkerMount::size_mm and Detection::corners speak of
  double module_mm = 0;                ///< smallest detail
  double step_mm = 0;                  ///< raster pitch
  int columns = 0, rows = 0;           ///< raster size; sample (c, r) lies at x = left_mm + c step_mm, y = top_mm - r step_mm
  double left_mm = 0, top_mm = 0;      ///< place of sample (0, 0)
  std::vector<float> value;            ///< row by row from the top
  std::vector<float> weight;
};

/// Says what is printed at a point of the marker frame: 0 ink, 1 paper, negative = not part of the print.
using PatternPaint = std::function<double(double x_mm, double y_mm)>;

/// Samples `paint` over the outline plus `rim_mm` on every side, `samples_per_module` to a module, 4x4 sub-samples each.
Pattern paint_pattern(std::string family, MarkerId marker, double width_mm, double height_mm, double module_mm, double rim_mm,
                      const PatternPaint& paint, int samples_per_module = 8);

/// The same from rectangles; what no rectangle covers is not part of the print.
Pattern pattern_of(std::string family, MarkerId marker, double width_mm, double height_mm, double module_mm, double rim_mm,
                   const std::vector<PatternRect>& rects, int samples_per_module = 8);

}  // namespace polemarch::vision
