#include "vision/track/acceptance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "vision/track/apparent_size.hpp"
#include "vision/track/gate.hpp"
#include "vision/track/rest.hpp"

namespace polemarch::vision {

namespace {

constexpr double kGainLearning = 0.2;   // share of each fit
constexpr double kPathStepMm = 5.0;     // the carried path is kept in steps of this length
constexpr double kQuietPrint = 3.0;     // times the picture's own noise that a block beside a print in peace may show
constexpr double kMovedPx = 1;          // from which the blocks under a base are worked out anew
constexpr double kPrintShare = 0.85;    // of a print's reach, to each side: its corners may stick out
constexpr double kMarginPx = 2;         // round the pixels that show the print
constexpr double kFiguresMarginPx = 6;  // round those that may show the base, its figures leaning any way

/// The pixels that show the print, with two pixels round it.
PixelBox box_of(const Track& track, const ImageView& gray) {
  const double reach = track.reach_mm() * kPrintShare / track.plane->mm_per_px + kMarginPx;
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  double reach_x = reach, reach_y = reach;
  if (is_strip(track)) {  // what stands beside it is not part of it
    const PixelPoint end = track.plane->pixel(track.pose.x_mm + track.print.half_width_mm * std::sin(track.pose.up_rad),
                                              track.pose.y_mm - track.print.half_width_mm * std::cos(track.pose.up_rad));
    const double half = track.print.half_height_mm / track.plane->mm_per_px + kMarginPx;
    reach_x = std::abs(end.x - at.x) + half;
    reach_y = std::abs(end.y - at.y) + half;
  }
  return clipped({static_cast<int>(at.x - reach_x), static_cast<int>(at.y - reach_y), static_cast<int>(at.x + reach_x) + 1,
                  static_cast<int>(at.y + reach_y) + 1},
                 gray.width, gray.height);
}

/// The pixels that may show the base.
PixelBox body_of(const Track& track, const ImageView& gray) {
  const double reach = track.reach_mm() * kPrintShare / track.plane->mm_per_px + kMarginPx;
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  const Footprint& foot = track.spec.footprint;
  const MarkerMount& mount = track.spec.mount;
  const double half = 0.5 * (foot.outline == Outline::Circle ? foot.frontage.mm() : std::hypot(foot.frontage.mm(), foot.depth.mm()));
  const double wide =
      std::max(reach, (half + std::hypot(mount.offset_x_mm, mount.offset_y_mm)) / track.plane->mm_per_px) + kFiguresMarginPx;
  return clipped(
      {static_cast<int>(at.x - wide), static_cast<int>(at.y - wide), static_cast<int>(at.x + wide) + 1, static_cast<int>(at.y + wide) + 1},
      gray.width, gray.height);
}

}  // namespace

void Acceptance::take(const Moment& now, Track& track, const PrintFit& given, bool gate_open) {
  const PrintFit fit = gate_open ? fit_on_likeliest_ground(now, track, given, locator_, known_, noise_) : given;
  const bool was_seen = track.state == Seen::Seen, was_moving = track.moving;
  const PixelBox old_body = track.body;
  const bool moved = take_into_rest(track, fit, noise_.of(track));
  take_motion(track, fit, was_seen);
  if (!moved) noise_.of(track).take_left(fit.residual * fit.gain);
  track.moving = moved;
  rest_or_move(track, fit, moved || !was_seen, gate_open);
  track.box = box_of(track, now.gray);
  track.body = body_of(track, now.gray);
  if (was_moving && !moved) came_to_rest_.push_back(track.body);
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  if (track.footing.rows.empty() || std::hypot(at.x - track.footing.print.x, at.y - track.footing.print.y) > kMovedPx || !was_seen || moved)
    track.footing =
        footing_of(track.spec.footprint, track.spec.mount, track.pose, track.print.half_width_mm, track.print.half_height_mm, *track.plane);
  take_surroundings(now.gray, track, was_seen);
  if (!gate_open) return;
  ChangeMap& change = reference_.change();
  change.accept(now.gray, moved ? track.body : track.box);
  if (moved && was_seen) change.accept(now.gray, old_body);  // what it uncovered is the mat
  learn_from_fit(track, !moved && was_seen, reference_);
}

/// Pose, velocity and what the fit says of itself.
void Acceptance::take_motion(Track& track, const PrintFit& fit, bool was_seen) const {
  const PrintPose expected = on_its_way(track, 1);
  track.off_its_way_mm = was_seen ? std::hypot(fit.pose.x_mm - expected.x_mm, fit.pose.y_mm - expected.y_mm) : 1e9;
  track.velocity = {};
  if (was_seen)
    track.velocity = {fit.pose.x_mm - track.pose.x_mm, fit.pose.y_mm - track.pose.y_mm,
                      std::remainder(fit.pose.up_rad - track.pose.up_rad, 2 * std::numbers::pi)};
  track.pose = fit.pose;
  track.cov = fit.cov;
  track.pulled = fit.pulled;
  track.shadowed = fit.shadowed;
  track.refit_wanted = fit.field_wanted;
  track.residual = fit.residual;
  track.gain_now = fit.gain;
  track.gain = track.gain > 0 ? track.gain + kGainLearning * (fit.gain - track.gain) : fit.gain;
  track.state = Seen::Seen;
  track.ever_seen = true;
  track.lost_frames = 0;
  track.bare_since = -1;
}

/// `began`: it moved, or is here for the first time.
void Acceptance::rest_or_move(Track& track, const PrintFit& fit, bool began, bool gate_open) {
  if (began) {
    if (track.settled) track.path.clear();
    track.settled = false;
    track.still_frames = 0;
    const Point at{Length::from_mm(track.pose.x_mm), Length::from_mm(track.pose.y_mm)};
    if (track.path.empty() || std::hypot((track.path.back().x - at.x).mm(), (track.path.back().y - at.y).mm()) >= kPathStepMm)
      track.path.push_back(at);
  } else {
    track.velocity = {};
    if (gate_open) ++track.still_frames;  // measured and not moved: in a breathing light the gate opens at every frame
    optics_.learn(tracks_, track, fit);
  }
  if (track.moving) {
    track.size = {};
    ask_whether_lifted(known_.camera, track, fit, sizes_, noise_);
  } else {
    learn_size(track, fit, noise_.of(track));
  }
  if (track.rest.count == 1) track.next_report = 1;
}

/// What lies round a base in peace is learnt, and forgotten where the base has moved on.
void Acceptance::take_surroundings(const ImageView& gray, Track& track, bool was_seen) const {
  if (track.around.known && !track.around.about(track.body)) track.around.known = false;
  if (!track.moving && was_seen && track.still_frames >= Track::kSettleFrames &&
      quiet_round(reference_.change(), track.body, reference_.restless(kQuietPrint)))
    track.around = surroundings_of(gray, track.body);
}

std::vector<PixelBox> Acceptance::came_to_rest() { return std::exchange(came_to_rest_, {}); }

}  // namespace polemarch::vision
