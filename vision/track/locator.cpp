#include "vision/track/locator.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/radian.hpp"
#include "vision/track/ground.hpp"
#include "vision/track/identity.hpp"
#include "vision/track/on_plane.hpp"

namespace polemarch::vision {

namespace {

constexpr long kLiftEvery = 3;              // frames between two in which a print on the move is asked whether it is carried
constexpr double kSearchTurnDeg = 7;        // turns tried to either side
constexpr double kLike = 0.45;              // PrintFitter::likeness from which a print may lie there
constexpr double kBelievedResidual = 0.17;  // rms over gain of the kept pixels of a fit that is believed
constexpr double kLeastGainShare = 0.30;    // of the marker's usual gain; shadows and fading light lower it
// When pixels of a print are looked through for what does not belong to it; FitSettings::trim_from at least.
constexpr double kTrimNoises = 1.6;        // of the picture's noise, rms; more leaves faint highlights in, less takes noise for highlights
constexpr double kPullNoises = 1.15;       // likewise, for FitSettings::pull_from
constexpr double kMovingTrimFrom = 0.075;  // rms over gain of a moving print: its smear is no outlier
constexpr double kFieldKeeps = 0.5;        // as FitSettings::field_leaves, where the fit before was one: no flutter between the two

}  // namespace

bool Locator::prepare(Track& track, const PrintPose& around) {
  const double height = height_under(known_.table, track, around);
  if (!track.picture.serves(around, height)) {
    const Pattern& pattern = track.print.pattern;
    const double reach = 1.15 * known_.rough_px_per_mm() * std::hypot(pattern.columns, pattern.rows) * 0.5 * pattern.step_mm + 6;
    if (!track.picture.look_near(known_.camera, around, height, reach)) return false;
    track.standing.height_mm = height;
  }
  const double blur = track.print.blur.px();
  track.print.show(optics_.look_of(track, around, blur), blur);
  return true;
}

bool Locator::believable(const ImageView& gray, const Track& track, const PrintFit& fit, double least_share) {
  if (!fit.steady || fit.residual > kBelievedResidual || fit.share < least_share) return false;
  if (track.newest.usual_gain > 0 && fit.gain < kLeastGainShare * track.newest.usual_gain) return false;
  return reads_as_own(gray, track, *track.picture.plane, fit);
}

bool Locator::looks_like_it(const ImageView& gray, const Track& track) {
  return track.picture.plane && !track.print.shown.value.empty() &&
         PrintFitter::likeness(gray, track.print.shown, *track.picture.plane, track.newest.pose) > kLike;
}

std::optional<PrintFit> Locator::fit(const Moment& now, Track& track, const PrintPose& start, bool fields) {
  if (!prepare(track, start)) return std::nullopt;
  ++budget_.counts.fits;
  const bool ask_size =
      !track.motion.moving || track.standing.is_doubted() || (now.number + track.spec.mount.marker.number) % kLiftEvery == 0;
  if (track.print.own)
    return track.print.own->fit(now.gray, *track.picture.plane, start, track.print.shown.blur_x_mm,
                                {.size = ask_size, .pull_from = std::sqrt(Noise::kOddStrip * noise_.own().plain_left)});
  FitSettings how;
  const double noise = noise_.squares().noise();
  if (track.motion.moving) {
    how.trim_from = std::max(how.trim_from, kMovingTrimFrom);
  } else if (track.newest.usual_gain > 0) {
    how.trim_from = std::max(how.trim_from, kTrimNoises * noise / track.newest.usual_gain);
  }
  how.noise = noise;
  // Before the noise is known every print is asked.
  how.pull_from = track.newest.usual_gain > 0 ? kPullNoises * how.noise / track.newest.usual_gain : 0;
  how.ask_field = fields;
  if (track.rest.count > 0 && track.rest.under_field) how.field_leaves = kFieldKeeps;
  how.ask_scatter = !track.motion.moving && track.rest.count == 0 && noise_.squares().fits < Noise::kLearnFits;
  how.ask_more = ask_size;
  const std::optional<HaloRasters> halos = optics_.halos_due(track, start);
  if (halos) how.halos = &*halos;
  return fitter_.fit(now.gray, track.print.shown, *track.picture.plane, start, how);
}

PrintPose Locator::along_the_way(const ImageView& gray, Track& track) {
  const PrintPose& v = track.motion.velocity;
  const auto at = [&](double f) { return track.motion.on_its_way(track.newest.pose, f); };
  const double way = std::hypot(v.x_mm, v.y_mm), enough = 0.7;
  if (track.print.own || !prepare(track, at(0.5))) return at(1);
  double best = PrintFitter::likeness(gray, track.print.shown, *track.picture.plane, at(1)), chosen = 1;
  if (best > enough || way < 0.5 * track.print.pattern.module_mm) return at(1);
  const double step = std::max(0.1, 0.3 * track.print.pattern.module_mm / way);
  const double from = -1.4, to = 2.2;  // of the way: back to a little beyond twice as far
  for (int k = 0; from + k * step < to; ++k) {
    const double f = from + k * step;
    const double likeness = PrintFitter::likeness(gray, track.print.shown, *track.picture.plane, at(f));
    if (likeness > best) best = likeness, chosen = f;
  }
  return at(best > 0.4 ? chosen : 1);
}

std::optional<PrintFit> Locator::search(const Moment& now, Track& track) {
  ++budget_.counts.searches;
  // Hands stop and turn back: look between where it was and where it was going, farther the longer it is lost.
  const PrintPose home{track.newest.pose.x_mm + 0.5 * track.motion.velocity.x_mm, track.newest.pose.y_mm + 0.5 * track.motion.velocity.y_mm,
                       track.newest.pose.up_rad};
  const double radius = kSearchMm * (1.0 + 0.5 * std::min(track.presence.lost_frames, 4)) +
                        0.5 * std::hypot(track.motion.velocity.x_mm, track.motion.velocity.y_mm);
  if (track.print.own) {
    const auto place = seek(now.gray, track, home, radius);
    if (!place) return std::nullopt;
    auto found = fit(now, track, *place);
    if (found && believable(now.gray, track, *found, kNewShare)) return found;
    return std::nullopt;
  }
  if (!prepare(track, home)) return std::nullopt;
  const auto best = PrintFitter::search(now.gray, track.print.shown, *track.picture.plane, home, radius, kSearchTurnDeg / kDeg);
  for (const auto& start : best) {
    if (start.likeness < 0.35) break;
    auto found = fit(now, track, start.pose);
    if (found && believable(now.gray, track, *found, kNewShare)) return found;
  }
  return std::nullopt;
}

std::optional<PrintFit> Locator::find_near(const Moment& now, Tracks& tracks, std::size_t index, const PrintPose& pose, double radius_mm) {
  Track& track = tracks[index];
  const auto good = [&](const std::optional<PrintFit>& f) {
    return f && believable(now.gray, track, *f, kNewShare) && !taken_by_other(tracks, index, f->pose) &&
           std::hypot(f->pose.x_mm - pose.x_mm, f->pose.y_mm - pose.y_mm) < radius_mm + 3;
  };
  auto found = fit(now, track, pose);
  if (good(found)) return found;
  if (found && !track.print.own) {
    found = fit(now, track, found->pose, true);
    if (good(found)) return found;
  }
  if (!prepare(track, pose)) return std::nullopt;
  ++budget_.counts.searches;
  if (track.print.own) {
    const auto place = seek(now.gray, track, pose, radius_mm);
    if (place) found = fit(now, track, *place);
    if (place && good(found)) return found;
    return std::nullopt;
  }
  for (const auto& start :
       PrintFitter::search(now.gray, track.print.shown, *track.picture.plane, pose, radius_mm, kSearchTurnDeg * kRadian)) {
    if (start.likeness < 0.3) break;
    found = fit(now, track, start.pose);
    if (good(found)) return found;
  }
  return std::nullopt;
}

/// A print of an own kind, read cold round a place.
std::optional<PrintPose> Locator::seek(const ImageView& gray, const Track& track, const PrintPose& home, double radius_mm) {
  if (!in_front(known_.camera, home.x_mm, home.y_mm, track.standing.height_mm)) return std::nullopt;
  const PixelPoint at = project(known_.camera, home.x_mm, home.y_mm, track.standing.height_mm);
  const double reach = (radius_mm + track.print.reach_mm() + 3) * known_.rough_px_per_mm() * 1.15;
  const PixelBox window = clipped(
      {static_cast<int>(at.x - reach), static_cast<int>(at.y - reach), static_cast<int>(at.x + reach), static_cast<int>(at.y + reach)},
      gray.width, gray.height);
  for (const Detection& d :
       known_.kinds.at(track.spec.mount.family)->find(gray, window, known_.camera, track.standing.height_mm, track.spec.mount.size_mm, 1)) {
    if (d.marker != track.spec.mount.marker) continue;
    bool visible = false;
    const PrintPose pose = pose_on_plane(known_.camera, d, track.standing.height_mm, visible);
    if (visible && std::hypot(pose.x_mm - home.x_mm, pose.y_mm - home.y_mm) < radius_mm + 3) return pose;
  }
  return std::nullopt;
}

bool taken_by_other(const Tracks& tracks, std::size_t index, const PrintPose& pose) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& o = tracks[i];
    if (i == index || !o.presence.seen()) continue;
    const double near = 0.4 * std::min(std::min(o.print.pattern.width_mm, o.print.pattern.height_mm),
                                       std::min(tracks[index].print.pattern.width_mm, tracks[index].print.pattern.height_mm));
    const double dx = o.newest.pose.x_mm - pose.x_mm, dy = o.newest.pose.y_mm - pose.y_mm;
    if (dx * dx + dy * dy < near * near) return true;
  }
  return false;
}

}  // namespace polemarch::vision
