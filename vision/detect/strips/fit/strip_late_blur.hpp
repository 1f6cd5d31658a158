#pragma once
/// Blur that came after the pixels were taken, by a camera's own smoothing or by scaling, instead of in the lens. What is finer than a
/// pixel is then folded into the picture before anything is smoothed, and a template blurred as by a lens misses it: at 1080p that moves
/// a strip by 0.015 mm, each one differently. Here: what such a picture shows otherwise, and how much of the blur is of that kind. Pure.

#include <vector>

#include "vision/detect/strips/fit/strip_fit.hpp"

namespace polemarch::vision {

/// One word's tables as a lens blurs it, and the word itself.
struct LateTables {
  const StripProfiles& profiles;
  const LaneTable& along;
  StripWord word;
  double psf_px;  ///< blur without the pixel's own area
};

/// Shares of the gain, for each pixel of a strip.
struct LateChange {
  std::vector<float> late;  ///< what white would be more if all the blur were late
  std::vector<float> blur;  ///< and if there were less blur
};

/// What late blur changes. `pixels` holds every row and column.
void late_change(const StripPixels& pixels, const LocalMap& map, const LateTables& tables, const StripPose& pose, LateChange& out);

/// How much of the blur is late, 0 to 1, learnt strip by strip.
class LateShare {
 public:
  float share() const;
  /// Whether there is enough to be taken off.
  bool worth() const;
  /// Whether late_change is wanted for the next strip: always while it is worth it, otherwise when it is due.
  bool wanted();
  /// Whether this strip should be learnt from.
  bool due() const;
  /// Blur or print were wrong: begins anew.
  void forget() { *this = {}; }
  /// Learns from a fitted strip.
  void take(const StripPixels& pixels, const LateTables& tables, const StripFit& fit, const LateChange& change);

 private:
  double late_ = 0, blur_ = 0, both_ = 0, off_late_ = 0, off_blur_ = 0;  // sums of squares and products, fading
  int asked_ = 0;
};

/// Places a strip whose plain fit is known: one fine pass, with what late blur changes taken off. Only place and covariance change.
/// Without `tables` it is the fine pass alone. `learn`: whether `share` learns from it. `kind`: Fine or Last.
StripFit place_finely(StripPixels& pixels, const LocalMap& map, const LateTables* tables, const StripProfiles& profiles,
                      const LaneTable& along, const StripFit& plain, LateShare& share, bool learn, StripFitKind kind);

}  // namespace polemarch::vision
