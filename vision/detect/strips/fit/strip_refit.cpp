/// A strip whose word is known, fitted again: what covers it is left out, pixel by pixel or, where that fails, stretch by stretch.
#include <algorithm>
#include <cmath>

#include "vision/detect/strips/fit/strip_fit.hpp"
#include "vision/detect/strips/fit/strip_frame.hpp"
#include "vision/detect/strips/fit/strip_shadow.hpp"

namespace polemarch::vision {
namespace {

constexpr double kAtRestMm = 0.06;
constexpr double kManyPixels = 500;
constexpr int kEvery = 3;                // row and column of them, for a rough look
constexpr float kRefitJudged = 0.8F;     // share of print from which a pixel is judged: outside levels are unknown
constexpr float kNoises = 3.5F;          // standard deviations of the picture's noise that never make a pixel odd
constexpr float kRefitOften = 1.5F;      // times the usual residual: something covers it
constexpr float kLeastKept = 0.7F;       // of a covered strip that must show
constexpr float kMostResidual = 0.085F;  // of what shows, before the second start is tried
constexpr double kStretch = 0.3;         // of the length, left out by the second start
constexpr double kStretchStep = 0.1;     // from one stretch to the next, of the length
constexpr float kUsualGain = 160;        // grey levels, that gates are given for
constexpr std::size_t kBins = 32;        // along the strip
constexpr float kRefitFarLess = 0.8F;    // of the residual, that a shadow taken off must leave
constexpr float kOwnMisfit = 1.5F;       // times the usual square that a bin must show itself

struct Fitted {
  const StripProfiles& profiles;
  const LaneTable& along;
  float usual;  // residual of what nothing covers
  float noise;  // grey levels
};

/// Residual of each pixel as a share of the gain, and whether it is print enough to be judged.
struct Misfit {
  float u = 0, off = 0;
  bool judged = false;
};
Misfit misfit_of(const StripPixels& pixels, const StripFrame& frame, const Fitted& by, const StripFit& fit, std::size_t i) {
  const float u = frame.u(pixels.x[i], pixels.y[i]), v = frame.v(pixels.x[i], pixels.y[i]);
  const Lanes value = by.along.read(u).value * by.profiles.across().read(v).value;
  const float model = fit.black - pixels.offset + fit.gain * (value[0] + value[1] + value[2]);
  return {u, (pixels.grey[i] - model) / fit.gain, value[3] > kRefitJudged};
}

/// Leaves out whole pieces along the strip that fit worse than `limit` (rms, share of the gain), judged with `reach` bins to each side:
/// what covers a strip covers a piece of it. Returns the share of the print kept.
float trim_stretches(StripPixels& pixels, const Fitted& by, const StripFit& fit, float limit, std::size_t reach) {
  const StripFrame frame(pixels, fit.pose);
  const auto length = static_cast<float>(by.profiles.layout().length_mm);
  const auto bin_of = [&](float u) {
    return static_cast<std::size_t>(std::clamp((u / length + 0.5F) * static_cast<float>(kBins), 0.0F, static_cast<float>(kBins - 1)));
  };
  std::array<float, kBins> square{}, count{};
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const Misfit m = misfit_of(pixels, frame, by, fit, i);
    if (!m.judged) continue;
    square[bin_of(m.u)] += m.off * m.off;
    count[bin_of(m.u)] += 1;
  }
  std::array<bool, kBins> hidden{};
  float kept = 0, all = 1e-6F;
  for (std::size_t b = 0; b < kBins; ++b) {
    float sum = 0, n = 0;
    for (std::size_t k = b < reach ? 0 : b - reach; k <= std::min(kBins - 1, b + reach); ++k) {
      sum += square[k];
      n += count[k];
    }
    hidden[b] = sum > limit * limit * n && square[b] > kOwnMisfit * by.usual * by.usual * count[b];
    all += count[b];
    kept += hidden[b] ? 0 : count[b];
  }
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels.trust[i] = hidden[bin_of(frame.u(pixels.x[i], pixels.y[i]))] ? 0.0F : 1.0F;
  return kept / all;
}

/// The start again, without each of several stretches in turn: a cover draws the fit away before its pixels look odd.
StripFit without_a_stretch(StripPixels& pixels, const Fitted& by, const StripPose& start) {
  const StripFrame frame(pixels, start);
  const double length = by.profiles.layout().length_mm;
  StripFit best;
  const int stretches = static_cast<int>((1 - kStretch) / kStretchStep + 0.01) + 1;
  for (int k = 0; k < stretches; ++k) {
    const double from = -0.5 + k * kStretchStep;
    const auto low = static_cast<float>(from * length), high = static_cast<float>((from + kStretch) * length);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const float u = frame.u(pixels.x[i], pixels.y[i]);
      pixels.trust[i] = u > low && u < high ? 0.0F : 1.0F;
    }
    const StripFit fit = fit_strip(pixels, by.profiles, by.along, start, 2);
    if (fit.ok && (!best.ok || fit.residual < best.residual)) best = fit;
  }
  struct Trim {
    float usuals;
    std::size_t reach;
  };
  for (const Trim trim : {Trim{4.0F, 2}, Trim{2.5F, 2}, Trim{1.8F, 1}, Trim{1.8F, 1}}) {
    if (!best.ok) return best;
    const float kept = trim_stretches(pixels, by, best, trim.usuals * by.usual, trim.reach);
    best = fit_strip(pixels, by.profiles, by.along, best.pose, 2);
    best.kept = kept;
  }
  return best;
}

/// The fit again with a shadow taken off, if there is one that makes it a good one. Changes the pixels' grey levels if so.
StripFit out_of_shadow(StripPixels& pixels, const Fitted& by, const StripFit& fit) {
  constexpr int kRoundsOfShadow = 3;  // the better the place is known, the better the shadow's border
  thread_local std::vector<float> as_seen;
  as_seen.assign(pixels.grey.begin(), pixels.grey.begin() + static_cast<std::ptrdiff_t>(pixels.size()));
  StripFit lifted = fit;
  for (int round = 0; round < kRoundsOfShadow && lifted.ok; ++round) {
    std::copy(as_seen.begin(), as_seen.end(), pixels.grey.begin());
    lifted.ok = lift_shadow(pixels, by.profiles, by.along, lifted);
    if (lifted.ok) lifted = fit_strip(pixels, by.profiles, by.along, lifted.pose, 2, 1e9F, kAtRestMm, StripFitKind::Fine);
  }
  lifted.shadowed = true;
  if (lifted.ok) lifted.covariance = fit_strip(pixels, by.profiles, by.along, lifted.pose, 1, 1e9F, 0, StripFitKind::Last).covariance;
  if (lifted.ok && passes(lifted.residual, kMostResidual, lifted.gain, by.noise) && lifted.residual < kRefitFarLess * fit.residual)
    return lifted;
  std::copy(as_seen.begin(), as_seen.end(), pixels.grey.begin());
  std::fill_n(pixels.trust.begin(), pixels.size(), 1.0F);
  return {};
}

}  // namespace

float at_usual_noise(float residual, float gain, float noise) {
  const float usual = kUsualNoise / kUsualGain, here = noise / std::clamp(gain, 1.0F, kUsualGain);
  return std::sqrt(std::max(0.0F, residual * residual - std::max(0.0F, here * here - usual * usual)));
}

bool passes(float residual, float gate, float gain, float noise) {
  return residual <= kWorstGate && at_usual_noise(residual, gain, std::max(noise, kUsualNoise)) <= gate;
}

float trim_pixels(StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit, float limit) {
  const StripFrame frame(pixels, fit.pose);
  const Fitted by{profiles, along, 0, 0};
  float kept = 0, all = 0;
  std::vector<std::size_t> very_odd;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const Misfit m = misfit_of(pixels, frame, by, fit, i);
    const bool odd = m.judged && std::abs(m.off) > limit;
    pixels.trust[i] = odd ? 0.0F : 1.0F;
    if (!m.judged) continue;
    all += 1;
    kept += odd ? 0.0F : 1.0F;
    if (std::abs(m.off) > std::max(0.35F, limit)) very_odd.push_back(i);
  }
  // Beside a pixel that shows something else altogether lies one that shows a little of it.
  const float near2 = 2.2F * pixels.area_mm2;
  for (const std::size_t o : very_odd) {
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const float dx = pixels.x[i] - pixels.x[o], dy = pixels.y[i] - pixels.y[o];
      if (dx * dx + dy * dy < near2) pixels.trust[i] = 0;
    }
  }
  return all > 0 ? kept / all : 0;
}

StripFit refit_strip(const ImageView& picture, const LocalMap& map, const StripProfiles& profiles, const LaneTable& along,
                     const StripPose& predicted, float usual_residual, StripPixels& pixels, float noise) {
  const StripLayout& layout = profiles.layout();
  // Where a strip has more pixels than its place needs at first, some of them tell roughly where it lies.
  StripPose from = predicted;
  const double pixels_of_it = layout.length_mm * layout.depth_mm * map.px_per_mm() * map.px_per_mm();
  if (pixels_of_it > kManyPixels) {
    collect_pixels(picture, map, predicted, layout, pixels, kEvery);
    const StripFit rough = fit_strip(pixels, profiles, along, predicted, 2, 1e9F, kAtRestMm);
    if (rough.ok && rough.residual <= kRefitOften * usual_residual) from = rough.pose;
  }
  collect_pixels(picture, map, from, layout, pixels);
  // At rest the place is known to hundredths and one pass does: what is left is of second order.
  StripFit fit = fit_strip(pixels, profiles, along, from, 2, 1e9F, kAtRestMm, StripFitKind::Fine);
  if (!fit.ok) return fit;
  if (std::hypot(fit.pose.x_mm - from.x_mm, fit.pose.y_mm - from.y_mm) > 0.25 ||
      std::abs(fit.pose.along_rad - from.along_rad) > 0.012) {  // other pixels belong to it there
    collect_pixels(picture, map, fit.pose, layout, pixels);
    fit = fit_strip(pixels, profiles, along, fit.pose, 2, 1e9F, kAtRestMm, StripFitKind::Fine);
  }
  if (!fit.ok) return fit;
  if (fit.residual <= kRefitOften * usual_residual) return fit;
  const StripFit lifted = out_of_shadow(pixels, {profiles, along, usual_residual, noise}, fit);
  if (lifted.ok) return lifted;
  const float grain = kNoises * noise / std::max(1.0F, fit.gain);
  for (const float limit : {0.40F, 0.25F, 0.18F}) {
    const float kept = trim_pixels(pixels, profiles, along, fit, std::max(limit, grain));
    fit = fit_strip(pixels, profiles, along, fit.pose, 2);
    fit.kept = kept;
    if (!fit.ok) break;
  }
  const auto good = [&](const StripFit& f) { return f.ok && f.kept >= kLeastKept && passes(f.residual, kMostResidual, f.gain, noise); };
  // What is left is placed as finely as the rest.
  const auto finely = [&](const StripFit& f) {
    const StripFit fine = fit_strip(pixels, profiles, along, f.pose, 1, 1e9F, 0, StripFitKind::Fine);
    StripFit out = f;
    if (!fine.ok) return out;
    out.pose = fine.pose;
    out.covariance = fine.covariance;
    return out;
  };
  if (good(fit)) return finely(fit);
  collect_pixels(picture, map, predicted, profiles.layout(), pixels);
  const StripFit again = without_a_stretch(pixels, {profiles, along, usual_residual, noise}, predicted);
  return good(again) ? finely(again) : fit;
}

}  // namespace polemarch::vision
