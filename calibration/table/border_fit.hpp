#pragma once
/// The border's markers of one frame, fitted by the pose of the camera and, where asked, focal length and k1. Internal to calibration;
/// pixels, mm. Pure.

#include <array>
#include <vector>

#include "calibration/lens/dense.hpp"
#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// A marker as registered, and where a frame shows it.
struct BorderPair {
  const FittedMarker* marker;
  const BorderSighting* sighting;
};

enum class BorderUnknowns { Pose, PoseAndLens };

/// How far from its place a marker is seen, mm; a long way where the camera does not see the table there.
double offset_mm(const Camera& camera, const FittedMarker& marker, const BorderSighting& seen);

/// Millimetres on the plane z at (x, y) for a pixel.
double mm_per_px(const Camera& camera, double x, double y, double z);

class BorderFit {
 public:
  /// `start`: where the camera is looked for; `rested`: what a lens is believed to be near; `noise_px` of a corner.
  BorderFit(std::vector<BorderPair> pairs, const Camera& start, const Camera& rested, double noise_px, BorderUnknowns what);

  /// Least squares over those that agree to `stray_mm` or are not alone in what they do; the others are left out. False where too few
  /// are left, or leave the camera open.
  bool run(double stray_mm);

  const Camera& camera() const { return camera_; }
  const std::vector<BorderPair>& used() const { return pairs_; }
  /// Residuals over `noise_px`, root mean square over what is free.
  double residual_ratio() const;
  /// Square root of the covariance, widened where the residuals are larger than the noise.
  std::vector<std::array<double, 15>> factors() const;

 private:
  bool settle(int rounds, bool majority);
  void add(std::size_t i, double share, const std::vector<std::array<double, 15>>& direction, std::vector<double>& gradient);
  void believe_lens(std::vector<double>& gradient);
  bool leave_pushed_out(double stray_mm);
  void keep_near(double far_mm, std::size_t at_least);

  std::vector<BorderPair> pairs_;
  Camera start_, rested_, camera_;
  double noise_;
  std::size_t unknowns_, least_;
  Square normal_;
  double squares_ = 0;
  std::vector<double> off_;  ///< mm, of each pair's marker
};

}  // namespace polemarch::calibration
