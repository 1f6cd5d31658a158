// A print that is not found where it lay is covered for a while, or taken away.
#include <algorithm>
#include <cmath>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr double kLike = 0.45;        // PrintFitter::likeness from which a print may lie there
constexpr double kRestless = 2.0;     // times the picture's own change: five standard deviations of a block, more than noise does
constexpr double kBareSpread = 0.22;  // of the print's contrast; the mat's own texture is less
}  // namespace

bool Tracker::Inside::looks_like_it(const ImageView& gray, const Track& track) const {
  return track.plane && !track.print.value.empty() && PrintFitter::likeness(gray, track.print, *track.plane, track.pose) > kLike;
}

void Tracker::Inside::lose(const ImageView& gray, std::size_t index, double t) {
  Track& track = tracks[index];
  ++track.lost_frames;
  if (track.state == Seen::Seen) {
    track.state = Seen::Hidden;
    track.moving = false;
    track.settled = false;
    track.still_frames = 0;
    track.rest.count = 0;
    track.bare_since = -1;
  }
  if (track.state != Seen::Hidden) return;
  // Lifted or covered? A bare place is quiet, shows no more contrast than a fraction of the print's, and nothing like the print in shadow.
  int stirred = 0;
  const int restless = std::max(kNoiseOfChangedBlock, static_cast<int>(kRestless * usual_change));
  for (int r = track.box.y0 / 4; r < std::min(change.rows(), (track.box.y1 + 3) / 4); ++r)
    for (int c = track.box.x0 / 8; c < std::min(change.columns(), (track.box.x1 + 7) / 8); ++c)
      stirred += change.stir(c, r) > restless ? 1 : 0;
  double n = 0, sum = 0, squares = 0;
  const int step = std::max(1, (track.box.x1 - track.box.x0) / 16);
  for (int y = track.box.y0; y < track.box.y1; y += step) {
    for (int x = track.box.x0; x < track.box.x1; x += step) {
      const double g = gray.row(y)[x];
      n += 1, sum += g, squares += g * g;
    }
  }
  const double spread = n > 1 ? std::sqrt(std::max(0.0, squares / n - sum / n * sum / n)) : 0;
  if (stirred > 0 || spread > kBareSpread * track.gain || (border_tells && nearly_all_lost) || looks_like_it(gray, track)) {
    track.bare_since = -1;
  } else if (track.bare_since < 0) {
    track.bare_since = t;
  } else if (const bool covered =
                 track.around.known && share_changed(track.around, surroundings_of(gray, track.around.body)) > settings.watch.covered_share;
             t - track.bare_since >= (covered ? settings.watch.gone_covered_s : settings.watch.gone_after_s)) {
    track.state = Seen::Gone;
    change.accept(gray, track.box);
  }
}

}  // namespace polemarch::vision
