#include "vision/track/owed.hpp"

#include <algorithm>

#include "vision/track/reading.hpp"

namespace polemarch::vision {

namespace {
constexpr double kStandsOut = 0.5;  // of the prints' usual gain that a tile with one must span
constexpr double kUsualGain = 120;  // grey levels, before a print is seen

/// Grey levels a tile must span to hold a print.
int least_span(const Tracks& tracks) {
  double gain = 0;
  int prints = 0;
  for (const Track& track : tracks)
    if (track.presence.seen() && track.newest.usual_gain > 0) gain += track.newest.usual_gain, ++prints;
  return static_cast<int>(kStandsOut * (prints > 0 ? gain / prints : kUsualGain));
}
}  // namespace

void Owed::restart(const Tiles& tiles) {
  tiles_ = tiles;
  owed_.clear();
  came_to_rest_.clear();
}

void Owed::read(const Moment& now, const Known& known, const Tracks& tracks, const Reference& reference, Explained& explained,
                const std::vector<PixelBox>& came_to_rest, Newcomers& newcomers, const Budget& budget) {
  came_to_rest_.insert(came_to_rest_.end(), came_to_rest.begin(), came_to_rest.end());
  if (reference.light_changed()) {
    light_was_changed_ = true;
    return;
  }
  const ImageView& gray = now.gray;
  const std::size_t before = owed_.size();
  /// `least_change`: of a block that counts.
  const auto list = [&](const PixelBox& box, int least_change) {
    constexpr int kPx = Tiles::kPx;
    const int least = least_span(tracks);
    for (int r = box.y0 / kPx; r < std::min(tiles_.rows, (box.y1 + kPx - 1) / kPx); ++r) {
      for (int c = box.x0 / kPx; c < std::min(tiles_.columns, (box.x1 + kPx - 1) / kPx); ++c) {
        const int span = explained.unexplained_span(gray, reference.change(), tiles_.box(c, r, c, r, 0), least_change);
        const int at = r * tiles_.columns + c;
        if (span >= least && std::none_of(owed_.begin(), owed_.end(), [&](const auto& o) { return o.second == at; }))
          owed_.push_back({span, at});
      }
    }
  };
  const PixelBox whole{0, 0, gray.width, gray.height};
  if (light_was_changed_ || reference.shifted() || !came_to_rest_.empty()) explained.mark(tracks, reference.change());
  if (light_was_changed_) {
    owed_.clear();
    list(whole, 0);
  } else if (reference.shifted()) {
    list(whole, reference.block_limit());
  }
  for (const PixelBox& box : came_to_rest_) list(box, 0);
  light_was_changed_ = false;
  came_to_rest_.clear();
  if (owed_.size() != before) std::sort(owed_.begin(), owed_.end());  // the last stands out most
  for (; !owed_.empty() && budget.pixels > 0; owed_.pop_back()) {
    const int at = owed_.back().second, c = at % tiles_.columns, r = at / tiles_.columns, margin = reading_margin(known);
    const PixelBox tile = tiles_.box(c, r, c, r, 0);
    newcomers.read(now, clipped({tile.x0 - margin, tile.y0 - margin, tile.x1 + margin, tile.y1 + margin}, gray.width, gray.height), 0);
  }
}

}  // namespace polemarch::vision
