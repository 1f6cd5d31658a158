// The report after a frame: every base with its place and error, and notices for as long as they stand.
#include <algorithm>

#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {

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

}  // namespace

void Tracker::Inside::notice(const std::string& key, const std::string& text, double t) {
  constexpr double kStandsFor = 3.0;  // seconds after it was last true
  notice_until[key] = t + kStandsFor;
  notice_text[key] = text;
}

void Tracker::Inside::report(double t) {
  std::size_t out = 0;
  state.border_seen = 0;
  for (Track& track : tracks) {
    if (is_border(track)) {
      state.border_seen += track.state == Seen::Seen && track.ever_seen ? 1 : 0;
      continue;
    }
    if (!track.ever_seen) continue;
    if (out == state.bases.size()) state.bases.emplace_back();
    ObservedBase& base = state.bases[out++];
    const bool other = base.base != track.spec.base;
    if (other) {
      base.base = track.spec.base;
      base.unit = track.spec.unit;
      base.marker = track.spec.mount.marker;
    }
    const Seen shown = in_doubt && track.state == Seen::Seen ? Seen::Hidden : track.state;
    if (shown == Seen::Seen && (track.moving || track.rest.count >= track.next_report || other)) {
      const bool average = !track.moving && track.rest.count > 0;
      track.reported = average ? track.rest.mean : track.pose;
      track.reported_cov = stated_error(track, average);
      track.next_report = average ? std::max(1, 2 * track.rest.count) : 1;
      base_from_print(track.spec.mount, track.reported, base.x_mm, base.y_mm, base.heading_deg);
      track.reported_own = base_covariance(track.spec.mount, track.reported, track.reported_cov);
      base.shared = calibration_loadings(camera, track.spec.mount, track.reported, track.height_mm);
      base.height_mm = track.height_mm;
      base.height_fitted = track.ground_by_size;
      track.reported_own[0] += border_off_mm * border_off_mm;  // the table has moved by this much and nobody has registered it anew yet
      track.reported_own[4] += border_off_mm * border_off_mm;
    }
    if (shown == Seen::Seen) {  // a doubt about its height may come or go while its place stays
      base.own_cov = track.reported_own;
      base.own_cov[0] += track.height_doubt[0];
      base.own_cov[1] += track.height_doubt[1];
      base.own_cov[3] += track.height_doubt[1];
      base.own_cov[4] += track.height_doubt[2];
    }
    if (shown == Seen::Seen && may_have_started(track)) {
      const auto unseen = base_covariance(track.spec.mount, track.reported, unseen_move(track));
      for (std::size_t k = 0; k < 9; ++k) base.own_cov[k] += unseen[k];
    }
    if (shown != Seen::Seen && base.state == Seen::Seen) {
      base.own_cov[0] += settings.watch.hidden_growth_mm * settings.watch.hidden_growth_mm;
      base.own_cov[4] += settings.watch.hidden_growth_mm * settings.watch.hidden_growth_mm;
      base.own_cov[8] += 1.0;
      track.next_report = 1;
    }
    base.state = shown;
    base.settled = track.settled && shown == Seen::Seen;
    base.settled_since = track.settled_since;
    follow_path(base.path, track.path);
  }
  state.bases.resize(out);
  state.registered = !in_doubt;
  state.notices.clear();
  for (auto it = notice_until.begin(); it != notice_until.end();) {
    if (it->second < t) {
      notice_text.erase(it->first);
      it = notice_until.erase(it);
    } else {
      state.notices.push_back({it->first, notice_text[it->first]});
      ++it;
    }
  }
}

}  // namespace polemarch::vision
