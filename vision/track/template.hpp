#pragma once
/// A print as the lens shows it: the pattern's raster blurred. Marker frame, millimetres. Pure.

#include <cstdint>
#include <vector>

#include "vision/track/pattern.hpp"

namespace polemarch::vision {

/// value(c, r) at x = left_mm + c step_mm, y = top_mm - r step_mm of the marker frame; 0 ink, 1 paper.
struct PrintTemplate {
  int columns = 0, rows = 0;
  double step_mm = 0, left_mm = 0, top_mm = 0;
  double blur_x_mm = 0, blur_y_mm = 0;           ///< standard deviation it was made for
  double blur_xy_mm2 = 0;                        ///< and covariance: a blur round in the picture leans in a print seen askew
  double tone = 0;                               ///< the camera's curve it was made for: grey = t + tone t (1 - t)
  double half_width_mm = 0, half_height_mm = 0;  ///< of the printed area, rim included
  double pattern_spread = 0;                     ///< standard deviation of the values
  std::vector<float> value;
};

/// Blurs with a Gaussian along each marker axis (and to first order by their covariance), then bends the values by the camera's tone curve
/// (gamma, a phone's HDR: they act after the lens). Beyond the print the nearest printed value is repeated.
PrintTemplate make_template(const Pattern& pattern, double blur_x_mm, double blur_y_mm, double tone = 0, double blur_xy_mm2 = 0);

constexpr float kPaper = 240.0F;  ///< a byte of ink that stands for paper: sixteenths stay exact
/// The same with the pattern's values as bytes, 0 ink to kPaper; those of `pattern` are not looked at. A quarter of the memory.
PrintTemplate make_template(const Pattern& pattern, const std::vector<std::uint8_t>& ink, double blur_x_mm, double blur_y_mm,
                            double tone = 0, double blur_xy_mm2 = 0);

}  // namespace polemarch::vision
