#include "vision/detect/rings/ring_detect.hpp"
#include "vision/pixels/index.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr double kReduced = 1.4;                                // px per mm from which places are sought in the halved picture
constexpr int kSettledFrames = 15;                              // from one look at the blur to the next
constexpr float kWorse = 1.15F;                                 // times the residual at the last look: the focus may have changed
constexpr RingPlaceLimits kPlaces{12, 40}, kPalePlaces{4, 12};  // the second in pale pictures (PictureLight)
constexpr float kLeastFall = 8, kLeastPaleFall = 3;             // of a ring's centre, likewise
constexpr PictureTone kPhone{0.75F, 0.75F};  // reads what phones sharpen by 0.8 to 2 and bend, strip_tone.cpp looks closer
constexpr float kOdd = 0.05F;                // residual from which something may have been done to the picture
constexpr std::size_t kFew = 4;              // rings that tell it
constexpr double kMore = 1.04;               // times as many rings make another tone believed

float median_residual(const std::vector<StripFound>& found) {
  std::vector<float> of;
  of.reserve(found.size());
  for (const StripFound& f : found) of.push_back(f.residual);
  if (of.empty()) return 0;
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
  return of[of.size() / 2];
}

}  // namespace

RingDetector::RingDetector(const StripLayout& layout, CodeBook book, RingSettings settings)
    : layout_(layout), book_(std::move(book)), settings_(settings), psf_px_(settings.psf_px), tone_(settings.tone) {}

ImageView RingDetector::toned(const ImageView& picture, const TonePart& part) {
  if (tone_.plain()) return picture;
  take_back(picture, part, tone_, toned_);
  return toned_.view();
}

bool RingDetector::tone_due(const std::vector<StripFound>& found) {
  if (!tone_wait_.over()) return false;
  return found.size() >= kFew && median_residual(found) > kOdd;
}

std::vector<StripFound> RingDetector::find(const ImageView& picture, const StripPlane& plane) {
  const double scale = plane.scale(picture.width, picture.height);
  if (scale <= 0 || layout_.kind != StripKind::Ring || picture.width < 32 || picture.height < 32) return {};
  const TonePart all{0, 0, picture.width, picture.height};
  std::vector<StripFound> found = find_all(toned(picture, all), plane, scale);
  if (!tone_due(found)) return found;
  const PictureTone before = tone_;
  const double psf = psf_px_;
  const int settled = settled_frames_;
  const float residual = settled_residual_;
  tone_ = before.plain() ? kPhone : PictureTone{};
  psf_px_ = settings_.psf_px;
  settled_frames_ = 0;
  std::vector<StripFound> other = find_all(toned(picture, all), plane, scale);
  if (static_cast<double>(other.size()) > kMore * static_cast<double>(found.size())) {
    tone_wait_.found();
    return other;
  }
  tone_ = before;
  psf_px_ = psf;
  settled_frames_ = settled;
  settled_residual_ = residual;
  tone_wait_.in_vain();
  return found;
}

std::vector<StripFound> RingDetector::find_all(const ImageView& picture, const StripPlane& plane, double scale) {
  std::vector<StripFound> found;
  light_ = light_of(picture);
  for (int round = 0; round < 3; ++round) {
    found = find_once(picture, {0, 0, picture.width, picture.height}, plane, scale);
    const float residual = median_residual(found);
    // Once the blur is learnt a look now and then is enough, and one as soon as the rings fit worse.
    if (settled_frames_ > 0 && residual < kWorse * settled_residual_) {
      --settled_frames_;
      break;
    }
    if (learn(picture, plane, found, scale)) continue;
    settled_frames_ = found.size() >= 8 ? kSettledFrames : 0;
    settled_residual_ = residual;
    break;
  }
  return found;
}

std::vector<StripFound> RingDetector::find_in(const ImageView& picture, const StripPlane& plane, const PixelRect& tile) {
  const int x = std::clamp(tile.x, 0, picture.width), y = std::clamp(tile.y, 0, picture.height);
  const PixelRect inside{x, y, std::clamp(tile.width, 0, picture.width - x), std::clamp(tile.height, 0, picture.height - y)};
  const LocalMap map = plane.around(inside.x + inside.width / 2.0, inside.y + inside.height / 2.0);
  if (!map.valid || layout_.kind != StripKind::Ring || inside.width < 32 || inside.height < 32) return {};
  if (light_.noise <= 0) light_ = light_of(picture);
  const int beyond = static_cast<int>(layout_.length_mm * map.px_per_mm()) + 8;
  const TonePart part{inside.x - beyond, inside.y - beyond, inside.width + 2 * beyond, inside.height + 2 * beyond};
  return find_once(toned(picture, part), inside, plane, map.px_per_mm());
}

bool RingDetector::learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& found, double scale) {
  if (found.size() < 3) return false;
  const auto cost = [&](double psf) {
    const RingProfiles profiles(layout_, std::sqrt(psf * psf + 1.0 / 12) / scale);
    double sum = 0;
    RingPixels pixels;
    for (std::size_t i = 0; i < found.size(); i += std::max<std::size_t>(1, found.size() / 12)) {
      const PixelPoint a = found[i].corners[0], b = found[i].corners[2];
      const LocalMap map = plane.around((a.x + b.x) / 2, (a.y + b.y) / 2);
      const RingPose pose{found[i].pose.x_mm, found[i].pose.y_mm, found[i].pose.along_rad + std::numbers::pi / 2};
      collect_ring(picture, map, pose, layout_, pixels);
      const RingFit fit = fit_ring(pixels, profiles, profiles.around(book_.words[at(found[i].id)]), pose, 2);
      if (fit.ok) sum += std::pow(static_cast<double>(fit.residual) * static_cast<double>(fit.gain), 2);
    }
    return sum;
  };
  const double low = cost(psf_px_ - 0.15), middle = cost(psf_px_), high = cost(psf_px_ + 0.15);
  const double bend = low + high - 2 * middle;
  const double step = bend > 0 ? std::clamp(0.5 * (low - high) / bend, -1.0, 1.0) : low < high ? -1.0 : 1.0;
  const double wanted = std::clamp(psf_px_ + 0.15 * step, 0.25, 2.0);
  const bool changed = std::abs(wanted - psf_px_) > 0.05;
  if (changed) psf_px_ = wanted;
  return changed;
}

std::vector<StripFound> RingDetector::find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale) {
  std::vector<StripFound> found;
  const double blur = std::sqrt(psf_px_ * psf_px_ + 1.0 / 12) / scale;
  if (!reader_ || std::abs(reader_->blur_mm() - blur) > 1e-6) reader_.emplace(layout_, book_, blur);
  ImageView sought = picture;
  sought.data = picture.row(tile.y) + tile.x;
  sought.width = tile.width;
  sought.height = tile.height;
  double factor = 1;
  if (scale > kReduced) {
    halve(sought, reduced_);
    sought = reduced_.view();
    factor = 2;
  }
  const auto full_x = [&](double x) { return factor * x + (factor - 1) / 2 + tile.x; };
  const auto full_y = [&](double y) { return factor * y + (factor - 1) / 2 + tile.y; };
  RoughMaps rough(plane, picture.width, picture.height);
  const auto map_at = [&](double x, double y) {
    LocalMap map = rough.around(full_x(x), full_y(y));
    for (double* value : {&map.xx, &map.xy, &map.yx, &map.yy}) *value *= factor;
    return map;
  };
  finder_.find(sought, layout_, light_.pale() ? kPalePlaces : kPlaces, map_at, places_);
  candidates_ = static_cast<int>(places_.size());
  for (const RingPlace& place : places_) {
    const LocalMap near = rough.around(full_x(place.px), full_y(place.py));
    if (!near.valid) continue;
    const double apart = 0.6 * layout_.length_mm;
    const bool taken = std::any_of(found.begin(), found.end(), [&](const StripFound& f) {
      const double dx = f.pose.x_mm - near.x_mm, dy = f.pose.y_mm - near.y_mm;
      return dx * dx + dy * dy < apart * apart;
    });
    if (taken) continue;
    const LocalMap map = plane.around(full_x(place.px), full_y(place.py));
    RingPose pose{map.x_mm, map.y_mm, 0};
    StripFound ring;
    if (!map.valid || !centre_ring(picture, map, layout_, light_.pale() ? kLeastPaleFall : kLeastFall, pose) ||
        !reader_->read(picture, map, light_.noise, pose, ring))
      continue;
    ring.heading_deg = ring.pose.along_rad * 180 / std::numbers::pi + 90;
    ring.heading_deg -= 360 * std::floor(ring.heading_deg / 360);
    const double half = layout_.length_mm / 2, c = std::cos(ring.pose.along_rad), s = std::sin(ring.pose.along_rad);
    for (int k = 0; k < 4; ++k) {
      const double u = k == 0 || k == 3 ? -half : half, v = k < 2 ? half : -half;
      ring.corners[at(k)] = map.to_pixel(ring.pose.x_mm + c * u - s * v, ring.pose.y_mm + s * u + c * v);
    }
    found.push_back(ring);
  }
  return found;
}

}  // namespace polemarch::vision
