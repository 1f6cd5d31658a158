#pragma once
/// What resting prints tell of lens and camera: how it blurs, its tone curve, the halos of its sharpening.

#include <optional>

#include "vision/track/fit/halo.hpp"
#include "vision/track/fit/template.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class Optics {
 public:
  void begin_frame();

  /// How the camera shows `track`'s print at `at` through a blur of `blur_px`.
  PrintLook look_of(const Track& track, const PrintPose& at, double blur_px) const;
  /// The halos a fit is to be asked for: of a resting print, while some are due in this frame.
  std::optional<HaloRasters> halos_due(const Track& track, const PrintPose& at);

  /// Takes what the fit of a print at rest tells. What other prints averaged with other templates is begun anew.
  void learn(Tracks& tracks, Track& track, const PrintFit& fit);

  /// Blur, variance in px, of the prints fitted lately: what all have in common when the camera refocuses. 0: none yet.
  double focus_px2() const { return focus_px2_; }
  void refocus(double blur_px2) { focus_px2_ = blur_px2; }
  /// The blur (px) that the markers met so far had in common, once they are some.
  std::optional<double> familiar_blur_px() const;
  /// A marker met for the first time shows this blur.
  void meet(double blur_px2);

 private:
  void learn_blur(Track& track, const PrintFit& fit);
  void learn_tone(const Track& track, const PrintFit& fit);
  void learn_halo(Tracks& tracks, const Track& track, const PrintFit& fit);

  double focus_px2_ = 0;
  double met_px2_ = 0;  // mean of what the markers met so far showed
  int met_ = 0;
  double tone_ = 0, tone_information_ = 1;  // the camera's curve, and the information it rests on
  HaloOfCamera halo_;
  int since_halo_ = 0;  // frames
  int halos_due_ = 0;   // of the frame's fits of resting prints are asked for it
};

}  // namespace polemarch::vision
