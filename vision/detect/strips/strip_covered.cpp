// A strip of which something hides a part: fitted by what shows, and believed only when nothing else explains that.
#include <algorithm>
#include <bit>
#include <cmath>

#include "vision/detect/strips/strip_detect_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr std::size_t kCoveredFits = 2;  // of the likeliest words of a covered strip
constexpr int kOtherModules = 4;         // turned, make another word of one
constexpr float kFarBetter = 0.5F;       // of what the word leaves over, by which a strip that shows another one is told
constexpr float kBetter = 0.8F;          // and from which it is fitted as that one:
constexpr float kPrintOf = 0.32F;        // of what the word's own fit of the whole strip leaves over, then
constexpr float kUnlearntBlur = 0.1F;    // share of the gain that a print may leave over whose blur is not known yet
constexpr int kFreeRounds = 3;           // of fit and free reading in turn
}  // namespace

bool StripDetector::try_covered(const ImageView& picture, const LocalMap& map, Tools& tools, const StripStart& from, StripFound& found) {
  const StripPose start{from.x_mm, from.y_mm, from.along_rad};
  const std::vector<StripReading>& readings = from.readings;
  collect_pixels(picture, map, start, printed_, pixels_);
  if (pixels_.size() < 40) return false;
  const StripProfiles& profiles = tools.on_pixels.profiles();
  ++counts_.covered;
  StripFit best;
  best.kept = 0;
  std::size_t chosen = readings.size();
  std::vector<float> trust;
  for (std::size_t i = 0; i < std::min(kCoveredFits, readings.size()) && chosen == readings.size(); ++i) {
    const LaneTable along = profiles.along(readings[i].word);
    // First without the stretch that decoding left out; trimming may take it back.
    const double c = std::cos(start.along_rad), s = std::sin(start.along_rad);
    for (std::size_t p = 0; p < pixels_.size(); ++p) {
      const double u = c * static_cast<double>(pixels_.x[p]) + s * static_cast<double>(pixels_.y[p]);
      pixels_.trust[p] = from.hidden.from < from.hidden.to && u > from.hidden.from && u < from.hidden.to ? 0.0F : 1.0F;
    }
    StripFit fit = fit_strip(pixels_, profiles, along, start, 2);
    float kept = 0;
    for (const float limit : {0.40F, 0.25F, 0.18F, 0.15F}) {
      if (!fit.ok) break;
      kept = trim_pixels(pixels_, profiles, along, fit, std::max(limit, kOddNoises * print_noise_ / fit.gain));
      if (kept < strip_gates::kLeastKept) break;
      fit = fit_strip(pixels_, profiles, along, fit.pose, 2);
    }
    if (!fit.ok || kept < strip_gates::kLeastKept) continue;
    best = fit;
    best.kept = kept;
    chosen = i;
    trust = pixels_.trust;
  }
  if (chosen == readings.size() || best.gain < strip_gates::kLeastGain) return false;
  const float residual = at_usual_noise(best.residual, best.gain, print_noise_);
  const float little = std::min(1.0F, best.kept / strip_gates::kStrictUnder),
              shown = little * little;  // what little shows must fit the better
  if (best.residual > kWorstGate) return false;
  if (residual > std::min(strip_gates::kMostCoveredResidual * shown, strip_gates::kCoveredResiduals * usual_residual_)) return false;
  const double moved = std::hypot(best.pose.x_mm - pixels_.origin.x_mm, best.pose.y_mm - pixels_.origin.y_mm);
  if (moved > 1.5) return false;
  // The runner-up on the same pixels.
  pixels_.trust = trust;
  float margin = 1;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings[i].id == readings[chosen].id && readings[i].turned == readings[chosen].turned) continue;
    const StripFit other = levels_at(pixels_, profiles, profiles.along(readings[i].word), best.pose);
    const float lead = std::max(0.0F, other.residual * other.residual - best.residual * best.residual);
    margin = std::min(margin, std::sqrt(residual * residual + lead) - residual);
  }
  found.margin = margin;
  found.kept = best.kept;
  found.shadowed = false;
  if (margin < std::max(strip_gates::kLeastCoveredMargin, strip_gates::kCoveredMarginShare / shown * residual)) return false;
  if (other_word_shows(picture, map, tools, readings[chosen].word, best)) return false;
  fill(readings[chosen], place(map, tools, readings[chosen].word, profiles.along(readings[chosen].word), best), found);
  return true;
}

bool StripDetector::other_word_shows(const ImageView& picture, const LocalMap& map, const Tools& tools, StripWord word,
                                     const StripFit& fit) {
  const StripDecoder& decoder = tools.on_pixels;
  const LaneTable along = decoder.profiles().along(word);
  StripPixels whole = pixels_;
  std::fill(whole.trust.begin(), whole.trust.end(), 1.0F);
  const float own_fit = levels_at(whole, decoder.profiles(), along, fit.pose).residual;
  float own = 0;
  for (const int slip : {0, 1, -1, 2, -2}) {
    StripPose pose = fit.pose;
    pose.x_mm += slip * printed_.pitch_mm * std::cos(pose.along_rad);
    pose.y_mm += slip * printed_.pitch_mm * std::sin(pose.along_rad);
    if (slip != 0) collect_pixels(picture, map, pose, printed_, beside_);
    const StripPixels& pixels = slip == 0 ? pixels_ : beside_;
    if (pixels.size() < 40) continue;
    const MatchedSums sums = match_pixels(pixels, decoder.profiles(), along, pose);
    if (slip == 0) own = decoder.unexplained(sums, decoder.free_word(sums, word, 0).score);
    const StripReading other = decoder.free_word(sums, slip == 0 ? word : 0);
    if (slip == 0 && std::popcount(other.word ^ word) < kOtherModules) continue;
    const float left = decoder.unexplained(sums, other.score);
    if (left < kFarBetter * own && at_usual_noise(left / fit.gain, fit.gain, print_noise_) < strip_gates::kMostCoveredResidual) return true;
    if (slip == 0 && left < kBetter * own && fits_as_other(tools, word, other.word, pose, pixels, own_fit)) return true;
  }
  return false;
}

/// Whether all of the strip, nothing left out, fits far better as the print of `other`, or of a word near it, than as that of `word`; a
/// word that the book would correct to `word` is none. In a sharp picture the sums that decoding goes by leave over as much as a fifth, and
/// before the blur is learnt a fit leaves over a tenth: what a cover leaves of a spine is far worse.
bool StripDetector::fits_as_other(const Tools& tools, StripWord word, StripWord other, StripPose pose, const StripPixels& seen, float own) {
  const StripDecoder& decoder = tools.on_pixels;
  StripPixels pixels = seen;
  std::fill(pixels.trust.begin(), pixels.trust.end(), 1.0F);
  StripFit fit;
  for (int round = 0; round < kFreeRounds; ++round) {
    const LaneTable along = decoder.profiles().along(other);
    fit = fit_strip(pixels, decoder.profiles(), along, pose, 3);
    if (!fit.ok) return false;
    pose = fit.pose;
    const StripWord again = decoder.free_word(match_pixels(pixels, decoder.profiles(), along, pose), other).word;
    if (again == other) break;
    other = again;
  }
  const int corrected = (book_.distance - 1) / 2;  // wrong modules
  return std::popcount(other ^ word) > corrected && fit.residual < std::min(kPrintOf * own, kUnlearntBlur);
}

}  // namespace polemarch::vision
