// The order of a frame. What the parts do stands in their own files; the door is door.cpp.
#include "vision/track/tracker.hpp"

#include <algorithm>

#include "vision/track/inside.hpp"
#include "vision/track/undeclared_ground.hpp"

namespace polemarch::vision {

/// First half: the picture is compared with the reference, and the border markers are followed.
void Tracker::Inside::follow_border(const Frame& frame) {
  ++number;
  const Moment now = moment_of(frame);
  budget.begin_frame();
  optics.begin_frame();
  report.begin_frame(frame, !doubt.in_doubt());
  first_look = reference.is_new_to(now.gray);
  if (first_look) return look_first(now);
  reference.compare(now.gray);
  gate.begin_frame(reference.light_changed());
  noise.read_probes(now.gray, tracks, reference.light_changed());
  focus.count_lost(now, tracks, notices);
  border_is_whole = border_watched > 0 || gate.all_open();
  follower.follow_all(now, true, border_watched > 0);
  border_watched = std::max(0, border_watched - 1);
}

/// The whole picture is read cold.
void Tracker::Inside::look_first(const Moment& now) {
  reference.restart(now.gray, known.camera);
  const Tiles tiles = Tiles::of(now.gray);
  watch.restart(tiles);
  owed.restart(tiles);
  explained.restart(reference.change());
  acceptance.came_to_rest();  // in another picture
  newcomers.clear();
  newcomers.read(now, {0, 0, now.gray.width, now.gray.height}, 1);
}

/// Between the halves: those border markers, too, whose pixels changed too little.
void Tracker::Inside::follow_whole_border(const Frame& frame) {
  if (!first_look && !border_is_whole) follower.follow_all(moment_of(frame), true, true);
  border_is_whole = true;
}

/// Second half: the bases, and what was put down.
void Tracker::Inside::follow_bases(const Frame& frame) {
  const Moment now = moment_of(frame);
  if (first_look || is_in_doubt(now)) return say(now);
  if (!gate.all_open()) refits.fit_some(now, tracks, follower, noise, known.settings.refits_per_frame);
  settle(now.t);
  noise.take_probes(now.gray, tracks);
  learn_homes(tracks);
  newcomers.confirm(now);
  // Of newcomers too: what is said of them first may be wrong by as much as they stand high.
  find_undeclared_ground(now, tracks, sizes, locator, noise, known, notices, common_height.larger());
  open_heights.say_anew(tracks, known, notices, now.t);
  ask_common_height(now.t);
  read_new_pieces(now);
  noise.learn_plain_left(tracks);
  say(now);
}

/// Follows the bases unless the table is in doubt; true when it is, before or after.
bool Tracker::Inside::is_in_doubt(const Moment& now) {
  reference.judge_shift();
  gate.begin_bases(reference.light_changed());
  const bool doubted = doubt.in_doubt();
  doubt.judge(tracks, noise.squares(), notices, now.t);
  if (!doubt.in_doubt()) {
    if (doubted) {  // everything is looked at again
      reference.doubt_all();
      gate.open_all();
    }
    budget.begin_bases();
    follower.follow_all(now, false, false);
    doubt.judge_losses(tracks);
    if (!doubt.in_doubt()) return false;
  } else if (doubted) {
    return true;
  }
  newcomers.clear();
  forget_motion(tracks);
  return true;
}

/// Bases that came to rest count as settled after a few frames.
void Tracker::Inside::settle(double t) {
  for (Track& track : tracks)
    if (track.presence.seen()) track.motion.settle(t);
}

/// Bases that all look larger or smaller may all stand elsewhere.
void Tracker::Inside::ask_common_height(double t) {
  if (!common_height.judge(tracks, known, notices, t)) return;
  for (Track& track : tracks) track.reported.say_anew();
}

void Tracker::Inside::say(const Moment& now) {
  if (common_height.open_mm() == 0) return report.write(now, tracks, doubt, noise, known.camera, notices);
  report.write(now, tracks, doubt, noise, common_height.opened(known.camera), notices);
}

void Tracker::Inside::read_new_pieces(const Moment& now) {
  reference.renew(now.gray, known.camera);
  watch.read(now, known, tracks, reference, explained, newcomers, budget);
  owed.read(now, known, tracks, reference, explained, acceptance.came_to_rest(), newcomers, budget);
}

}  // namespace polemarch::vision
