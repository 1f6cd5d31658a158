#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {

constexpr long kLiftEvery = 3;  // frames between two in which a print on the move is asked whether it is carried
constexpr double kPi = 3.14159265358979323846;
constexpr double kDeg = 180.0 / kPi;
constexpr double kToneStep = 0.02;     // a change of the tone curve that is worth new templates
constexpr double kKeepsItsWay = 0.4;   // of a module: where a print is so near to where it was going, the next look goes there at once
constexpr double kNoisierPrint = 3.0;  // times the picture's own noise that a print at rest may show

}  // namespace

/// How the camera shows `track`'s print where its template was made for, or is to be.
PrintLook Tracker::Inside::look_of(const Track& track, const PrintPose& at, double blur) const {
  if (track.own) return {.blur = {blur * track.plane->mm_per_px, blur * track.plane->mm_per_px, 0}, .tone = tone.curve};
  const BlurOnPrint pixel = pixel_on_print(*track.plane, std::cos(at.up_rad), std::sin(at.up_rad));
  return {.blur = pixel.times(blur), .tone = tone.curve, .pixel = pixel, .halo = halo.amounts()};
}

/// Template and local plane for a fit near `around`. False where the camera does not see it.
bool Tracker::Inside::prepare(Track& track, const PrintPose& around) {
  const double height = height_under(track, around);
  if (track.plane && track.plane->height_mm == height) {
    const PixelPoint at = track.plane->pixel(around.x_mm, around.y_mm);
    if (!(std::hypot(at.x - track.plane->px, at.y - track.plane->py) < 4.0)) track.plane.reset();
  } else {
    track.plane.reset();
  }
  if (!track.plane) {
    const double rough = std::sqrt(camera.lens.fx * camera.lens.fy) / std::max(1.0, std::abs(camera.pose.translation_mm[2]));
    const double reach = 1.15 * rough * std::hypot(track.pattern.columns, track.pattern.rows) * 0.5 * track.pattern.step_mm + 6;
    track.plane = local_plane(camera, around.x_mm, around.y_mm, height, reach);
    if (!track.plane) return false;
    track.height_mm = height;
  }
  const double blur = track.blur_seen_px2 > 0 ? std::sqrt(track.blur_seen_px2) : std::sqrt(blur_px * blur_px + 1.0 / 12);
  const PrintLook look = look_of(track, around, blur);
  const BlurOnPrint& seen = look.blur;
  const PrintTemplate& made = track.print;
  const bool stale =
      made.value.empty() || std::abs(track.blur_px - blur) > 0.04 * track.blur_px ||
      (!track.own && (std::abs(made.blur_x_mm - seen.x_mm) > 0.08 * seen.x_mm || std::abs(made.blur_y_mm - seen.y_mm) > 0.08 * seen.y_mm ||
                      std::abs(made.blur_xy_mm2 - seen.xy_mm2) > 0.08 * seen.x_mm * seen.y_mm)) ||
      (!track.own && (std::abs(made.tone - look.tone) > kToneStep || made.halo != look.halo));
  if (stale && track.own && !track.print.value.empty()) {  // it fits from its own tables; the template only serves as a picture to compare
    track.print.blur_x_mm = track.print.blur_y_mm = seen.x_mm;
    track.blur_px = blur;
  } else if (stale) {
    track.print = make_template(track.pattern, track.ink, look);
    track.blur_px = blur;
  }
  return true;
}

bool Tracker::Inside::believable(const ImageView& gray, const Track& track, const PrintFit& fit, double least_share) const {
  const BelieveSettings& b = settings.believe;
  if (!fit.steady || fit.residual > b.most_residual || fit.share < least_share) return false;
  if (track.gain > 0 && fit.gain < b.least_gain_share * track.gain) return false;
  return reads_as_own(gray, track, *track.plane, fit);
}

std::optional<PrintFit> Tracker::Inside::try_at(const ImageView& gray, Track& track, const PrintPose& start, bool fields) {
  if (!prepare(track, start)) return std::nullopt;
  ++counts.fits;
  const bool ask_size = !track.moving || track.height_doubt[0] > 0 || (updates + track.spec.mount.marker.number) % kLiftEvery == 0;
  if (track.own)
    return track.own->fit(gray, *track.plane, start, track.print.blur_x_mm,
                          {.size = ask_size, .pull_from = std::sqrt(kOddStrip * own_scatter.plain_left)});
  FitSettings how = settings.fit;
  if (track.moving) {
    how.trim_from = std::max(how.trim_from, settings.trim.moving_from);
  } else if (track.gain > 0) {
    how.trim_from = std::max(how.trim_from, settings.trim.noises * scatter.noise() / track.gain);
  }
  how.noise = scatter.noise();
  // Before the noise is known every print is asked.
  how.pull_from = track.gain > 0 ? settings.trim.pull_noises * how.noise / track.gain : 0;
  how.ask_field = fields;
  if (track.rest.count > 0 && track.rest.under_field) how.field_leaves = settings.trim.field_keeps;
  how.ask_scatter = !track.moving && track.rest.count == 0 && scatter.fits < settings.rest.learn_fits;
  how.ask_more = ask_size;
  HaloRasters halos;
  if (halos_due > 0 && !track.moving && track.rest.count > 0 && track.state == Seen::Seen && track.print.halo == halo.amounts()) {
    --halos_due;
    PrintLook look = look_of(track, start, track.blur_px);
    look.tone = track.print.tone;
    halos = halo_rasters(track.pattern, track.ink, look);
    how.halos = &halos;
  }
  return fitter.fit(gray, track.print, *track.plane, start, how);
}

/// Another base is already seen where this one claims to be.
bool Tracker::Inside::taken_by_other(std::size_t index, const PrintPose& pose) const {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& o = tracks[i];
    if (i == index || o.state != Seen::Seen) continue;
    const double near = 0.4 * std::min(std::min(o.pattern.width_mm, o.pattern.height_mm),
                                       std::min(tracks[index].pattern.width_mm, tracks[index].pattern.height_mm));
    const double dx = o.pose.x_mm - pose.x_mm, dy = o.pose.y_mm - pose.y_mm;
    if (dx * dx + dy * dy < near * near) return true;
  }
  return false;
}

bool Tracker::Inside::gate_opens(Track& track) {
  track.change_now = change.change_in(track.box);
  if (open_all) return true;
  const int now = track.change_now;
  if (track.usual_seen < settings.gate.learn_frames) {
    if (now > noise_over(track) * (1.35 + settings.gate.rise)) return true;
  } else if (now - track.usual > settings.gate.rise * track.usual + settings.gate.spreads * track.usual_spread) {
    return true;
  } else if (now - track.usual > settings.gate.lasting * track.usual_spread) {  // a tenth of a millimetre does no more, but that stays
    const bool odd = now - track.usual > settings.gate.odd * track.usual_spread && odd_left-- > 0;
    return ++track.raised_frames >= settings.gate.lasting_frames || odd;
  }
  track.raised_frames = 0;
  learn_usual(track, now);
  return false;
}

double Tracker::Inside::noise_over(const Track& track) const {
  const int blocks = ((track.box.x1 + 7) / 8 - track.box.x0 / 8) * ((track.box.y1 + 3) / 4 - track.box.y0 / 4);
  return blocks * std::max(8.0, usual_change);
}

void Tracker::Inside::learn_usual(Track& track, int now) const {
  const bool young = track.usual_seen < settings.gate.learn_frames;
  const double off = now - track.usual;
  track.usual += (young ? 1.0 / ++track.usual_seen : 0.05) * off;
  track.usual_spread = young ? std::max(track.usual_spread, 0.02 * track.usual)
                             : std::max(0.015 * track.usual, track.usual_spread + 0.05 * (std::abs(off) * 1.25 - track.usual_spread));
}

/// The print's pose on the plane at `height_mm` from where it was read; not visible: the camera does not see that plane there.
PrintPose Tracker::Inside::pose_of(const Detection& d, double height_mm, bool& visible) const {
  const PixelPoint middle{0.25 * (d.corners[0].x + d.corners[1].x + d.corners[2].x + d.corners[3].x),
                          0.25 * (d.corners[0].y + d.corners[1].y + d.corners[2].y + d.corners[3].y)};
  const PixelPoint top{0.5 * (d.corners[0].x + d.corners[1].x), 0.5 * (d.corners[0].y + d.corners[1].y)};
  const PixelPoint low{0.5 * (d.corners[2].x + d.corners[3].x), 0.5 * (d.corners[2].y + d.corners[3].y)};
  double x = 0, y = 0, top_x = 0, top_y = 0, low_x = 0, low_y = 0;
  visible = unproject(camera, middle, height_mm, x, y) && unproject(camera, top, height_mm, top_x, top_y) &&
            unproject(camera, low, height_mm, low_x, low_y);
  return {x, y, std::atan2(top_y - low_y, top_x - low_x)};
}

/// A print of an own kind, read cold round a place.
std::optional<PrintPose> Tracker::Inside::seek(const ImageView& gray, const Track& track, const PrintPose& home, double radius_mm) {
  if (!in_front(camera, home.x_mm, home.y_mm, track.height_mm)) return std::nullopt;
  const PixelPoint at = project(camera, home.x_mm, home.y_mm, track.height_mm);
  const double px = std::sqrt(camera.lens.fx * camera.lens.fy) / std::max(1.0, std::abs(camera.pose.translation_mm[2]));
  const double reach = (radius_mm + track.reach_mm() + 3) * px * 1.15;
  const PixelBox window = clipped(
      {static_cast<int>(at.x - reach), static_cast<int>(at.y - reach), static_cast<int>(at.x + reach), static_cast<int>(at.y + reach)},
      gray.width, gray.height);
  for (const Detection& d : kinds.at(track.spec.mount.family)->find(gray, window, camera, track.height_mm, track.spec.mount.size_mm, 1)) {
    if (d.marker != track.spec.mount.marker) continue;
    bool visible = false;
    const PrintPose pose = pose_of(d, track.height_mm, visible);
    if (visible && std::hypot(pose.x_mm - home.x_mm, pose.y_mm - home.y_mm) < radius_mm + 3) return pose;
  }
  return std::nullopt;
}

std::optional<PrintFit> Tracker::Inside::search(const ImageView& gray, Track& track) {
  ++counts.searches;
  // Hands stop and turn back: look between where it was and where it was going, farther the longer it is lost.
  const PrintPose home{track.pose.x_mm + 0.5 * track.velocity.x_mm, track.pose.y_mm + 0.5 * track.velocity.y_mm, track.pose.up_rad};
  const double radius =
      settings.watch.search_mm * (1.0 + 0.5 * std::min(track.lost_frames, 4)) + 0.5 * std::hypot(track.velocity.x_mm, track.velocity.y_mm);
  if (track.own) {
    const auto place = seek(gray, track, home, radius);
    if (!place) return std::nullopt;
    auto fit = try_at(gray, track, *place);
    if (fit && believable(gray, track, *fit, settings.believe.new_share)) return fit;
    return std::nullopt;
  }
  if (!prepare(track, home)) return std::nullopt;
  const auto best = PrintFitter::search(gray, track.print, *track.plane, home, radius, settings.watch.search_turn_deg / kDeg);
  for (const auto& start : best) {
    if (start.likeness < 0.35) break;
    auto fit = try_at(gray, track, start.pose);
    if (fit && believable(gray, track, *fit, settings.believe.new_share)) return fit;
  }
  return std::nullopt;
}

namespace {

/// `share` of a frame's way on from where it is.
PrintPose on_its_way(const Track& track, double share) {
  const PrintPose &p = track.pose, &v = track.velocity;
  return {p.x_mm + share * v.x_mm, p.y_mm + share * v.y_mm, p.up_rad + share * v.up_rad};
}

}  // namespace

/// Where along its way a moving print is likeliest: hands speed up, stop and turn back. A look costs a hundredth of a fit.
PrintPose Tracker::Inside::along_the_way(const ImageView& gray, Track& track) {
  const PrintPose& v = track.velocity;
  const auto at = [&](double f) { return on_its_way(track, f); };
  const double way = std::hypot(v.x_mm, v.y_mm), enough = 0.7;
  if (track.own || !prepare(track, at(0.5))) return at(1);
  double best = PrintFitter::likeness(gray, track.print, *track.plane, at(1)), chosen = 1;
  if (best > enough || way < 0.5 * track.pattern.module_mm) return at(1);
  const double step = std::max(0.1, 0.3 * track.pattern.module_mm / way);
  const double from = -1.4, to = 2.2;  // of the way: back to a little beyond twice as far
  for (int k = 0; from + k * step < to; ++k) {
    const double f = from + k * step;
    const double likeness = PrintFitter::likeness(gray, track.print, *track.plane, at(f));
    if (likeness > best) best = likeness, chosen = f;
  }
  return at(best > 0.4 ? chosen : 1);
}

void Tracker::Inside::follow(const ImageView& gray, std::size_t index, double t, bool open) {
  Track& track = tracks[index];
  const BelieveSettings& b = settings.believe;
  const auto near_enough = [&](const PrintFit& fit, const PrintPose& from, double mm, double deg) {
    return std::hypot(fit.pose.x_mm - from.x_mm, fit.pose.y_mm - from.y_mm) < mm &&
           std::abs(std::remainder(fit.pose.up_rad - from.up_rad, 2 * kPi)) * kDeg < deg;
  };
  if (track.state == Seen::Hidden) {  // a cheap look first: most hidden bases stay hidden
    if (!prepare(track, track.pose)) return;
    if (track.own || looks_like_it(gray, track)) {
      auto fit = try_at(gray, track, track.pose);
      if (fit && near_enough(*fit, track.pose, b.still_mm, b.still_deg) && believable(gray, track, *fit, b.least_share))
        return accept(gray, index, *fit, open);
      if (fit && believable(gray, track, *fit, b.new_share) && near_enough(*fit, track.pose, 6, 12) && !taken_by_other(index, fit->pose))
        return accept(gray, index, *fit, open);
    }
    if (track.lost_frames < settings.watch.search_frames && searches_left > 0) {
      --searches_left;
      const auto fit = search(gray, track);
      if (fit && !taken_by_other(index, fit->pose)) return accept(gray, index, *fit, open);
    }
    if (const auto fit = refocused(gray, track)) return accept(gray, index, *fit, open);
    return lose(gray, index, t);
  }
  const bool moving = track.moving;
  // One that kept its way is where it was going; hands that turn back are noticed by a fit that fails.
  const bool keeps_its_way = moving && track.off_its_way_mm < kKeepsItsWay * track.pattern.module_mm;
  PrintPose guess = keeps_its_way ? on_its_way(track, 1) : moving ? along_the_way(gray, track) : track.pose;
  auto fit = try_at(gray, track, guess, !moving);
  const auto good = [&](const std::optional<PrintFit>& f) {
    if (!f) return false;
    const bool still = near_enough(*f, track.pose, b.still_mm, b.still_deg);
    return believable(gray, track, *f, still ? b.least_share : b.moved_share) && near_enough(*f, guess, 8, 20) &&
           (still || !taken_by_other(index, f->pose));
  };
  if (good(fit)) return accept(gray, index, *fit, open);
  if (keeps_its_way) {
    guess = along_the_way(gray, track);
    fit = try_at(gray, track, guess);
    if (good(fit)) return accept(gray, index, *fit, open);
  }
  if (moving) {
    fit = try_at(gray, track, track.pose);
    if (good(fit)) return accept(gray, index, *fit, open);
  }
  if (!moving) {
    fit = refocused(gray, track);
    if (fit) return accept(gray, index, *fit, open);
  }
  if (searches_left > 0) {
    --searches_left;
    fit = search(gray, track);
    if (fit && !taken_by_other(index, fit->pose)) return accept(gray, index, *fit, open);
  }
  lose(gray, index, t);
}

void Tracker::Inside::accept(const ImageView& gray, std::size_t index, const PrintFit& given, bool open) {
  Track& track = tracks[index];
  const PrintFit fit = open ? at_its_height(gray, track, given) : given;
  const bool was_seen = track.state == Seen::Seen, was_moving = track.moving;
  const PixelBox old_body = track.body;
  const bool moved = take_into_rest(track, fit, settings.rest, scatter_of(track));
  const PrintPose expected = on_its_way(track, 1);
  track.off_its_way_mm = was_seen ? std::hypot(fit.pose.x_mm - expected.x_mm, fit.pose.y_mm - expected.y_mm) : 1e9;
  if (was_seen) {
    track.velocity = {fit.pose.x_mm - track.pose.x_mm, fit.pose.y_mm - track.pose.y_mm,
                      std::remainder(fit.pose.up_rad - track.pose.up_rad, 2 * kPi)};
  } else {
    track.velocity = {};
  }
  track.pose = fit.pose;
  track.cov = fit.cov;
  track.pulled = fit.pulled;
  track.shadowed = fit.shadowed;
  track.refit_wanted = fit.field_wanted;
  track.residual = fit.residual;
  track.gain_now = fit.gain;
  if (!moved) scatter_of(track).take_left(fit.residual * fit.gain);
  track.gain = track.gain > 0 ? track.gain + 0.2 * (fit.gain - track.gain) : fit.gain;
  track.state = Seen::Seen;
  track.ever_seen = true;
  track.lost_frames = 0;
  track.bare_since = -1;
  track.moving = moved;
  if (moved || !was_seen) {
    if (track.settled) track.path.clear();
    track.settled = false;
    track.still_frames = 0;
    const Point at{Length::from_mm(track.pose.x_mm), Length::from_mm(track.pose.y_mm)};
    if (track.path.empty() ||
        std::hypot((track.path.back().x - at.x).mm(), (track.path.back().y - at.y).mm()) >= settings.rest.path_step_mm)
      track.path.push_back(at);
  } else {
    track.velocity = {};
    if (open) ++track.still_frames;  // measured and not moved: in a breathing light the gate opens at every frame
    learn_blur(track, fit);
    learn_tone(track, fit);
    learn_halo(track, fit);
  }
  if (moved) {
    track.size = {};
    ask_whether_lifted(track, fit);
  } else {
    learn_size(track, fit);
  }
  if (track.rest.count == 1) track.next_report = 1;
  // The pixels that show the print, with two pixels round it.
  const double reach = track.reach_mm() * 0.85 / track.plane->mm_per_px + 2;
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  double reach_x = reach, reach_y = reach;
  if (is_strip(track)) {  // what stands beside it is not part of it
    const PixelPoint end = track.plane->pixel(track.pose.x_mm + track.print.half_width_mm * std::sin(track.pose.up_rad),
                                              track.pose.y_mm - track.print.half_width_mm * std::cos(track.pose.up_rad));
    const double half = track.print.half_height_mm / track.plane->mm_per_px + 2;
    reach_x = std::abs(end.x - at.x) + half;
    reach_y = std::abs(end.y - at.y) + half;
  }
  track.box = clipped({static_cast<int>(at.x - reach_x), static_cast<int>(at.y - reach_y), static_cast<int>(at.x + reach_x) + 1,
                       static_cast<int>(at.y + reach_y) + 1},
                      gray.width, gray.height);
  const Footprint& foot = track.spec.footprint;
  const MarkerMount& mount = track.spec.mount;
  const double half = 0.5 * (foot.outline == Outline::Circle ? foot.frontage.mm() : std::hypot(foot.frontage.mm(), foot.depth.mm()));
  const double wide = std::max(reach, (half + std::hypot(mount.offset_x_mm, mount.offset_y_mm)) / track.plane->mm_per_px) + 6;
  track.body = clipped(
      {static_cast<int>(at.x - wide), static_cast<int>(at.y - wide), static_cast<int>(at.x + wide) + 1, static_cast<int>(at.y + wide) + 1},
      gray.width, gray.height);
  if (was_moving && !moved) came_to_rest.push_back(track.body);
  if (track.footing.rows.empty() || std::hypot(at.x - track.footing.print.x, at.y - track.footing.print.y) > 1 || !was_seen || moved)
    track.footing = footing_of(foot, mount, track.pose, track.print.half_width_mm, track.print.half_height_mm, *track.plane);
  if (track.around.known && !track.around.about(track.body)) track.around.known = false;
  if (!moved && was_seen && track.still_frames >= settings.rest.settle_frames &&
      quiet_round(change, track.body, std::max(kNoiseOfChangedBlock, static_cast<int>(kNoisierPrint * usual_change)))) {
    track.around = surroundings_of(gray, track.body);
  }
  if (open) {
    track.raised_frames = 0;
    change.accept(gray, moved ? track.body : track.box);
    if (moved && was_seen) change.accept(gray, old_body);  // what it uncovered is the mat
    // A camera that smooths flat mats but not edges is noisier over a print than elsewhere: a fit that finds the base unmoved teaches that.
    const bool taught = !moved && was_seen && !light_changed && track.change_now < kNoisierPrint * noise_over(track);
    if (!taught) {
      track.usual_seen = 0;
      track.usual = track.usual_spread = 0;
    } else if (track.usual_seen < settings.gate.learn_frames) {
      learn_usual(track, track.change_now);
    } else {
      track.usual += 0.05 * (track.change_now - track.usual);  // the spread is not learnt from what opened the gate
    }
  }
}

}  // namespace polemarch::vision
