// What resting prints tell of lens and camera: how it blurs there, its tone curve, the halos of its sharpening.
#include <algorithm>
#include <cmath>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr double kFocusLearning = 0.1;  // share of each fit
}

void Tracker::Inside::learn_blur(Track& track, const PrintFit& fit) {
  if (fit.share < 0.9 || fit.field_wanted) return;  // a highlight sharpens or softens what it lies on
  const double mm = track.plane->mm_per_px;
  const double made = track.blur_px;
  const double seen = std::clamp(made * made + std::clamp(fit.blur_change / (mm * mm), -0.1, 0.25), 0.1, 9.0);
  if (track.blur_seen_px2 <= 0) track.blur_seen_px2 = made * made;
  const double share = std::max(settings.blur_learning, 1.0 / (2.0 + ++track.blur_fits));  // quick at first
  track.blur_seen_px2 += share * (seen - track.blur_seen_px2);
  focus_px2 = focus_px2 <= 0 ? track.blur_seen_px2 : focus_px2 + kFocusLearning * (track.blur_seen_px2 - focus_px2);
}

/// The tone curve is the camera's: every print in view tells a little of it.
void Tracker::Inside::learn_tone(const Track& track, const PrintFit& fit) {
  if (fit.tone_sd <= 0 || fit.share < 0.9 || fit.field_wanted) return;
  constexpr double kMemory = 100;  // fits like this one
  const double information = 1.0 / (fit.tone_sd * fit.tone_sd);
  tone.information = std::min(tone.information + information, kMemory * information);
  const double curve = track.print.tone + fit.tone_change;
  tone.curve = std::clamp(tone.curve + information / tone.information * (curve - tone.curve), -1.0, 1.0);
}

/// So are the halos of its sharpening. What was averaged with other templates is begun anew.
void Tracker::Inside::learn_halo(const Track& track, const PrintFit& fit) {
  if (fit.halo.pixels == 0 || fit.share < 0.9) return;
  const double steps_px = track.print.step_mm / track.plane->mm_per_px;
  halo.take(fit.halo, track.print.halo, 2 * steps_px * steps_px);
  const auto blur = halo.renew();
  if (!blur) return;
  for (Track& other : tracks) {
    if (other.own) continue;
    other.rest.outdated = other.refit_wanted = true;
    if (other.blur_seen_px2 > 0) other.blur_seen_px2 = std::clamp(other.blur_seen_px2 + *blur, 0.1, 9.0);
  }
}

}  // namespace polemarch::vision
