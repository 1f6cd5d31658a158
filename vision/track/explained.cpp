#include "vision/track/explained.hpp"

#include <algorithm>

namespace polemarch::vision {

void Explained::restart(const ChangeMap& change) {
  columns_ = change.columns();
  blocks_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(change.rows()), 0);
}

void Explained::mark(const Tracks& tracks, const ChangeMap& change) {
  std::fill(blocks_.begin(), blocks_.end(), std::uint8_t{0});
  const auto mark = [&](int row, int from, int to) {
    from = std::max(from, 0), to = std::min(to, change.columns());
    if (row < 0 || row >= change.rows() || to <= from) return;
    std::fill_n(blocks_.begin() + static_cast<std::ptrdiff_t>(row) * change.columns() + from, to - from, std::uint8_t{1});
  };
  const auto mark_box = [&](const PixelBox& box) {
    constexpr int kWide = ChangeMap::kBlockWidth, kHigh = ChangeMap::kBlockHeight;
    for (int r = box.y0 / kHigh; r < (box.y1 + kHigh - 1) / kHigh; ++r) mark(r, box.x0 / kWide, (box.x1 + kWide - 1) / kWide);
  };
  for (const Track& track : tracks) {
    if (!track.presence.in_sight()) continue;
    if (track.motion.moving) {
      mark_box(track.picture.body);
      continue;
    }
    int row = track.picture.footing.first_row;
    for (const Footing::Blocks& blocks : track.picture.footing.rows) mark(row++, blocks.from, blocks.to);
    if (track.picture.footing.beside) mark_box(track.picture.box);
  }
}

int Explained::unexplained_span(const ImageView& gray, const ChangeMap& change, const PixelBox& box, int least_change) const {
  constexpr int kDown = 2, kAcross = 3;  // pixels looked at
  int low = 255, high = 0;
  for (int r = box.y0 / ChangeMap::kBlockHeight; r < std::min(change.rows(), box.y1 / ChangeMap::kBlockHeight); ++r) {
    for (int c = box.x0 / ChangeMap::kBlockWidth; c < std::min(change.columns(), box.x1 / ChangeMap::kBlockWidth); ++c) {
      if (at(c, r) || change.change(c, r) < least_change) continue;
      for (int y = r * ChangeMap::kBlockHeight; y < (r + 1) * ChangeMap::kBlockHeight; y += kDown) {
        const std::uint8_t* row = gray.row(y);
        for (int x = c * ChangeMap::kBlockWidth; x < (c + 1) * ChangeMap::kBlockWidth; x += kAcross) {
          low = std::min<int>(low, row[x]);
          high = std::max<int>(high, row[x]);
        }
      }
    }
  }
  return high - low;
}

}  // namespace polemarch::vision
