/// Blur, print scale, usual residual and noise, learnt from the strips that were found.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "vision/detect/strips/strip_detect.hpp"
#include "vision/detect/strips/words/strip_blur.hpp"

namespace polemarch::vision {

void StripDetector::measure_light(const ImageView& picture) {
  light_ = light_of(picture);
  print_noise_ = 0;  // fine texture is noise to the picture: what covered prints may show is learnt from strips
}

void StripDetector::measure_residuals(const std::vector<StripFound>& found) {
  constexpr std::size_t kFew = 8;
  constexpr float kFitsAlone = 0.02F;  // residual of a strip without noise, share of the gain
  std::vector<float> usual, noise;
  for (const StripFound& strip : found) {
    if (strip.kept < 1 || strip.shadowed) continue;
    usual.push_back(at_usual_noise(strip.residual, strip.gain, std::max(light_.noise, kUsualNoise)));
    noise.push_back(strip.gain * std::sqrt(std::max(0.0F, strip.residual * strip.residual - kFitsAlone * kFitsAlone)));
  }
  if (usual.size() < kFew) return;
  const auto median = [](std::vector<float>& of) {
    std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
    return of[of.size() / 2];
  };
  usual_residual_ = median(usual);
  print_noise_ = median(noise);
}

bool StripDetector::learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& all, double scale) {
  // Residual of the found strips as a function of blur and of print scale: a parabola through three values of each.
  std::vector<StripFound> found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found), [](const StripFound& f) { return f.kept >= 1 && !f.shadowed; });
  const bool trimmed = found.size() < 3;
  if (trimmed) found = all;
  if (found.size() < 3) return false;
  const std::size_t stride = std::max<std::size_t>(1, found.size() / 24);
  const auto cost = [&](double psf, double print) {
    const double pixel = blur_px(psf, kPixelArea);
    const StripLayout layout = printed(nominal_, print);
    std::map<std::pair<long, long>, StripProfiles> made;  // by mm of a pixel along and across, per cent of the mean
    const auto profiles_at = [&](const LocalMap& map, double along_rad) -> const StripProfiles& {
      const StripBlur one = mm_of_pixel(map, along_rad);
      const std::pair key{std::lround(one.along_mm * scale * 33), std::lround(one.across_mm * scale * 33)};
      return made.try_emplace(key, layout, StripBlur{pixel * one.along_mm, pixel * one.across_mm}).first->second;
    };
    double sum = 0;
    for (std::size_t i = 0; i < found.size(); i += stride) {
      const PixelPoint a = found[i].corners[0], b = found[i].corners[2];
      const LocalMap map = plane.around((a.x + b.x) / 2, (a.y + b.y) / 2);
      const StripProfiles& profiles = profiles_at(map, found[i].pose.along_rad);
      collect_pixels(picture, map, found[i].pose, nominal_, pixels_);
      const LaneTable along = profiles.along(book_.words[static_cast<std::size_t>(found[i].id)]);
      StripFit fit = fit_strip(pixels_, profiles, along, found[i].pose, 2);
      for (const float limit : {0.40F, 0.25F, 0.18F}) {
        if (!trimmed || !fit.ok) break;
        trim_pixels(pixels_, profiles, along, fit, limit);
        fit = fit_strip(pixels_, profiles, along, fit.pose, 2);
      }
      // In grey levels, not as a share of the gain: too wide a blur would raise the gain and look better.
      if (fit.ok) sum += std::pow(static_cast<double>(fit.residual) * static_cast<double>(fit.gain), 2);
    }
    return sum;
  };
  const auto vertex = [](double low, double middle, double high, double at, double step) {
    const double bend = low + high - 2 * middle;
    if (bend <= 0) return low < high ? at - step : at + step;
    return at + std::clamp(0.5 * (low - high) / bend, -1.0, 1.0) * step;
  };
  const double middle = cost(psf_px_, print_scale_);
  const double new_psf =
      std::clamp(vertex(cost(psf_px_ - 0.2, print_scale_), middle, cost(psf_px_ + 0.2, print_scale_), psf_px_, 0.2), 0.3, 2.5);
  const double new_print = vertex(cost(psf_px_, print_scale_ - 0.01), middle, cost(psf_px_, print_scale_ + 0.01), print_scale_, 0.01);
  const bool changed = std::abs(new_psf - psf_px_) > 0.06 || std::abs(new_print - print_scale_) > 0.002;
  if (changed) {
    psf_px_ = new_psf;
    print_scale_ = std::clamp(new_print, 0.93, 1.07);
  }
  return changed;
}

}  // namespace polemarch::vision
