#pragma once
/// How noisy and how pale a picture is, from the picture alone: what decides how well a print can be expected to fit. Pure.

#include "models/image.hpp"

namespace polemarch::vision {

struct PictureLight {
  /// Standard deviation of the pixels' noise in grey levels: what second differences across and down leave, their median, so edges hardly
  /// count (after J. Immerkaer, Fast Noise Variance Estimation, 1996, with the median for the mean). Fine texture counts as noise; JPEG
  /// hides noise; pixels near black and white are not looked at. 0 when there is nothing to tell it by.
  float noise = 0;
  float spread = 255;                        ///< grey levels from the darkest to the brightest, a ten-thousandth left out at each end
  bool pale() const { return spread < 75; }  ///< haze, or so little light that nothing in the picture is bright
};

PictureLight light_of(const ImageView& picture);

}  // namespace polemarch::vision
