#include "assistant/play/straighten.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::assistant::play {

namespace {

bool same_view(const Camera& a, const Camera& b) {
  return a.pose.rotation == b.pose.rotation && a.pose.translation_mm == b.pose.translation_mm && a.lens.fx == b.lens.fx &&
         a.lens.cx == b.lens.cx && a.lens.k1 == b.lens.k1;
}

}  // namespace

Straightener::Straightener(const Table& table, double mm_per_px)
    : width_mm_(table.width.mm()),
      depth_mm_(table.depth.mm()),
      mm_per_px_(mm_per_px),
      width_(std::max(1, static_cast<int>(std::lround(width_mm_ / mm_per_px)))),
      height_(std::max(1, static_cast<int>(std::lround(depth_mm_ / mm_per_px)))) {}

void Straightener::map_to(const Camera& camera) {
  mapped_ = camera;
  map_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), {});
  for (int row = 0; row < height_; ++row)
    for (int column = 0; column < width_; ++column) {
      const double x = (column + 0.5) * mm_per_px_, y = depth_mm_ - (row + 0.5) * mm_per_px_;
      if (!vision::in_front(camera, x, y, 0)) continue;
      const PixelPoint pixel = vision::project(camera, x, y, 0);
      map_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(column)] = {
          static_cast<float>(pixel.x), static_cast<float>(pixel.y)};
    }
}

ui::TablePicture Straightener::look(const Frame& frame, const Camera& camera) {
  if (map_.empty() || !same_view(mapped_, camera)) map_to(camera);
  const std::shared_ptr<const Image>& from = frame.colour ? frame.colour : frame.gray;
  if (!from || from->empty()) return {};
  auto out = std::make_shared<Image>(width_, height_, from->channels);
  const auto channels = static_cast<std::ptrdiff_t>(from->channels);
  const auto right = static_cast<float>(from->width - 1), bottom = static_cast<float>(from->height - 1);
  std::uint8_t* to = out->bytes.data();
  for (const Source& source : map_) {
    if (source.x < 0 || source.y < 0 || source.x >= right || source.y >= bottom) {
      to += channels;
      continue;
    }
    const int x = static_cast<int>(source.x), y = static_cast<int>(source.y);
    const auto fx = static_cast<int>((source.x - static_cast<float>(x)) * 256.0F),
               fy = static_cast<int>((source.y - static_cast<float>(y)) * 256.0F);
    const std::uint8_t* upper = from->row(y) + channels * x;
    const std::uint8_t* lower = from->row(y + 1) + channels * x;
    for (std::ptrdiff_t c = 0; c < channels; ++c) {
      const int top = upper[c] * (256 - fx) + upper[c + channels] * fx, low = lower[c] * (256 - fx) + lower[c + channels] * fx;
      to[c] = static_cast<std::uint8_t>((top * (256 - fy) + low * fy) >> 16);
    }
    to += channels;
  }
  return {out, ++version_, 0, 0, width_mm_, depth_mm_};
}

}  // namespace polemarch::assistant::play
