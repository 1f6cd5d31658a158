#include "vision/track/acceptance.hpp"

#include <utility>

#include "vision/track/apparent_size.hpp"

namespace polemarch::vision {

namespace {
constexpr double kQuietPrint = 3.0;  // times the picture's own noise that a block beside a print in peace may show
}  // namespace

void Acceptance::take(const Moment& now, Track& track, const PrintFit& given, bool gate_open) {
  const PrintFit fit = gate_open ? fit_on_likeliest_ground(now, track, given, locator_, known_, noise_) : given;
  const bool was_seen = track.presence.seen(), was_moving = track.motion.moving;
  const PixelBox old_body = track.picture.body;
  const bool moved = track.rest.take(fit, was_moving, noise_.of(track));
  const bool began = moved || !was_seen;
  if (was_seen)
    track.motion.step(track.newest.pose, fit.pose);
  else
    track.motion.appear();
  track.newest.take(fit);
  track.refit_wanted = fit.field_wanted;
  track.presence.found();
  if (!moved) noise_.of(track).take_left(fit.residual * fit.gain);
  track.motion.moving = moved;
  if (began) {
    track.motion.move_to(track.newest.pose);
  } else {
    track.motion.stay(gate_open);  // measured and not moved: in a breathing light the gate opens at every frame
    optics_.learn(tracks_, track, fit);
  }
  take_size(track, fit);
  if (track.rest.count == 1) track.reported.say_anew();
  track.picture.cover(now.gray, track.spec, track.print, track.newest.pose, began);
  if (was_moving && !moved) came_to_rest_.push_back(track.picture.body);
  track.picture.take_surroundings(now.gray, was_seen && is_in_peace(track));
  if (!gate_open) return;
  ChangeMap& change = reference_.change();
  change.accept(now.gray, moved ? track.picture.body : track.picture.box);
  if (moved && was_seen) change.accept(now.gray, old_body);  // what it uncovered is the mat
  track.change.learn_from_fit(!began && !reference_.light_changed(), reference_.noise_over(track.picture.box));
}

/// What its size says: of its ground at rest, of whether it is carried on the move.
void Acceptance::take_size(Track& track, const PrintFit& fit) const {
  if (track.motion.moving) {
    track.standing.forget_size();
    ask_whether_lifted(known_.camera, track, fit, sizes_, noise_);
  } else if (!is_border(track)) {
    track.standing.size.learn(fit, noise_.of(track), track.print.own != nullptr);
  }
}

/// Settled, and nothing stirs round it: what lies there is what lies there without a hand.
bool Acceptance::is_in_peace(const Track& track) const {
  return !track.motion.moving && track.motion.still_frames >= Motion::kSettleFrames &&
         quiet_round(reference_.change(), track.picture.body, reference_.restless(kQuietPrint));
}

std::vector<PixelBox> Acceptance::came_to_rest() { return std::exchange(came_to_rest_, {}); }

}  // namespace polemarch::vision
