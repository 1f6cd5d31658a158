// Which blocks of the picture show bases that are seen. Changes there are the fits' business; the rest is read for new pieces.
#include <algorithm>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

/// Blocks under bases that are seen need no explanation. Of those at rest no more than their footprints and a print beside them: another
/// base may stand in contact. Of those on the move whatever may show of them and their figures; tracker_owed.cpp looks there again later.
void Tracker::Inside::mark_explained() {
  std::fill(explained.begin(), explained.end(), std::uint8_t{0});
  const auto mark = [&](int row, int from, int to) {
    from = std::max(from, 0), to = std::min(to, change.columns());
    if (row < 0 || row >= change.rows() || to <= from) return;
    std::fill_n(explained.begin() + static_cast<std::ptrdiff_t>(row) * change.columns() + from, to - from, std::uint8_t{1});
  };
  const auto mark_box = [&](const PixelBox& box) {
    constexpr int kWide = ChangeMap::kBlockWidth, kHigh = ChangeMap::kBlockHeight;
    for (int r = box.y0 / kHigh; r < (box.y1 + kHigh - 1) / kHigh; ++r) mark(r, box.x0 / kWide, (box.x1 + kWide - 1) / kWide);
  };
  for (const Track& track : tracks) {
    if (track.state != Seen::Seen || !track.ever_seen) continue;
    if (track.moving) {
      mark_box(track.body);
      continue;
    }
    int row = track.footing.first_row;
    for (const Footing::Blocks& blocks : track.footing.rows) mark(row++, blocks.from, blocks.to);
    if (track.footing.beside) mark_box(track.box);
  }
}

/// Of the blocks that nothing explains and that changed by as much: the grey levels they span.
int Tracker::Inside::unexplained_span(const ImageView& gray, const PixelBox& box, int least_change) const {
  constexpr int kDown = 2, kAcross = 3;  // pixels looked at
  int low = 255, high = 0;
  for (int r = box.y0 / ChangeMap::kBlockHeight; r < std::min(change.rows(), box.y1 / ChangeMap::kBlockHeight); ++r) {
    for (int c = box.x0 / ChangeMap::kBlockWidth; c < std::min(change.columns(), box.x1 / ChangeMap::kBlockWidth); ++c) {
      if (explained[static_cast<std::size_t>(r) * static_cast<std::size_t>(change.columns()) + static_cast<std::size_t>(c)] != 0) continue;
      if (change.change(c, r) < least_change) continue;
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
