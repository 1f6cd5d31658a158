#include "vision/detect/rings/ring_read.hpp"
#include "vision/pixels/index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr int kPhases = 8;          // starts tried within a tooth
constexpr float kHopeless = 0.17F;  // residual of a first fit, share of the gain
constexpr std::size_t kOthers = 2;  // runners-up that are fitted
constexpr int kCoveredBits = 37;    // of a code that is read partly covered

// When a ring is believed. Shares are of the gain (white minus black).
constexpr float kMostRingResidual = 0.085F;  // more for pale prints (at_usual_noise)
constexpr float kLeastRingMargin = 0.04F;    // lead over the runner-up word
constexpr float kRingMarginShare =
    1.35F;  // the same as a share of the residual: true ones have 1.4 and more, mostly 2 to 5, texture 0.6 to 1.3
constexpr float kLeastRingNoise = 3.5F;             // grey levels that JPEG may hide: a ring's word is a weaker check than a strip's
constexpr float kLeastRingGain = 15;                // grey levels
constexpr float kLeastRingShown = 0.70F;            // of a ring that something covers; less finds more of them and lets clutter in
constexpr float kMostCoveredRingResidual = 0.066F;  // of what shows of it
constexpr float kCoveredRingMarginShare = 2.2F;     // lead of its word, as a share of the residual

struct Match {
  float score = -1e30F;
  std::size_t word = 0;
  int rotation = 0;
};

}  // namespace

RingReader::RingReader(const StripLayout& layout, const CodeBook& book, double blur_mm)
    : layout_(layout), book_(&book), profiles_(layout, blur_mm) {
  // Energy of a word round the ring, teeth counted +-1/2.
  for (const StripWord word : book.words) {
    const auto around = profiles_.around(word);
    double energy = 0;
    for (const float v : around.value) energy += static_cast<double>((v - 0.5F) * (v - 0.5F));
    norm_.push_back(static_cast<float>(1 / std::sqrt(energy)));
  }
  search_ = StripWordSearch(book.words, norm_);
}

/// What the teeth must explain, by direction in steps of a phase. False: too pale.
bool RingReader::fill_teeth() {
  // Black and gain to begin with, teeth half white: from the profile across alone.
  const std::size_t n = pixels_.x.size();
  double sww = 0, sw = 0, s1 = 0, swg = 0, sg = 0;
  thread_local std::vector<RingProfiles::Radial> radial;
  radial.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float x = pixels_.x[i], y = pixels_.y[i];
    radial[i] = profiles_.radial_at(std::sqrt(x * x + y * y));
    const RingProfiles::Radial& p = radial[i];
    const float trust = pixels_.trust.empty() ? 1.0F : pixels_.trust[i];
    if (trust <= 0) continue;
    const float white = p.ring + 0.5F * p.teeth, grey = pixels_.grey[i] - (1 - p.inside) * pixels_.beside[i];
    sww += static_cast<double>(white * white);
    sw += static_cast<double>(white * p.inside);
    s1 += static_cast<double>(p.inside * p.inside);
    swg += static_cast<double>(white * grey);
    sg += static_cast<double>(p.inside * grey);
  }
  const double det = sww * s1 - sw * sw;
  const auto gain = static_cast<float>((swg * s1 - sw * sg) / det), black = static_cast<float>((sww * sg - sw * swg) / det);
  level_gain_ = gain;
  if (gain < 0.5F * kLeastRingGain) return false;
  const int teeth = layout_.columns, steps = teeth * kPhases;
  const double reach = 0.5 + 3 * profiles_.blur_mm() / layout_.pitch_mm;
  filtered_.assign(at(steps), 0.0F);
  for (std::size_t i = 0; i < n; ++i) {
    const RingProfiles::Radial& p = radial[i];
    if (p.teeth < 0.02F || (!pixels_.trust.empty() && pixels_.trust[i] <= 0)) continue;
    const float left = pixels_.grey[i] - (1 - p.inside) * pixels_.beside[i] - black * p.inside - gain * (p.ring + 0.5F * p.teeth);
    // Clockwise from the plane's +y, in teeth.
    const double t = (std::numbers::pi / 2 - static_cast<double>(angle_of(pixels_.y[i], pixels_.x[i]))) / kTwoPi * teeth + teeth;
    const int from = static_cast<int>(std::ceil((t - reach) * kPhases)), to = static_cast<int>(std::floor((t + reach) * kPhases));
    int slot = from % steps;
    for (int k = from; k <= to; ++k) {
      filtered_[at(slot)] += profiles_.tooth(t - static_cast<double>(k) / kPhases) * p.teeth * left;
      slot = slot + 1 == steps ? 0 : slot + 1;
    }
  }
  return true;
}

/// The phase at which the teeth differ most is the one at which they are centred.
int RingReader::best_phase() const {
  int phase = 0;
  float most = -1;
  for (int p = 0; p < kPhases; ++p) {
    float energy = 0;
    for (int c = 0; c < layout_.columns; ++c) energy += std::abs(filtered_[at(c * kPhases + p)]);
    if (energy <= most) continue;
    most = energy;
    phase = p;
  }
  return phase;
}

bool RingReader::read(const ImageView& picture, const LocalMap& map, float noise, const RingPose& start, StripFound& found) {
  collect_ring(picture, map, start, layout_, pixels_);
  if (pixels_.x.size() < 60 || !fill_teeth()) return false;
  if (read_pixels(picture, map, noise, 1, start, found)) return true;
  // A miniature leaning over its own rim: what is left is read where the white ring shows.
  if (layout_.bits() < kCoveredBits) return false;
  collect_ring(picture, map, start, layout_, pixels_);
  const float shown = leave_out_cover(pixels_, profiles_, start, level_gain_);
  if (shown >= 1 || shown < kLeastRingShown || !fill_teeth()) return false;
  return read_pixels(picture, map, noise, shown, start, found);
}

/// Reads and fits what pixels_ hold; `shown`: share of the round that is trusted.
bool RingReader::read_pixels(const ImageView& picture, const LocalMap& map, float noise, float shown, RingPose pose, StripFound& found) {
  const int n = layout_.columns, phase = best_phase();
  // A word's score, teeth counted +-1/2 about the mean: sum h_c w_c - half the sum of h.
  std::array<float, 1 + kMaxModules> h{};
  for (int c = 0; c < n; ++c) h[0] -= 0.5F * filtered_[at(c * kPhases + phase)];
  const auto turn_to = [&](int rotation) {  // tooth c of the word lies at picture tooth c + rotation
    for (int c = 0; c < n; ++c) h[at(1 + c)] = filtered_[at((c + rotation + n) % n * kPhases + phase)];
  };
  const auto score_of = [&](std::size_t word) {
    float sum = h[0];
    for (StripWord rest = book_->words[word]; rest != 0; rest &= rest - 1) sum += h[1 + static_cast<std::size_t>(std::countr_zero(rest))];
    return sum * norm_[word];
  };
  Match best;
  for (int rotation = 0; rotation < n; ++rotation) {
    turn_to(rotation);
    const std::size_t word = search_.best(h);
    const float score = score_of(word);
    if (score > best.score) best = {score, word, rotation};
  }
  pose.up_rad = std::numbers::pi / 2 - (best.rotation + static_cast<double>(phase) / kPhases) * kTwoPi / n;
  const auto around = profiles_.around(book_->words[best.word]);
  RingFit fit = fit_ring(pixels_, profiles_, around, pose, 3);
  if (!fit.ok || fit.residual > kHopeless) return false;
  if (std::hypot(fit.pose.x_mm - pose.x_mm, fit.pose.y_mm - pose.y_mm) > 0.15) {
    collect_ring(picture, map, fit.pose, layout_, pixels_);
    if (pixels_.x.size() < 60) return false;
    if (shown < 1 && leave_out_cover(pixels_, profiles_, fit.pose, fit.gain) < kLeastRingShown) return false;
  }
  fit = fit_ring(pixels_, profiles_, around, fit.pose, 2);
  if (!fit.ok || fit.gain < kLeastRingGain || fit.residual > kHopeless) return false;
  const float most = shown < 1 ? kMostCoveredRingResidual : kMostRingResidual;
  if (at_usual_noise(fit.residual, fit.gain, std::max(noise, kLeastRingNoise)) > most) return false;
  // The runner-up, at the fitted place: the likeliest other words in the same and the neighbouring rotations, through one step.
  std::array<Match, kOthers> others;
  for (int rotation = -2; rotation <= 2; ++rotation) {
    turn_to(best.rotation + rotation + n);
    search_.candidates(h, kOthers + 1, likely_);
    for (const std::size_t word : likely_) {
      if (word == best.word && rotation == 0) continue;
      const Match other{score_of(word), word, rotation};
      if (other.score <= others.back().score) continue;
      others.back() = other;
      std::sort(others.begin(), others.end(), [](const Match& a, const Match& b) { return a.score > b.score; });
    }
  }
  float margin = 1;
  for (const Match& other : others) {
    RingPose other_pose = fit.pose;
    other_pose.up_rad -= other.rotation * kTwoPi / n;
    const RingFit fitted = fit_ring(pixels_, profiles_, profiles_.around(book_->words[other.word]), other_pose, 1);
    if (fitted.ok) margin = std::min(margin, fitted.residual - fit.residual);
  }
  found.kept = shown;
  found.id = static_cast<int>(best.word);
  found.margin = margin;
  found.residual = fit.residual;
  found.gain = fit.gain;
  found.black = fit.black;
  found.covariance = fit.covariance;
  found.pose = {fit.pose.x_mm, fit.pose.y_mm, fit.pose.up_rad - std::numbers::pi / 2};
  return margin >= std::max(kLeastRingMargin, (shown < 1 ? kCoveredRingMarginShare : kRingMarginShare) * fit.residual);
}

}  // namespace polemarch::vision
