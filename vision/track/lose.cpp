#include "vision/track/lose.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/locator.hpp"

namespace polemarch::vision {

namespace {

constexpr double kRestless = 2.0;      // times the picture's own change: five standard deviations of a block, more than noise does
constexpr double kBareSpread = 0.22;   // of the print's contrast; the mat's own texture is less
constexpr double kGoneAfterS = 1;      // quiet and bare for so long: lifted, not hidden
constexpr double kCoveredShare = 0.1;  // of the surroundings changed: something lies over the place, it is not bare
constexpr double kGoneCoveredS = 21;   // and after so long it is taken as gone all the same

/// Something stirs in the box between this frame and the one before.
bool stirred(const PixelBox& box, const Reference& reference) {
  constexpr int kWide = ChangeMap::kBlockWidth, kHigh = ChangeMap::kBlockHeight;
  const ChangeMap& change = reference.change();
  const int restless = reference.restless(kRestless);
  for (int r = box.y0 / kHigh; r < std::min(change.rows(), (box.y1 + kHigh - 1) / kHigh); ++r)
    for (int c = box.x0 / kWide; c < std::min(change.columns(), (box.x1 + kWide - 1) / kWide); ++c)
      if (change.stir(c, r) > restless) return true;
  return false;
}

/// Standard deviation of the grey levels in the box, thinned.
double spread_in(const ImageView& gray, const PixelBox& box) {
  double n = 0, sum = 0, squares = 0;
  const int step = std::max(1, (box.x1 - box.x0) / 16);
  for (int y = box.y0; y < box.y1; y += step) {
    for (int x = box.x0; x < box.x1; x += step) {
      const double g = gray.row(y)[x];
      n += 1, sum += g, squares += g * g;
    }
  }
  return n > 1 ? std::sqrt(std::max(0.0, squares / n - sum / n * sum / n)) : 0;
}

}  // namespace

void lose(const Moment& now, Track& track, Reference& reference, bool blurred_away) {
  const ImageView& gray = now.gray;
  if (track.presence.lost()) {
    track.motion.vanish();
    track.rest.forget();
  }
  if (!track.presence.hidden()) return;
  // Out of the picture, all of it or a corner: nobody knows. The camera may have been moved since the print was seen.
  if (track.picture.plane) track.picture.look_at(gray, track.print, track.newest.pose);
  if (!track.picture.whole) return track.presence.not_bare();
  // Lifted or covered? A bare place is quiet, shows no more contrast than a fraction of the print's, and nothing like the print in shadow.
  const InPicture& picture = track.picture;
  const bool bare = !stirred(picture.box, reference) && spread_in(gray, picture.box) <= kBareSpread * track.newest.usual_gain;
  if (!bare || blurred_away || Locator::looks_like_it(gray, track)) return track.presence.not_bare();
  const Surroundings& around = picture.around;
  const bool covered = around.known && share_changed(around, surroundings_of(gray, around.body)) > kCoveredShare;
  if (track.presence.bare_for(now.t) < (covered ? kGoneCoveredS : kGoneAfterS)) return;
  track.presence.state = Seen::Gone;
  reference.change().accept(gray, picture.box);
}

}  // namespace polemarch::vision
