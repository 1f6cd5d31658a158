/// StripDetector: what the camera did to the picture after its pixels were taken, found by what strips then fit best.
#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/strips/strip_detect_inside.hpp"

namespace polemarch::vision {
namespace {

constexpr float kOdd = 0.05F;          // residual at the usual noise over which strips look as if something had been done to them
constexpr std::size_t kFew = 8;        // strips that tell it
constexpr int kMissed = 6;             // likely places that no strip was found at, at least
constexpr float kWorthless = 0.3F;     // residual
constexpr float kLeastWorth = 0.1F;    // of a strip that is found
constexpr int kLongCode = 30;          // bits from which words differ enough for every residual that passes
constexpr float kFarWorse = 2.3F;      // times the usual residual: where a tone is taken back, that is none of these strips
constexpr std::size_t kLeast = 4;      // strips that a tone must show to be believed
constexpr float kTonesBetter = 1.02F;  // times what was seen before

/// Steps of halo and curve.
constexpr std::array<float, 8> kHalos{0, 0.25F, 0.5F, 0.75F, 1, 1.5F, 2, 3};
constexpr std::array<float, 5> kCurves{0, 0.25F, 0.5F, 0.75F, 1};
struct Step {
  int halo = 0, curve = 0;
  PictureTone tone() const { return {kHalos[static_cast<std::size_t>(halo)], kCurves[static_cast<std::size_t>(curve)]}; }
  bool possible() const {
    return halo >= 0 && curve >= 0 && halo < static_cast<int>(kHalos.size()) && curve < static_cast<int>(kCurves.size());
  }
};

/// The more strips, and the better they fit, the more. Taking a halo back shrinks what does not fit as well:
/// noise by 1 + halo, what is smooth not at all.
float worth_of(const std::vector<StripFound>& found, const PictureTone& tone) {
  const float shrunk = std::sqrt(1 + tone.halo);
  float sum = 0;
  for (const StripFound& strip : found) sum += std::max(kLeastWorth, 1 - strip.residual * shrunk / kWorthless);
  return sum;
}

}  // namespace

bool StripDetector::tone_due(const std::vector<StripFound>& found) {
  if (!tone_wait_.over()) return false;
  const auto count = static_cast<int>(found.size());
  return (found.size() >= kFew && usual_residual_ > kOdd) || counts_.starts - count >= std::max(kMissed, count / 2);
}

bool StripDetector::learn_tone(const ImageView& picture, const StripPlane& plane, double scale, const std::vector<StripFound>& found) {
  const PictureTone before = tone_;
  const double psf = psf_px_, print = print_scale_;
  const bool covered = settings_.covered;
  const StripCounts counts = counts_;
  settings_.covered = false;
  learns_ = false;
  std::vector<std::pair<PictureTone, float>> seen;
  std::vector<StripFound> here;
  // At the blur to begin with: what was learnt of a picture that is sharpened is no guide to one that is not.
  const auto worth = [&](const Step& step) {
    const PictureTone tone = step.tone();
    for (const auto& s : seen)
      if (s.first == tone) return s.second;
    tone_ = tone;
    psf_px_ = settings_.psf_px;
    print_scale_ = kFirstPrintScale;
    const ImageView toned = toned_whole(picture);
    measure_light(toned);
    prepare(scale);
    here.clear();
    find_once(toned, {0, 0, picture.width, picture.height}, plane, scale, true, here);
    const float reached = here.size() < kLeast ? 0 : worth_of(here, tone);
    seen.emplace_back(tone, reached);
    return reached;
  };
  Step best;
  float most = worth(best);
  for (const Step& step : {Step{0, 3}, Step{4, 3}, Step{4, 0}}) {
    if (worth(step) <= most) continue;
    most = worth(step);
    best = step;
  }
  for (bool moved = most > 0; moved;) {
    moved = false;
    for (const Step& by : {Step{1, 0}, Step{-1, 0}, Step{0, 1}, Step{0, -1}}) {
      const Step next{best.halo + by.halo, best.curve + by.curve};
      if (!next.possible() || worth(next) <= most) continue;
      most = worth(next);
      best = next;
      moved = true;
    }
  }
  settings_.covered = covered;
  learns_ = settings_.learn;
  counts_ = counts;
  if (best.tone() == before || most <= kTonesBetter * worth_of(found, before)) {
    tone_ = before;
    psf_px_ = psf;
    print_scale_ = print;
    tone_wait_.in_vain();
    return false;
  }
  tone_ = best.tone();
  psf_px_ = settings_.psf_px;
  print_scale_ = kFirstPrintScale;
  settled_frames_ = 0;
  late_.forget();
  tone_wait_.found();
  return true;
}

void StripDetector::drop_odd(std::vector<StripFound>& found) const {
  if (tone_.plain() || found.size() < kFew || nominal_.bits() >= kLongCode) return;
  std::erase_if(found, [&](const StripFound& strip) {
    return at_usual_noise(strip.residual, strip.gain, std::max(light_.noise, kUsualNoise)) > kFarWorse * usual_residual_;
  });
}

ImageView StripDetector::toned_whole(const ImageView& picture) {
  if (tone_.plain()) return picture;
  take_back(picture, {0, 0, picture.width, picture.height}, tone_, toned_);
  return toned_.view();
}

}  // namespace polemarch::vision
