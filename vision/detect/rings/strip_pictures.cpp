#include "vision/detect/rings/strip_pictures.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {
namespace {

constexpr double kLeastScale = 0.7, kMostScale = 12;  // px per mm
constexpr double kScaleStep = 1.055;                  // a strip is found 3 % off its scale
constexpr double kFirstBlur = 0.5;                    // px; drawn and shrunk pictures are sharper than a lens makes them
constexpr double kEasyScale = 1.9;                    // px per mm at which searching is still sharp enough and no slower than need be

/// The picture shrunk by a whole factor, each pixel the mean of its block.
Image shrunk(const ImageView& picture, int factor) {
  Image out(picture.width / factor, picture.height / factor, 1);
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      int sum = 0;
      for (int j = 0; j < factor; ++j) {
        const std::uint8_t* p = picture.row(y * factor + j) + x * factor;
        for (int i = 0; i < factor; ++i) sum += p[i];
      }
      out.row(y)[x] = static_cast<std::uint8_t>((sum + factor * factor / 2) / (factor * factor));
    }
  }
  return out;
}

PixelPoint middle_of(const StripFound& f) { return {(f.corners[0].x + f.corners[2].x) / 2, (f.corners[0].y + f.corners[2].y) / 2}; }

/// Keeps the better of two finds at one place.
void merge(std::vector<StripFound>& all, const StripFound& found, double near_px) {
  for (StripFound& other : all) {
    const PixelPoint a = middle_of(other), b = middle_of(found);
    if (std::hypot(a.x - b.x, a.y - b.y) > near_px) continue;
    if (found.residual < other.residual) other = found;
    return;
  }
  all.push_back(found);
}

}  // namespace

Result<StripReader> StripReader::open(const std::string& family) {
  const auto layout = strip_layout(family);
  if (!layout) return layout.error();
  auto book = load_book(layout->book);
  if (!book) return book.error();
  return StripReader(*layout, std::move(*book));
}

std::vector<StripFound> StripReader::find(const ImageView& picture, const StripPlane& plane, bool thorough) {
  if (layout_.kind == StripKind::Ring) {
    if (rings_) return rings_->find(picture, plane);
    // The blur is not known yet: sharp, usual, soft.
    for (const double psf : {0.7, 0.3, 1.1}) {
      RingSettings settings;
      settings.psf_px = psf;
      auto rings = std::make_shared<RingDetector>(layout_, book_, settings);
      auto found = rings->find(picture, plane);
      if (found.empty()) continue;
      if (thorough) rings_ = std::move(rings);
      return found;
    }
    return {};
  }
  if (!detector_ || !thorough) {
    StripSettings settings;
    settings.learn = thorough;
    settings.covered = thorough;
    settings.psf_px = kFirstBlur;
    detector_ = std::make_shared<StripDetector>(layout_, book_, settings);
  }
  return detector_->find(picture, plane);
}

std::vector<StripFound> StripReader::search_scale(const ImageView& picture) {
  // Coarse: every scale in small steps on a picture shrunk to where a strip is just comfortable to read.
  struct Try {
    double scale = 0;
    std::size_t found = 0;
    double residual = 0;
  };
  std::vector<Try> tries;
  Image small;
  int factor = 0;
  const auto steps = static_cast<int>(std::log(kMostScale / kLeastScale) / std::log(kScaleStep));
  for (int step = 0; step <= steps; ++step) {
    const double scale = kLeastScale * std::pow(kScaleStep, step);
    const int wanted = std::max(1, static_cast<int>(scale / kEasyScale));
    if (picture.width / wanted < 32 || picture.height / wanted < 32) break;
    if (wanted != factor) {
      factor = wanted;
      if (factor > 1) small = shrunk(picture, factor);
    }
    StripPlane plane;
    plane.px_per_mm = scale / factor;
    const auto found = find(factor > 1 ? small.view() : picture, plane, false);
    if (found.empty()) continue;
    Try attempt{scale, found.size(), 0};
    for (const StripFound& f : found) attempt.residual += static_cast<double>(f.residual) / static_cast<double>(found.size());
    tries.push_back(attempt);
  }
  detector_.reset();
  if (tries.empty()) return {};
  std::sort(tries.begin(), tries.end(),
            [](const Try& a, const Try& b) { return a.found != b.found ? a.found > b.found : a.residual < b.residual; });
  // Fine: the best scale with everything learnt, then its neighbours, since a plane at a slant has more than one scale.
  std::vector<StripFound> all;
  const double best = tries.front().scale;
  for (const Try& attempt : tries) {
    if (std::abs(std::log(attempt.scale / best)) > 0.4) continue;
    StripPlane plane;
    plane.px_per_mm = attempt.scale;
    detector_.reset();
    for (const StripFound& f : find(picture, plane, true)) merge(all, f, layout_.length_mm * attempt.scale * 0.3);
    if (attempt.scale == best) px_per_mm_ = best * (detector_ ? detector_->print_scale() : 1.0);
  }
  detector_.reset();
  return all;
}

Detections StripReader::read(const ImageView& picture, const PictureScale& scale) {
  std::vector<StripFound> found;
  if (scale.camera || scale.px_per_mm) {
    StripPlane plane{scale.camera, scale.height_mm, scale.px_per_mm.value_or(0)};
    found = find(picture, plane, true);
    px_per_mm_ = plane.scale(picture.width, picture.height);
  } else {
    px_per_mm_ = 0;
    found = search_scale(picture);
  }
  Detections out;
  out.family = std::string(layout_.name);
  for (const StripFound& f : found) {
    Detection d;
    d.marker = {f.id};
    d.corners = f.corners;
    // The runner-up's worse fit as a log-likelihood: pixels in the strip times the ratio of the variances.
    const double along = layout_.kind == StripKind::Ring ? 2.8 * layout_.length_mm : layout_.length_mm;  // round the middle of a ring
    const double area = along * layout_.depth_mm * px_per_mm_ * px_per_mm_;
    const double ratio =
        (static_cast<double>(f.residual) + static_cast<double>(f.margin)) / std::max(0.005, static_cast<double>(f.residual));
    d.margin = area * std::log(std::max(1.0, ratio));
    out.markers.push_back(d);
  }
  std::sort(out.markers.begin(), out.markers.end(), [](const Detection& a, const Detection& b) {
    if (a.marker != b.marker) return a.marker < b.marker;
    return a.corners[0].y != b.corners[0].y ? a.corners[0].y < b.corners[0].y : a.corners[0].x < b.corners[0].x;
  });
  return out;
}

}  // namespace polemarch::vision
