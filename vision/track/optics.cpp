#include "vision/track/optics.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kFocusLearning = 0.1;       // share of each still fit's blur in what all have in common
constexpr double kWhole = 0.9;               // of a print's pixels must be kept for it to tell of the lens
constexpr double kToneMemory = 100;          // fits that the tone curve rests on
constexpr int kHalosPerFrame = 2;            // while they are learnt
constexpr int kHaloEvery = 16;               // frames between two resting prints asked for halos, once they are learnt
constexpr int kFamiliar = 6, kMostMet = 50;  // markers after which their common blur is tried first, and that it rests on
}  // namespace

void Optics::begin_frame() {
  halos_due_ = !halo_.learnt() ? kHalosPerFrame : ++since_halo_ >= kHaloEvery ? 1 : 0;
  if (halos_due_ > 0) since_halo_ = 0;
}

PrintLook Optics::look_of(const Track& track, const PrintPose& at, double blur_px) const {
  if (track.print.own)
    return {.blur = {blur_px * track.picture.plane->mm_per_px, blur_px * track.picture.plane->mm_per_px, 0}, .tone = tone_};
  const BlurOnPrint pixel = pixel_on_print(*track.picture.plane, std::cos(at.up_rad), std::sin(at.up_rad));
  return {.blur = pixel.times(blur_px), .tone = tone_, .pixel = pixel, .halo = halo_.amounts()};
}

std::optional<HaloRasters> Optics::halos_due(const Track& track, const PrintPose& at) {
  const bool resting = track.has_mean() && track.presence.seen();
  if (halos_due_ <= 0 || !resting || track.print.shown.halo != halo_.amounts()) return std::nullopt;
  --halos_due_;
  PrintLook look = look_of(track, at, track.print.blur.made_px);
  look.tone = track.print.shown.tone;
  return halo_rasters(track.print.pattern, track.print.ink, look);
}

void Optics::learn(Tracks& tracks, Track& track, const PrintFit& fit) {
  learn_blur(track, fit);
  learn_tone(track, fit);
  learn_halo(tracks, track, fit);
}

void Optics::learn_blur(Track& track, const PrintFit& fit) {
  if (fit.share < kWhole || fit.field_wanted) return;  // a highlight sharpens or softens what it lies on
  PrintBlur& blur = track.print.blur;
  blur.learn(fit, track.picture.plane->mm_per_px);
  focus_px2_ = focus_px2_ <= 0 ? blur.seen_px2 : focus_px2_ + kFocusLearning * (blur.seen_px2 - focus_px2_);
}

/// The tone curve is the camera's: every print in view tells a little of it.
void Optics::learn_tone(const Track& track, const PrintFit& fit) {
  if (fit.tone_sd <= 0 || fit.share < kWhole || fit.field_wanted) return;
  const double information = 1.0 / (fit.tone_sd * fit.tone_sd);
  tone_information_ = std::min(tone_information_ + information, kToneMemory * information);
  const double curve = track.print.shown.tone + fit.tone_change;
  tone_ = std::clamp(tone_ + information / tone_information_ * (curve - tone_), -1.0, 1.0);
}

/// So are the halos of its sharpening.
void Optics::learn_halo(Tracks& tracks, const Track& track, const PrintFit& fit) {
  if (fit.halo.pixels == 0 || fit.share < kWhole) return;
  const double steps_px = track.print.shown.step_mm / track.picture.plane->mm_per_px;
  halo_.take(fit.halo, track.print.shown.halo, 2 * steps_px * steps_px);
  const auto blur = halo_.renew();
  if (!blur) return;
  for (Track& other : tracks) {
    if (other.print.own) continue;
    other.rest.outdated = other.refit_wanted = true;
    other.print.blur.correct(*blur);
  }
}

std::optional<double> Optics::familiar_blur_px() const {
  if (met_ < kFamiliar) return std::nullopt;
  return std::sqrt(met_px2_);
}

void Optics::meet(double blur_px2) { met_px2_ += (blur_px2 - met_px2_) / std::min(++met_, kMostMet); }

}  // namespace polemarch::vision
