#include "vision/detect/strips/strip_detect.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <optional>

#include "vision/detect/strips/find/strip_tried.hpp"
#include "vision/detect/strips/fit/strip_ends.hpp"
#include "vision/detect/strips/strip_detect_inside.hpp"
#include "vision/detect/strips/words/strip_blur.hpp"
#include "vision/pixels/picture_light.hpp"

namespace polemarch::vision {

namespace {

// Grey levels (sharpened) the spine must be above both sides, tried in this order; the same in pale pictures (PictureLight).
const std::vector<int> kContrasts{190, 140, 90, 60, 36}, kPaleContrasts{90, 60, 40, 27, 18, 12};
// Grey levels between spine and edges on average; more is faster, less finds paler prints.
constexpr float kLeastContrast = 14, kLeastPaleContrast = 5;
// Of the spine's length a line must have; the same of spines that the blur is as wide as, whose lines break at teeth.
constexpr double kLeastShare = 0.33, kLeastSoftShare = 0.2;
constexpr double kInterpolation = 1.0 / 6;  // of bilinear interpolation, mean over phases

constexpr int kCoveredBits = 30;        // of a code that is read partly covered
constexpr float kPushed = 1.15F;        // times the usual residual, from which odd pixels have no say in the place
constexpr float kOften = 1.3F;          // times the usual residual, from which a shadow is looked for
constexpr float kPushingPixel = 0.18F;  // residual of such a pixel, share of the gain
constexpr float kFarLess = 0.8F;        // of the residual, that a shadow taken off must leave of a fit that passes with it
constexpr double kNearMm = 0.1;         // a step shorter than this ends a fit: what is left is of second order
constexpr int kSettledFrames = 15;      // from one look at blur and print to the next
constexpr float kWorse = 1.15F;         // times the residual at the last look: the focus may have changed
constexpr double kBeyondTile = 1.5;     // strips
constexpr double kScaleStep = 1.06;     // scales that differ by less share their tools

/// Direction on the plane of a line in the picture.
double on_plane(const LocalMap& map, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return std::atan2(map.yx * c + map.yy * s, map.xx * c + map.xy * s);
}

std::array<PixelPoint, 4> corners_of(const LocalMap& map, const StripPose& pose, const StripLayout& layout) {
  const double c = std::cos(pose.along_rad), s = std::sin(pose.along_rad);
  std::array<PixelPoint, 4> out;
  for (int k = 0; k < 4; ++k) {
    const double u = (k == 0 || k == 3 ? -1 : 1) * layout.length_mm / 2, v = (k < 2 ? 1 : -1) * layout.depth_mm / 2;
    out[static_cast<std::size_t>(k)] = map.to_pixel(pose.x_mm + c * u - s * v, pose.y_mm + s * u + c * v);
  }
  return out;
}

}  // namespace

void halve(const ImageView& picture, Image& out) {
  const int w = picture.width / 2, h = picture.height / 2;
  if (out.width != w || out.height != h || out.channels != 1) out = Image(w, h, 1);
  for (int y = 0; y < h; ++y) {
    const std::uint8_t *a = picture.row(2 * y), *b = picture.row(2 * y + 1);
    std::uint8_t* o = out.row(y);
    for (int x = 0; x < w; ++x) o[x] = static_cast<std::uint8_t>((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
  }
}

StripDetector::StripDetector(const StripLayout& layout, CodeBook book, StripSettings settings)
    : nominal_(layout),
      book_(std::move(book)),
      settings_(std::move(settings)),
      psf_px_(settings_.psf_px),
      print_scale_(kFirstPrintScale),
      tone_(settings_.tone) {
  // Words of short strips differ too little for what is left of a covered one.
  settings_.covered = settings_.covered && layout.kind == StripKind::Spine && layout.bits() >= kCoveredBits;
}

void StripDetector::prepare(double scale) {
  if (!tools_.empty() && tools_psf_ == psf_px_ && tools_print_ == print_scale_ && std::abs(tools_scale_ - scale) < 1e-9) return;
  tools_.clear();
  printed_ = printed(nominal_, print_scale_);
  tools_psf_ = psf_px_;
  tools_print_ = print_scale_;
  tools_scale_ = scale;
}

StripDetector::Tools& StripDetector::tools_at(const LocalMap& map, double along_rad) {
  const StripBlur one = mm_of_pixel(map, along_rad);
  static const double step = std::log(kScaleStep);
  const auto step_of = [&](double mm) { return static_cast<int>(std::lround(std::log(mm * tools_scale_) / step)); };
  const std::pair<int, int> key{step_of(one.along_mm), step_of(one.across_mm)};
  std::shared_ptr<Tools>& tools = tools_[key];
  if (!tools) {
    const double along = std::pow(kScaleStep, key.first) / tools_scale_, across = std::pow(kScaleStep, key.second) / tools_scale_;
    const double grid = blur_px(psf_px_, kPixelArea + kInterpolation), pixel = blur_px(psf_px_, kPixelArea);
    tools = std::make_shared<Tools>(printed_, book_, StripBlur{grid * along, grid * across}, StripBlur{pixel * along, pixel * across},
                                    1 / std::sqrt(along * across));
  }
  return *tools;
}

void StripDetector::fill(const StripReading& reading, const StripFit& fit, StripFound& found) {
  found.id = reading.id;
  found.pose = fit.pose;
  if (reading.turned) found.pose.along_rad += std::numbers::pi;
  found.gain = fit.gain;
  found.black = fit.black;
  found.residual = fit.residual;
  found.covariance = fit.covariance;
}

bool StripDetector::part_of_longer(const Tools& tools, const StripFit& fit) const {
  return nominal_.kind == StripKind::Spine && nominal_.bits() < kCoveredBits &&
         spine_goes_on(pixels_, tools.on_pixels.profiles(), along_, fit);
}

StripFit StripDetector::place(const LocalMap& map, const Tools& tools, StripWord word, const LaneTable& along, const StripFit& fit) {
  const StripProfiles& profiles = tools.on_pixels.profiles();
  // What leans over a strip is too little to doubt it, and enough to push it.
  if (fit.kept >= 1 && fit.residual > kPushed * usual_residual_)
    trim_pixels(pixels_, profiles, along, fit, std::max(kPushingPixel, kOddNoises * light_.noise / fit.gain));
  if (!(learns_ ? late_.wanted() : late_.worth()))
    return place_finely(pixels_, map, nullptr, profiles, along, fit, late_, false, StripFitKind::Last);
  const LateTables tables{profiles, along, word, psf_px_};
  return place_finely(pixels_, map, &tables, profiles, along, fit, late_, learns_, StripFitKind::Last);
}

bool StripDetector::try_start(const ImageView& picture, const LocalMap& map, Tools& tools, const StripStart& start, StripFound& found) {
  const StripDecoder& decoder = tools.on_pixels;
  const StripProfiles& profiles = decoder.profiles();
  StripReading reading = start.readings.front();
  StripPose pose{start.x_mm, start.y_mm, start.along_rad};
  collect_pixels(picture, map, pose, printed_, pixels_);
  if (pixels_.size() < 40) return false;
  ++counts_.fits;
  for (int round = 0; round < 3; ++round) {
    LaneTable& along = along_;
    profiles.along(reading.word, along);
    StripFit fit =
        fit_strip(pixels_, profiles, along, pose, round == 0 ? 3 : 2, strip_gates::kHopelessResidual, kNearMm, StripFitKind::Rough);
    if (!fit.ok || fit.residual > strip_gates::kHopelessResidual) return false;
    const double moved = std::hypot(fit.pose.x_mm - pixels_.origin.x_mm, fit.pose.y_mm - pixels_.origin.y_mm);
    if (moved > 0.25 || std::abs(fit.pose.along_rad - pixels_.origin.along_rad) > 0.012) {
      if (moved > 4) return false;
      collect_pixels(picture, map, fit.pose, printed_, pixels_);
      if (pixels_.size() < 40) return false;
      fit = fit_strip(pixels_, profiles, along, fit.pose, 2, 1e9F, kNearMm, StripFitKind::Rough);
      if (!fit.ok) return false;
    }
    pose = fit.pose;
    const MatchedSums sums = match_pixels(pixels_, profiles, along, pose);
    const auto best = decoder.decode(sums, 4);
    const bool agreed = best.front().word == reading.word;
    if (!agreed && round < 2) {
      reading = best.front();
      continue;
    }
    if (agreed && passes(fit.residual, strip_gates::kMostResidual, fit.gain, light_.noise)) {
      const double lead = (best[0].score * best[0].score - best[1].score * best[1].score) / decoder.weight_mm2() / (fit.gain * fit.gain);
      found.margin = static_cast<float>(std::sqrt(fit.residual * fit.residual + std::max(0.0, lead))) - fit.residual;
      found.kept = 1;
      found.shadowed = false;
      if (part_of_longer(tools, fit)) return false;
      if (fit.gain >= strip_gates::kLeastGain &&
          found.margin >= std::max(strip_gates::kLeastMargin, strip_gates::kMarginShare * fit.residual)) {
        // A light shadow passes as noise, and would be taken for the noise of all prints.
        const float rough = at_usual_noise(fit.residual, fit.gain, std::max(light_.noise, kUsualNoise));
        if (rough > kOften * usual_residual_ && try_shadowed(map, tools, reading, fit, kFarLess * fit.residual, found)) return true;
        fill(reading, place(map, tools, reading.word, along_, fit), found);
        return true;
      }
    }
    if (agreed && try_shadowed(map, tools, reading, fit, strip_gates::kHopelessResidual, found)) return true;
    if (!settings_.covered || fit.residual > 0.16F || fit.residual < 0.04F) return false;
    StripStart again = start;
    again.x_mm = pose.x_mm;
    again.y_mm = pose.y_mm;
    again.along_rad = pose.along_rad;
    again.readings = best;
    return try_covered(picture, map, tools, again, found);
  }
  return false;
}

void StripDetector::finish(const LocalMap& map, StripFound& strip) const {
  strip.heading_deg = strip.pose.along_rad * 180 / std::numbers::pi + 90;
  strip.heading_deg -= 360 * std::floor(strip.heading_deg / 360);
  strip.corners = corners_of(map, strip.pose, printed_);
}

void StripDetector::find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale, bool first,
                              std::vector<StripFound>& found) {
  // The lines are sought in a reduced picture when its pixels would still be fine enough for the spine.
  ImageView sought = picture;
  sought.data = picture.row(tile.y) + tile.x;
  sought.width = tile.width;
  sought.height = tile.height;
  double sought_scale = scale;
  if (nominal_.spine_mm * scale / 2 >= 1.25) {
    if (first) halve(sought, reduced_);
    sought = reduced_.view();
    sought_scale = scale / 2;
  }
  const double factor = scale / sought_scale;
  const float least_contrast = light_.pale() ? kLeastPaleContrast : kLeastContrast;
  LinesWanted wanted{light_.pale() ? kPaleContrasts : kContrasts, kLeastShare};
  const LocalMap middle = plane.around(tile.x + tile.width / 2.0, tile.y + tile.height / 2.0);
  if (middle.valid && tools_at(middle, 0).aligner.scout().soft()) wanted.least_share = kLeastSoftShare;
  const auto local = [&](double x, double y) {
    const LocalMap map = plane.around(factor * x + (factor - 1) / 2 + tile.x, factor * y + (factor - 1) / 2 + tile.y);
    if (!map.valid) return PixelsPerMm{sought_scale, 0, 0, -sought_scale};
    const double det = (map.xx * map.yy - map.xy * map.yx) * factor;
    return PixelsPerMm{map.yy / det, -map.xy / det, -map.yx / det, map.xx / det};
  };
  // The same lines again while only blur and print are learnt.
  if (first || wanted.least_share != lines_share_) {
    lines_.find(sought, local, sought_scale, nominal_, wanted, found_lines_);
    lines_share_ = wanted.least_share;
  }
  const double spine_px = (nominal_.length_mm - 2 * nominal_.end_mm) * scale;
  rough_.begin(plane, picture.width, picture.height);
  TriedLines tried(picture.width, picture.height, spine_px, scale);
  PlaceCells places(picture.width, picture.height, spine_px);  // of what is found
  std::vector<Lying> lying;
  const auto keep = [&](const LocalMap& map, StripFound& strip) {
    finish(map, strip);
    const Lying here(strip.corners);
    std::size_t below = found.size();  // two lines led there, or a part of another print passed for a covered one: prints do not overlap
    if (places.any_near(here.x, here.y, [&](std::size_t i) { return lying[i].overlaps(strip.corners) && (below = i, true); })) {
      if (strip.kept <= found[below].kept) return;
      found[below] = strip;
      lying[below] = here;
      places.add(here.x, here.y, below);
      return;
    }
    lying.push_back(here);
    places.add(here.x, here.y, found.size());
    found.push_back(strip);
  };
  for (const auto& of_threshold : found_lines_) {
    for (BrightLine line : of_threshold) {
      ++counts_.lines;
      line.px = factor * line.px + (factor - 1) / 2 + tile.x;
      line.py = factor * line.py + (factor - 1) / 2 + tile.y;
      line.length_px *= factor;
      if (places.any_near(line.px, line.py, [&](std::size_t i) { return lying[i].holds(line.px, line.py); })) continue;
      if (tried.in_vain(line)) continue;
      const LocalMap near = rough_.around(line.px, line.py);
      if (!near.valid) continue;
      Tools& tools = tools_at(near, on_plane(near, line.angle));
      LineScout& scout = tools.aligner.scout();
      if (!scout.worth(scout.promise(picture, near, line, settings_.covered))) continue;
      StripFound strip;
      std::optional<LocalMap> exact;  // for fits
      const auto map = [&]() -> const LocalMap& {
        if (!exact) exact = plane.around(line.px, line.py);
        return *exact;
      };
      ++counts_.laid_out;
      const auto starts = tools.aligner.align(picture, near, line, least_contrast);
      counts_.starts += static_cast<int>(starts.size());
      if (std::any_of(starts.begin(), starts.end(), [&](const StripStart& s) { return try_start(picture, map(), tools, s, strip); })) {
        keep(map(), strip);
        continue;
      }
      tried.add(line);
      if (!settings_.covered || line.piece) continue;
      for (const StripStart& start : tools.aligner.align_covered(book_)) {
        if (!try_covered(picture, map(), tools, start, strip)) continue;
        keep(map(), strip);
        break;
      }
    }
  }
}

std::vector<StripFound> StripDetector::find_in(const ImageView& picture, const StripPlane& plane, const PixelRect& tile) {
  std::vector<StripFound> found;
  counts_ = {};
  learns_ = false;
  if (plane_scale_ <= 0) {
    plane_scale_ = plane.scale(picture.width, picture.height);
    measure_light(picture);
  }
  const int x = std::clamp(tile.x, 0, picture.width), y = std::clamp(tile.y, 0, picture.height);
  const PixelRect inside{x, y, std::clamp(tile.width, 0, picture.width - x), std::clamp(tile.height, 0, picture.height - y)};
  if (plane_scale_ <= 0 || nominal_.kind == StripKind::Ring || inside.width < 32 || inside.height < 32) return found;
  prepare(plane_scale_);
  ImageView seen = picture;
  if (!tone_.plain()) {
    // Lines are followed beyond the tile for at most a strip.
    const int beyond = static_cast<int>(kBeyondTile * nominal_.length_mm * plane_scale_) + 8;
    take_back(picture, {inside.x - beyond, inside.y - beyond, inside.width + 2 * beyond, inside.height + 2 * beyond}, tone_, toned_);
    seen = toned_.view();
  }
  find_once(seen, inside, plane, plane_scale_, true, found);
  return found;
}

std::vector<StripFound> StripDetector::find(const ImageView& picture, const StripPlane& plane) {
  const double scale = plane.scale(picture.width, picture.height);
  counts_ = {};
  if (scale <= 0 || nominal_.kind == StripKind::Ring) return {};
  plane_scale_ = scale;
  std::vector<StripFound> found = find_all(toned_whole(picture), plane, scale);
  if (settings_.learn && tone_due(found) && learn_tone(picture, plane, scale, found)) return find_all(toned_whole(picture), plane, scale);
  return found;
}

std::vector<StripFound> StripDetector::find_all(const ImageView& picture, const StripPlane& plane, double scale) {
  std::vector<StripFound> found;
  counts_ = {};
  learns_ = settings_.learn;
  measure_light(picture);
  for (int round = 0; round < 4; ++round) {
    prepare(scale);
    found.clear();
    find_once(picture, {0, 0, picture.width, picture.height}, plane, scale, round == 0, found);
    measure_residuals(found);
    drop_odd(found);
    if (!settings_.learn) break;
    // Blur and print stay: once they are learnt a look now and then is enough, and one as soon as the strips fit worse.
    if (settled_frames_ > 0 && scale == settled_scale_ && usual_residual_ < kWorse * settled_residual_) {
      --settled_frames_;
      break;
    }
    if (learn(picture, plane, found, scale)) {
      late_.forget();
      continue;
    }
    settled_frames_ = found.size() >= 8 ? kSettledFrames : 0;
    settled_residual_ = usual_residual_;
    settled_scale_ = scale;
    break;
  }
  return found;
}

}  // namespace polemarch::vision
