#include "vision/track/optics.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kFirstBlurPx = 0.6;             // standard deviation of the lens blur before it is measured
constexpr double kBlurLearning = 0.1;            // share of each still fit's blur in a print's
constexpr double kFocusLearning = 0.1;           // and of that in what all have in common
constexpr double kLeastPx2 = 0.1, kMostPx2 = 9;  // of a blur that is learnt
constexpr double kWhole = 0.9;                   // of a print's pixels must be kept for it to tell of the lens
constexpr double kToneMemory = 100;              // fits that the tone curve rests on
constexpr int kHalosPerFrame = 2;                // while they are learnt
constexpr int kHaloEvery = 16;                   // frames between two resting prints asked for halos, once they are learnt
constexpr int kFamiliar = 6, kMostMet = 50;      // markers after which their common blur is tried first, and that it rests on
}  // namespace

void Optics::begin_frame() {
  halos_due_ = !halo_.learnt() ? kHalosPerFrame : ++since_halo_ >= kHaloEvery ? 1 : 0;
  if (halos_due_ > 0) since_halo_ = 0;
}

PrintLook Optics::look_of(const Track& track, const PrintPose& at, double blur_px) const {
  if (track.own) return {.blur = {blur_px * track.plane->mm_per_px, blur_px * track.plane->mm_per_px, 0}, .tone = tone_};
  const BlurOnPrint pixel = pixel_on_print(*track.plane, std::cos(at.up_rad), std::sin(at.up_rad));
  return {.blur = pixel.times(blur_px), .tone = tone_, .pixel = pixel, .halo = halo_.amounts()};
}

double Optics::blur_of(const Track& track) {
  return track.blur_seen_px2 > 0 ? std::sqrt(track.blur_seen_px2) : std::sqrt(kFirstBlurPx * kFirstBlurPx + 1.0 / 12);
}

std::optional<HaloRasters> Optics::halos_due(const Track& track, const PrintPose& at) {
  const bool resting = !track.moving && track.rest.count > 0 && track.state == Seen::Seen;
  if (halos_due_ <= 0 || !resting || track.print.halo != halo_.amounts()) return std::nullopt;
  --halos_due_;
  PrintLook look = look_of(track, at, track.blur_px);
  look.tone = track.print.tone;
  return halo_rasters(track.pattern, track.ink, look);
}

void Optics::learn(Tracks& tracks, Track& track, const PrintFit& fit) {
  learn_blur(track, fit);
  learn_tone(track, fit);
  learn_halo(tracks, track, fit);
}

void Optics::learn_blur(Track& track, const PrintFit& fit) {
  if (fit.share < kWhole || fit.field_wanted) return;  // a highlight sharpens or softens what it lies on
  const double mm = track.plane->mm_per_px;
  const double made = track.blur_px;
  const double seen = std::clamp(made * made + std::clamp(fit.blur_change / (mm * mm), -0.1, 0.25), kLeastPx2, kMostPx2);
  if (track.blur_seen_px2 <= 0) track.blur_seen_px2 = made * made;
  const double share = std::max(kBlurLearning, 1.0 / (2.0 + ++track.blur_fits));  // quick at first
  track.blur_seen_px2 += share * (seen - track.blur_seen_px2);
  focus_px2_ = focus_px2_ <= 0 ? track.blur_seen_px2 : focus_px2_ + kFocusLearning * (track.blur_seen_px2 - focus_px2_);
}

/// The tone curve is the camera's: every print in view tells a little of it.
void Optics::learn_tone(const Track& track, const PrintFit& fit) {
  if (fit.tone_sd <= 0 || fit.share < kWhole || fit.field_wanted) return;
  const double information = 1.0 / (fit.tone_sd * fit.tone_sd);
  tone_information_ = std::min(tone_information_ + information, kToneMemory * information);
  const double curve = track.print.tone + fit.tone_change;
  tone_ = std::clamp(tone_ + information / tone_information_ * (curve - tone_), -1.0, 1.0);
}

/// So are the halos of its sharpening.
void Optics::learn_halo(Tracks& tracks, const Track& track, const PrintFit& fit) {
  if (fit.halo.pixels == 0 || fit.share < kWhole) return;
  const double steps_px = track.print.step_mm / track.plane->mm_per_px;
  halo_.take(fit.halo, track.print.halo, 2 * steps_px * steps_px);
  const auto blur = halo_.renew();
  if (!blur) return;
  for (Track& other : tracks) {
    if (other.own) continue;
    other.rest.outdated = other.refit_wanted = true;
    if (other.blur_seen_px2 > 0) other.blur_seen_px2 = std::clamp(other.blur_seen_px2 + *blur, kLeastPx2, kMostPx2);
  }
}

std::optional<double> Optics::familiar_blur_px() const {
  if (met_ < kFamiliar) return std::nullopt;
  return std::sqrt(met_px2_);
}

void Optics::meet(double blur_px2) { met_px2_ += (blur_px2 - met_px2_) / std::min(++met_, kMostMet); }

}  // namespace polemarch::vision
