#include "vision/track/report.hpp"

#include <algorithm>

#include "vision/track/error.hpp"
#include "vision/track/followed/mount.hpp"

namespace polemarch::vision {

namespace {

constexpr double kHiddenGrowthMm = 0.5, kHiddenGrowthDeg = 1;  // standard deviations added to the pose of a base that is hidden

/// `shown` becomes `path`, which grows at its end until it begins anew.
void follow_path(std::vector<Point>& shown, const std::vector<Point>& path) {
  const std::size_t known = shown.size();
  const auto same = [&](std::size_t i) { return shown[i].x == path[i].x && shown[i].y == path[i].y; };
  if (known == 0 || known > path.size() || !same(0) || !same(known - 1)) {
    shown = path;
  } else {
    shown.insert(shown.end(), path.begin() + static_cast<std::ptrdiff_t>(known), path.end());
  }
}

/// Pose and error as they will stand until the base moves, or its average rests on twice as many fits.
void take_pose(ObservedBase& base, Track& track, double border_off_mm, const Noise& noise, const Camera& camera) {
  const bool average = track.has_mean();
  track.reported.pose = average ? track.rest.mean : track.newest.pose;
  track.reported.cov = stated_error(track, average, noise, camera);
  track.reported.next = average ? std::max(1, 2 * track.rest.count) : 1;
  base_from_print(track.spec.mount, track.reported.pose, base.x_mm, base.y_mm, base.heading_deg);
  track.reported.own = base_covariance(track.spec.mount, track.reported.pose, track.reported.cov);
  base.shared = calibration_loadings(camera, track.spec.mount, track.reported.pose, track.standing.height_mm);
  base.height_mm = track.standing.height_mm;
  base.height_fitted = track.standing.by_size;
  track.reported.own[0] += border_off_mm * border_off_mm;  // the table has moved by this much and nobody has registered it anew yet
  track.reported.own[4] += border_off_mm * border_off_mm;
}

/// A base that is seen: its error, with what comes and goes while its place stays.
void take_error(ObservedBase& base, const Track& track, long number) {
  base.own_cov = track.reported.own;
  track.standing.add_doubt(base.own_cov);
  if (!may_have_started(track, number)) return;
  const auto unseen = base_covariance(track.spec.mount, track.reported.pose, unseen_move(track));
  for (std::size_t k = 0; k < 9; ++k) base.own_cov[k] += unseen[k];
}

/// A base that was seen until now.
void hide(ObservedBase& base, Track& track) {
  base.own_cov[0] += kHiddenGrowthMm * kHiddenGrowthMm;
  base.own_cov[4] += kHiddenGrowthMm * kHiddenGrowthMm;
  base.own_cov[8] += kHiddenGrowthDeg * kHiddenGrowthDeg;
  track.reported.say_anew();
}

}  // namespace

void Report::begin_frame(const Frame& frame, bool registered) {
  state_.frame = frame.index;
  state_.t = frame.t;
  state_.registered = registered;
}

void Report::write(const Moment& now, Tracks& tracks, const BorderDoubt& doubt, const Noise& noise, const Camera& camera,
                   Notices& notices) {
  std::size_t out = 0;
  state_.border_seen.clear();
  for (Track& track : tracks) {
    if (is_border(track)) {
      if (track.presence.in_sight()) state_.border_seen.push_back(track.spec.mount.marker);
      continue;
    }
    if (!track.presence.ever) continue;
    if (out == state_.bases.size()) state_.bases.emplace_back();
    ObservedBase& base = state_.bases[out++];
    const bool other = base.base != track.spec.base;
    if (other) {
      base.base = track.spec.base;
      base.unit = track.spec.unit;
      base.marker = track.spec.mount.marker;
    }
    const Seen shown = doubt.in_doubt() && track.presence.seen() ? Seen::Hidden : track.presence.state;
    if (shown == Seen::Seen) {
      if (track.motion.moving || track.rest.count >= track.reported.next || other) take_pose(base, track, doubt.off_mm(), noise, camera);
      take_error(base, track, now.number);
    } else if (base.state == Seen::Seen) {
      hide(base, track);
    }
    base.state = shown;
    base.settled = track.motion.settled && shown == Seen::Seen;
    base.settled_since = track.motion.settled_since;
    follow_path(base.path, track.motion.path);
  }
  state_.bases.resize(out);
  state_.registered = !doubt.in_doubt();
  notices.standing(now.t, state_.notices);
}

}  // namespace polemarch::vision
