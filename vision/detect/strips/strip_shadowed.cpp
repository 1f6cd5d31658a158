// A strip with a figure's shadow across it: read again with the shadow taken off.
#include <algorithm>
#include <cmath>

#include "vision/detect/strips/fit/strip_shadow.hpp"
#include "vision/detect/strips/strip_detect_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr int kRounds = 4;              // the better the place is known, the better the shadow's border
constexpr float kMostBefore = 0.16F;    // residual with the shadow on it, over which nothing is tried
constexpr double kShadowNearMm = 0.02;  // a step shorter than this ends a fit
}  // namespace

bool StripDetector::try_shadowed(const LocalMap& map, const Tools& tools, StripReading reading, StripFit fit, float most_residual,
                                 StripFound& found) {
  if (nominal_.kind != StripKind::Spine || fit.residual > kMostBefore) return false;
  const StripDecoder& decoder = tools.on_pixels;
  const StripProfiles& profiles = decoder.profiles();
  thread_local std::vector<float> as_seen;
  as_seen.assign(pixels_.grey.begin(), pixels_.grey.begin() + static_cast<std::ptrdiff_t>(pixels_.size()));
  const StripReading before = reading;
  bool agreed = false;
  for (int round = 0; round < kRounds; ++round) {
    std::copy(as_seen.begin(), as_seen.end(), pixels_.grey.begin());
    profiles.along(reading.word, along_);
    if (!lift_shadow(pixels_, profiles, along_, fit)) break;
    fit = fit_strip(pixels_, profiles, along_, fit.pose, 2, strip_gates::kHopelessResidual, kShadowNearMm, StripFitKind::Rough);
    if (!fit.ok || fit.residual > strip_gates::kHopelessResidual) break;
    const auto best = decoder.decode(match_pixels(pixels_, profiles, along_, fit.pose), 4);
    const bool same = best.front().word == reading.word;
    if (!same || !agreed) {
      agreed = same;
      reading = best.front();
      continue;
    }
    if (fit.residual > most_residual || !passes(fit.residual, strip_gates::kMostResidual, fit.gain, light_.noise) ||
        fit.gain < strip_gates::kLeastGain)
      continue;
    const double lead = (best[0].score * best[0].score - best[1].score * best[1].score) / decoder.weight_mm2() / (fit.gain * fit.gain);
    const float margin = static_cast<float>(std::sqrt(fit.residual * fit.residual + std::max(0.0, lead))) - fit.residual;
    if (margin < std::max(strip_gates::kLeastShadowedMargin, strip_gates::kShadowedMarginShare * fit.residual) ||
        part_of_longer(tools, fit))
      break;
    found.margin = margin;
    found.kept = 1;
    found.shadowed = true;
    fill(reading, place_finely(pixels_, map, nullptr, profiles, along_, fit, late_, false, StripFitKind::Last), found);
    return true;
  }
  std::copy(as_seen.begin(), as_seen.end(), pixels_.grey.begin());
  std::fill_n(pixels_.trust.begin(), pixels_.size(), 1.0F);
  profiles.along(before.word, along_);
  return false;
}

}  // namespace polemarch::vision
