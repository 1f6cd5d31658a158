// Places that are read though nothing differs there: the change map's reference is renewed over more than was looked at.
//  - While the light changes it is renewed all over: a lamp that is switched on, or an exposure that follows a hand, would cost every piece
//    the hand leaves.
//  - When the camera has sagged by a part of a pixel, likewise; there what is being put down still differs by more than the shift does.
//  - Round a base on the move it is renewed wherever the base or its figures may show: a base put down in contact would be lost.
// Tiles in which something stands out as a print does are read once when it is over, the strongest first and a few a frame.
#include <algorithm>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr double kStandsOut = 0.5;  // of the prints' usual gain that a tile with one must span
constexpr double kUsualGain = 120;  // grey levels, before a print is seen
}  // namespace

PixelBox Tracker::Inside::box_of_tile(int column, int row, const ImageView& gray) const {
  const int size = settings.watch.tile_px;
  return clipped({column * size, row * size, (column + 1) * size, (row + 1) * size}, gray.width, gray.height);
}

/// `least_change`: of a block that counts.
void Tracker::Inside::list_owed(const ImageView& gray, const PixelBox& box, int least_change) {
  double gain = 0;
  int prints = 0;
  for (const Track& track : tracks)
    if (track.state == Seen::Seen && track.gain > 0) gain += track.gain, ++prints;
  const int least = static_cast<int>(kStandsOut * (prints > 0 ? gain / prints : kUsualGain)), size = settings.watch.tile_px;
  for (int r = box.y0 / size; r < std::min(tile_rows, (box.y1 + size - 1) / size); ++r) {
    for (int c = box.x0 / size; c < std::min(tile_columns, (box.x1 + size - 1) / size); ++c) {
      const int span = unexplained_span(gray, box_of_tile(c, r, gray), least_change), at = r * tile_columns + c;
      if (span >= least && std::none_of(owed.begin(), owed.end(), [&](const auto& o) { return o.second == at; }))
        owed.push_back({span, at});
    }
  }
}

void Tracker::Inside::read_owed(const ImageView& gray, double t) {
  if (light_changed) {
    light_was_changed = true;
    return;
  }
  const std::size_t before = owed.size();
  if (light_was_changed || shifted || !came_to_rest.empty()) mark_explained();
  if (light_was_changed) {
    owed.clear();
    list_owed(gray, {0, 0, gray.width, gray.height}, 0);
  } else if (shifted) {
    list_owed(gray, {0, 0, gray.width, gray.height}, block_limit());
  }
  for (const PixelBox& box : came_to_rest) list_owed(gray, box, 0);
  light_was_changed = false;
  came_to_rest.clear();
  if (owed.size() != before) std::sort(owed.begin(), owed.end());  // the last stands out most
  for (; !owed.empty() && pixels_left > 0; owed.pop_back()) {
    const int at = owed.back().second, margin = reading_margin();
    const PixelBox tile = box_of_tile(at % tile_columns, at / tile_columns, gray);
    look(gray, clipped({tile.x0 - margin, tile.y0 - margin, tile.x1 + margin, tile.y1 + margin}, gray.width, gray.height), 0, t);
  }
}

}  // namespace polemarch::vision
