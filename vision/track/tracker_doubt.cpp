// Whether the table still lies where it was registered. Border markers do not move on the table. When most of them seem to, the camera
// or the table has moved, and no base's pose holds until a new camera is given or everything is back. Bases are then looked for where they
// lay on the table.
#include <algorithm>
#include <cmath>

#include "vision/pixels/median.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr int kHomeFits = 16;
constexpr std::size_t kLeastBorder = 3;
constexpr int kLeastBases = 4;
}  // namespace

/// Where the border markers lie under the camera that was registered: the mean of their first fits.
void Tracker::Inside::learn_homes() {
  for (Track& track : tracks) {
    if (!is_border(track) || track.state != Seen::Seen || track.rest.count == 0 || track.home_fits >= kHomeFits) continue;
    if (track.home_fits > 0 && track.rest.count <= track.home_fits) continue;
    track.home = track.rest.mean;
    track.home_fits = track.rest.count;
  }
}

void Tracker::Inside::measure_border_offset() {
  offsets.clear();
  double variance = 0;
  for (const Track& track : tracks) {
    if (!is_border(track) || track.state != Seen::Seen || track.home_fits == 0) continue;
    const PrintPose& pose = track.rest.count > 1 && !track.moving ? track.rest.mean : track.pose;
    offsets.push_back(std::hypot(pose.x_mm - track.home.x_mm, pose.y_mm - track.home.y_mm));
    variance += std::max(track.cov[0], track.cov[4]);
  }
  if (offsets.size() < kLeastBorder) return;
  const double sd = std::sqrt(scatter.place * variance / static_cast<double>(offsets.size()));
  const double off = median(offsets);
  const double limit = std::max(settings.doubt.border_mm, settings.doubt.border_sds * sd);
  in_doubt = off > (in_doubt ? settings.doubt.calm_share : 1.0) * limit;
  border_off_mm = off > 4 * sd ? off : 0;
}

/// A jump too wide to follow: border markers and bases lost together. One marker at a time is a hand.
bool Tracker::Inside::lost_most() {
  int border = 0, bases = 0;
  for (const Track& track : tracks) {
    if (!track.ever_seen || track.state != Seen::Seen) continue;
    (is_border(track) ? border : bases) += 1;
  }
  if (loss_frames++ >= settings.doubt.jump_frames || border > border_before || bases > bases_before) {
    loss_frames = 0;
    border_before = border;
    bases_before = bases;
  }
  const double share = settings.doubt.lost_share;
  const bool border_gone = border_before >= static_cast<int>(kLeastBorder) && border_before - border > share * border_before;
  const bool bases_gone = bases_before < kLeastBases || bases_before - bases > share * bases_before;
  return border_gone && bases_gone;
}

/// Doubt begins: what the bases seemed to do since the last report was the table's doing.
void Tracker::Inside::forget_motion() {
  newcomers.clear();
  for (Track& track : tracks) {
    if (is_border(track) || !track.ever_seen || track.reported_cov[0] <= 0) continue;
    track.pose = track.reported;
    track.velocity = {};
    track.moving = false;
    track.rest.count = 0;
    track.next_report = 1;
  }
}

void Tracker::Inside::judge_border(double t) {
  const bool doubted = in_doubt;
  measure_border_offset();
  if (in_doubt && offsets.size() < kLeastBorder) {
    notice("table_moves", "The border is out of sight (moved, covered, out of focus): nothing is measured until it is back.", t);
  } else if (in_doubt) {
    notice("table_moves", "The camera or the table moves: nothing is measured until the border lies still.", t);
  }
  if (doubted && !in_doubt) {
    notice_until.erase("table_moves");
    notice_text.erase("table_moves");
    border_before = bases_before = loss_frames = 0;
  }
}

}  // namespace polemarch::vision
