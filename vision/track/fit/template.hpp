#pragma once
/// A print as the camera shows it: the pattern's raster blurred, bent and sharpened. Marker frame, millimetres. Pure.

#include <cstdint>
#include <vector>

#include "vision/prints/pattern.hpp"
#include "vision/track/fit/blur_on_print.hpp"
#include "vision/track/fit/halo.hpp"

namespace polemarch::vision {

/// value(c, r) at x = left_mm + c step_mm, y = top_mm - r step_mm of the marker frame; 0 ink, 1 paper.
struct PrintTemplate {
  int columns = 0, rows = 0;
  double step_mm = 0, left_mm = 0, top_mm = 0;
  double blur_x_mm = 0, blur_y_mm = 0;           ///< standard deviation it was made for
  double blur_xy_mm2 = 0;                        ///< and covariance: a blur round in the picture leans in a print seen askew
  double tone = 0;                               ///< the camera's curve it was made for: grey = t + tone t (1 - t)
  HaloAmounts halo{};                            ///< of kHaloRadiiPx it was made with
  double half_width_mm = 0, half_height_mm = 0;  ///< of the printed area, rim included
  double pattern_spread = 0;                     ///< standard deviation of the values
  std::vector<float> value;
};

/// What lens and camera make of a print.
struct PrintLook {
  BlurOnPrint blur;
  double tone = 0;
  BlurOnPrint pixel;  ///< a pixel's standard deviation, for the halos; read only where an amount is not zero
  HaloAmounts halo{};
};

constexpr float kPaper = 240.0F;  ///< a byte of ink that stands for paper: sixteenths stay exact

/// Blurs with a Gaussian along each marker axis (and to first order by their covariance), bends the values by the camera's tone curve
/// (gamma, a phone's HDR: they act after the lens), then adds the halos of its sharpening, which comes last. Beyond the print the nearest
/// printed value is repeated. `ink`: the pattern's values, 0 ink to kPaper; those of `pattern` are not looked at.
PrintTemplate make_template(const Pattern& pattern, const std::vector<std::uint8_t>& ink, const PrintLook& look);

/// The halos of amount one that `look` without its own would get.
HaloRasters halo_rasters(const Pattern& pattern, const std::vector<std::uint8_t>& ink, const PrintLook& look);

}  // namespace polemarch::vision
