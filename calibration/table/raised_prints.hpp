#pragma once
/// The focal length from prints that lie higher than the border. Seen from above, a flat border leaves focal length and distance open
/// together; a print of known size that stands nearer to the camera looks larger by its height over that distance. mm, pixels. Pure.

#include <array>
#include <optional>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"

namespace polemarch::calibration {

/// A print lying level at a known height, wherever it may be: only its size speaks.
struct RaisedPrint {
  std::array<PixelPoint, 4> corners;  ///< in OpenCV's order
  std::vector<double> covariance;     ///< as of BorderSighting, px^2
  double size_mm = 25;                ///< side of the black square as printed, as far as it is known
  double z_mm = 0;                    ///< of the print above the table
};

/// Focal length with its standard deviation, pixels: what the prints alone say.
struct FocalEstimate {
  double focal_px = 0, sd_px = 0;
};

/// `camera` is registered: it gives the table's plane its right scale, whatever its focal length. `print_scale_sd`: how sure the scale is
/// that all these prints share; those that lie low tell it. Prints whose size does not go with the others' count less (Cauchy weights), and
/// what the sizes scatter beyond their noise widens the result. Nothing when there are fewer than four raised ones, or when they leave the
/// focal length open by more than a fifth.
std::optional<FocalEstimate> focal_from_prints(const Camera& camera, const std::vector<RaisedPrint>& prints, double print_scale_sd);

}  // namespace polemarch::calibration
