#pragma once
/// The least-squares engine behind register_table and the keeper: camera (15 numbers) and, per marker, its place (x, y, heading) and
/// one print scale. Internal to calibration. Pure.

#include <array>
#include <vector>

#include "calibration/lens/dense.hpp"
#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// One marker's equations.
struct JointMarker {
  double x = 0, y = 0, z = 0, heading_deg = 90, size_mm = 25;  ///< present estimate; size as printed at scale 1
  double prior_x = 0, prior_y = 0, prior_heading_deg = 90;
  double sd_mm = 0.1, sd_deg = 0.3;   ///< of the prior place
  std::array<PixelPoint, 4> corners;  ///< seen
  std::vector<double> whitener;       ///< 8x8 lower triangle W with W cov W' = 1, row-major; empty: 1/sd
  double sd_px = 0.15;                ///< of a corner coordinate, in the mean
  double told_sd_px = 0;              ///< the same as the print itself tells it, before the residuals were asked; 0: it does not
};

struct JointProblem {
  Camera camera;
  Intrinsics lens_prior;
  Square lens_information{9};  ///< inverse covariance of the lens prior
  /// px; > 0: what is believed of the distortion holds for the bend at a place in the picture, whatever the focal length. Its numbers are
  /// then those of a lens of this focal length that bends as much there. A flat border leaves the focal length open, and a short one would
  /// make strong terms look common.
  double bends_at_focal = 0;
  std::vector<JointMarker> markers;
  double scale = 1, prior_scale = 1, scale_sd = 0.002;
};

struct JointSolution {
  bool converged = false;
  int steps = 0;                              ///< taken
  double cost = 0;                            ///< half the sum of squares, priors included
  Square shared{0};                           ///< covariance of (15 camera, 1 scale); of size 0: nothing was solved
  std::vector<std::array<double, 9>> places;  ///< covariance of each marker's (mm, mm, rad)
  double image_chi2 = 0;                      ///< of the whitened corner residuals
  double image_freedom = 0;                   ///< effective degrees of freedom left to them
  double laying_chi2 = 0;                     ///< of the places against their priors
  double laying_freedom = 0;
  double log_information = 0;  ///< logarithm of the information matrix's determinant, priors included
};

/// The corners of a marker on the table, OpenCV's order: own top left, then clockwise seen from above.
std::array<std::array<double, 2>, 4> corners_on_table(double x, double y, double heading_deg, double size_mm);

/// Improves `problem` in place. Markers meet only through the camera, so the work grows with their number, not with its cube.
JointSolution solve_joint(JointProblem& problem, int max_steps);

}  // namespace polemarch::calibration
