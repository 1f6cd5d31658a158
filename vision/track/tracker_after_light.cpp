// What was put down while the light changed. The reference of the change map is then renewed all over, so that nothing of it would ever
// differ again: a lamp that is switched on, or an exposure that follows a hand, would cost every piece the hand leaves. Tiles in which
// something stands out as a print does are read once when the light is steady again, the strongest first and a few a frame.
#include <algorithm>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr double kStandsOut = 0.5;  // of the prints' usual gain that a tile with one must span
constexpr double kUsualGain = 120;  // grey levels, before a print is seen
constexpr int kEvery = 3;           // pixels looked at, across and down

int span_of(const ImageView& gray, const PixelBox& box) {
  int low = 255, high = 0;
  for (int y = box.y0; y < box.y1; y += kEvery) {
    const std::uint8_t* row = gray.row(y);
    for (int x = box.x0; x < box.x1; x += kEvery) {
      low = std::min<int>(low, row[x]);
      high = std::max<int>(high, row[x]);
    }
  }
  return high - low;
}
}  // namespace

PixelBox Tracker::Inside::box_of_tile(int column, int row, const ImageView& gray) const {
  const int size = settings.watch.tile_px;
  return clipped({column * size, row * size, (column + 1) * size, (row + 1) * size}, gray.width, gray.height);
}

bool Tracker::Inside::is_explained(const PixelBox& box) const {
  for (int r = box.y0 / 4; r < std::min(change.rows(), box.y1 / 4); ++r)
    for (int c = box.x0 / 8; c < std::min(change.columns(), box.x1 / 8); ++c)
      if (explained[static_cast<std::size_t>(r) * static_cast<std::size_t>(change.columns()) + static_cast<std::size_t>(c)] == 0)
        return false;
  return true;
}

void Tracker::Inside::list_owed(const ImageView& gray) {
  mark_explained();
  owed.clear();
  double gain = 0;
  int prints = 0;
  for (const Track& track : tracks)
    if (track.state == Seen::Seen && track.gain > 0) gain += track.gain, ++prints;
  const int least = static_cast<int>(kStandsOut * (prints > 0 ? gain / prints : kUsualGain));
  for (int r = 0; r < tile_rows; ++r) {
    for (int c = 0; c < tile_columns; ++c) {
      const PixelBox tile = box_of_tile(c, r, gray);
      if (is_explained(tile)) continue;
      const int span = span_of(gray, tile);
      if (span >= least) owed.push_back({span, r * tile_columns + c});
    }
  }
  std::sort(owed.begin(), owed.end());  // the last stands out most
}

void Tracker::Inside::read_after_light(const ImageView& gray, double t) {
  if (light_changed) {
    light_was_changed = true;
    return;
  }
  if (light_was_changed) list_owed(gray);
  light_was_changed = false;
  for (; !owed.empty() && pixels_left > 0; owed.pop_back()) {
    const int at = owed.back().second, margin = reading_margin();
    const PixelBox tile = box_of_tile(at % tile_columns, at / tile_columns, gray);
    if (is_explained(tile)) continue;
    look(gray, clipped({tile.x0 - margin, tile.y0 - margin, tile.x1 + margin, tile.y1 + margin}, gray.width, gray.height), 0, t);
  }
}

}  // namespace polemarch::vision
