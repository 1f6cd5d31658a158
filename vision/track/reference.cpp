#include "vision/track/reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {

constexpr double kLightRise = 1.6;  // the whole picture's change over its usual level: exposure or lamp changed
constexpr double kLightLeast = 8;   // grey levels of a block beyond that
constexpr double kLearning = 0.1;   // share of each frame in the usual level
constexpr int kNoiseOfBlock = 160;  // grey levels summed over a block: five standard deviations of a quiet camera's noise
constexpr int kBlockSpreads = 7;    // a block is changed when its sum exceeds the usual one by this many usual spreads
constexpr double kShiftedPx = 0.3;  // edges that move by more pass for changes; a print put down changes far more
constexpr double kElsewherePx = 1;  // and from here on as much

/// How far the table lies from where it lay in the picture, in pixels at its worst corner.
double shift_between(const Camera& before, const Camera& now, const Table& table) {
  double worst = 0;
  const double w = table.width.mm(), d = table.depth.mm();
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {w, 0.0}, {0.0, d}, {w, d}}) {
    if (!in_front(before, x, y, 0) || !in_front(now, x, y, 0)) continue;
    const PixelPoint was_at = project(before, x, y, 0), is_at = project(now, x, y, 0);
    worst = std::max(worst, std::hypot(is_at.x - was_at.x, is_at.y - was_at.y));
  }
  return worst;
}

}  // namespace

void Reference::restart(const ImageView& gray, const Camera& camera) {
  change_.restart(gray);
  camera_ = camera;
  started_ = true;
  usual_ = 0;
}

void Reference::compare(const ImageView& gray) {
  change_.update(gray);
  const double now = change_.usual_change();
  light_changed_ = usual_ > 0 && now > kLightRise * usual_ + kLightLeast;
  if (!light_changed_) usual_ = usual_ <= 0 ? now : usual_ + kLearning * (now - usual_);
}

void Reference::camera_moved(const Camera& camera, const Table& table) { shifted_px_ = shift_between(camera_, camera, table); }

void Reference::judge_shift() {
  shifted_ = shifted_px_ > kShiftedPx;
  light_changed_ = light_changed_ || shifted_px_ > kElsewherePx;
}

void Reference::renew(const ImageView& gray, const Camera& camera) {
  if (!light_changed_ && !shifted_) return;
  change_.accept(gray, {0, 0, gray.width, gray.height});
  camera_ = camera;
  shifted_px_ = 0;
}

int Reference::restless(double times) const { return std::max(kNoiseOfBlock, static_cast<int>(times * usual_)); }

int Reference::block_limit() const {
  // Absolute differences of noise: a block's sum spreads by about 0.75 / sqrt(pixels) of itself.
  const double spread = 0.75 / std::sqrt(static_cast<double>(ChangeMap::kPixelsSeen));
  return static_cast<int>(std::max(24, static_cast<int>(usual_)) * (1.0 + kBlockSpreads * spread)) + 40;
}

double Reference::noise_over(const PixelBox& box) const {
  constexpr int kWide = ChangeMap::kBlockWidth, kHigh = ChangeMap::kBlockHeight;
  const int blocks = ((box.x1 + kWide - 1) / kWide - box.x0 / kWide) * ((box.y1 + kHigh - 1) / kHigh - box.y0 / kHigh);
  return blocks * std::max(8.0, usual_);
}

}  // namespace polemarch::vision
