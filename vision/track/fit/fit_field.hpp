#pragma once
/// A print under a highlight or in a patchy shadow: paper and ink are not one grey each, but fields that bend over the print. Offset and
/// gain are quadratic B-splines each, held near the print's common ones; pose, blur and tone curve are fitted along with them. Inside of
/// PrintFitter. Pure.

#include <array>
#include <cstddef>
#include <vector>

#include "vision/track/fit/fit_sums.hpp"

namespace polemarch::vision {

class FieldFit {
 public:
  /// `all`: the pixels of `job` that are none of its padding; `common`: the fit with one offset and one gain.
  FieldFit(const FitJob& job, std::size_t all, const FitSolution& common);

  /// One Gauss-Newton step from where `job` stands, with its weights; `noise` grey levels hold the fields. The residuals before the step go
  /// to `residual`. False when the pixels do not tell the unknowns apart.
  bool step(const FitJob& job, double noise, double prior_blur, float* residual);

  std::array<double, 3> move() const;                ///< of the last step: mm, mm, rad
  double blur() const { return value_[3] / gain_; }  ///< of the last step, as FitSolution counts it
  double tone() const { return value_[4] / gain_; }  ///< likewise, as LeftOver does
  double tone_sd() const;
  double residual() const { return rms_; }   ///< of the last step: grey levels, kept pixels
  std::array<double, 9> covariance() const;  ///< of the pose, at the last step's residual
  std::array<double, 9> pulled(const FitJob& job, const float* residual) const;

 private:
  static constexpr std::size_t kCells = 5;            // a side
  static constexpr std::size_t kAcross = kCells + 2;  // splines that reach into them
  static constexpr std::size_t kSplines = kAcross * kAcross;
  static constexpr std::size_t kOffset = 5, kGain = kOffset + kSplines, kAll = kGain + kSplines;
  static constexpr std::size_t kNear = 9;                    // splines of each field over a pixel
  static constexpr std::size_t kEach = kOffset + 2 * kNear;  // unknowns that a pixel knows of: pose, blur, tone, both fields

  struct Pixel {
    std::array<std::size_t, kEach> unknown;
    std::array<double, kEach> column;
    double beyond;  ///< grey over the common offset and gain
  };
  void place(std::size_t i, float ramp_x, float ramp_y);
  bool factor();
  void solve(std::vector<double>& x) const;

  std::size_t all_;
  double offset_, gain_, rms_ = 0;
  std::vector<Pixel> pixels_;
  std::vector<double> normal_, value_;
};

}  // namespace polemarch::vision
