#include "vision/track/doubt.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/median.hpp"

namespace polemarch::vision {

namespace {
constexpr std::size_t kLeastBorder = 3;
constexpr int kLeastBases = 4;
constexpr double kBorderMm =
    0.3;  // middle offset of the border markers from where they were registered; lower doubts sooner, noise included
constexpr double kBorderSds = 6;    // and at least so many standard deviations of one border fit
constexpr double kCalmShare = 0.6;  // of these limits under which the doubt ends
constexpr double kLostShare = 0.6;  // of the border markers and of the bases lost within a few frames: a jump too wide to follow
constexpr int kJumpFrames = 4;      // within which that loss must happen
}  // namespace

void BorderDoubt::measure_offset(const Tracks& tracks, const Scatter& squares) {
  offsets_.clear();
  double variance = 0;
  for (const Track& track : tracks) {
    if (!is_border(track) || !track.presence.seen() || !track.home.known()) continue;
    const PrintPose& pose = track.rest.count > 1 && !track.motion.moving ? track.rest.mean : track.newest.pose;
    offsets_.push_back(std::hypot(pose.x_mm - track.home.pose.x_mm, pose.y_mm - track.home.pose.y_mm));
    variance += std::max(track.newest.cov[0], track.newest.cov[4]);
  }
  if (offsets_.size() < kLeastBorder) return;
  const double sd = std::sqrt(squares.place * variance / static_cast<double>(offsets_.size()));
  const double off = median(offsets_);
  const double limit = std::max(kBorderMm, kBorderSds * sd);
  in_doubt_ = off > (in_doubt_ ? kCalmShare : 1.0) * limit;
  off_mm_ = off > 4 * sd ? off : 0;
}

void BorderDoubt::judge(const Tracks& tracks, const Scatter& squares, Notices& notices, double t) {
  const bool doubted = in_doubt_;
  measure_offset(tracks, squares);
  if (in_doubt_ && offsets_.size() < kLeastBorder) {
    notices.say("table_moves", "The border is out of sight (moved, covered, out of focus): nothing is measured until it is back.", t);
  } else if (in_doubt_) {
    notices.say("table_moves", "The camera or the table moves: nothing is measured until the border lies still.", t);
  }
  if (doubted && !in_doubt_) {
    notices.drop("table_moves");
    border_before_ = bases_before_ = loss_frames_ = 0;
  }
}

/// Border markers and bases lost together. One marker at a time is a hand.
void BorderDoubt::judge_losses(const Tracks& tracks) {
  int border = 0, bases = 0;
  for (const Track& track : tracks) {
    if (!track.presence.in_sight()) continue;
    (is_border(track) ? border : bases) += 1;
  }
  if (loss_frames_++ >= kJumpFrames || border > border_before_ || bases > bases_before_) {
    loss_frames_ = 0;
    border_before_ = border;
    bases_before_ = bases;
  }
  const bool border_gone = border_before_ >= static_cast<int>(kLeastBorder) && border_before_ - border > kLostShare * border_before_;
  const bool bases_gone = bases_before_ < kLeastBases || bases_before_ - bases > kLostShare * bases_before_;
  if (border_gone && bases_gone) in_doubt_ = true;
}

void learn_homes(Tracks& tracks) {
  for (Track& track : tracks) {
    if (is_border(track) && track.presence.seen()) track.home.learn(track.rest);
  }
}

void border_is_home(Tracks& tracks, bool in_doubt) {
  for (Track& t : tracks) {
    if (!is_border(t)) continue;
    t.home.pose = t.newest.pose;
    if (t.presence.seen())
      t.home.fits = 1;
    else if (!in_doubt)  // in doubt it is looked for where it lay: there the doubt ends
      t.home.fits = 0;
  }
}

void forget_motion(Tracks& tracks) {
  for (Track& track : tracks) {
    if (is_border(track) || !track.presence.ever || !track.reported.said()) continue;
    track.newest.pose = track.reported.pose;
    track.motion.velocity = {};
    track.motion.moving = false;
    track.rest.forget();
    track.reported.say_anew();
  }
}

}  // namespace polemarch::vision
