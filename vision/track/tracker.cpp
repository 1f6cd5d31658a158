#include "vision/track/tracker.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr int kHalosPerFrame = 2;           // while they are learnt
constexpr std::size_t kWantedPerFrame = 3;  // resting prints fitted again for a reason of their own
constexpr double kShiftedPx = 0.3;          // edges that move by more pass for changes; a print put down changes far more
constexpr double kElsewherePx = 1.0;        // and from here on as much
const std::string kBorder = "~";            // no base can be called so; sorts behind all bases
}  // namespace

bool is_border(const Track& track) { return track.spec.base.text.starts_with(kBorder); }

Tracker::Tracker(Camera camera, Table table, std::vector<BaseSpec> bases, TrackSettings settings) : inside_(std::make_unique<Inside>()) {
  Inside& in = *inside_;
  in.camera = std::move(camera);
  in.table = std::move(table);
  in.settings = std::move(settings);
  in.blur_px = in.settings.first_blur_px;
  in.loose = bases.empty() && !in.settings.loose_family.empty();
  if (in.settings.follow_border) {
    for (const BorderMarker& b : in.table.border) {
      if (!b.place_known && b.x_mm == 0 && b.y_mm == 0) continue;  // not found by the registration
      BaseSpec spec;
      spec.base = {kBorder + std::to_string(b.marker.number)};
      spec.mount.family = in.table.border_family;
      spec.mount.marker = b.marker;
      spec.mount.size_mm = b.size_mm;
      spec.mount.height_mm = b.z_mm;
      bases.push_back(spec);
    }
  }
  std::set<std::string> families;
  for (const BaseSpec& spec : bases) families.insert(spec.mount.family);
  if (in.loose) families.insert(in.settings.loose_family);
  for (const std::string& family : families) {
    auto kind = make_marker_kind(family, in.settings.cold);
    if (kind) {
      in.kinds.emplace(family, std::move(kind));
    } else {
      in.notice("family:" + family, "marker family " + family + " is not known; its bases are not followed", 0);
    }
  }
  std::sort(bases.begin(), bases.end(), [](const BaseSpec& a, const BaseSpec& b) { return a.base < b.base; });
  for (const BaseSpec& spec : bases) {
    const auto kind = in.kinds.find(spec.mount.family);
    if (kind == in.kinds.end() || !kind->second->has(spec.mount.marker)) continue;
    in.tracks.push_back(in.make_track(spec));
  }
  in.index_tracks();
}

Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

const TableState& Tracker::state() const { return inside_->state; }
const TrackCounts& Tracker::counts() const { return inside_->counts; }

std::optional<double> Tracker::marker_size_mm(const BaseId& base) const {
  for (const Track& t : inside_->tracks)
    if (t.spec.base == base) return t.spec.mount.size_mm;
  return std::nullopt;
}
double Tracker::place_scatter() const { return inside_->scatter.place; }
double Tracker::turn_scatter() const { return inside_->scatter.turn; }
double Tracker::lasting_share() const { return inside_->scatter.lasting_share(); }

std::vector<BorderSeen> Tracker::border() const {
  std::vector<BorderSeen> out;
  for (const BorderMarker& b : inside_->table.border) {
    BorderSeen seen{.marker = b.marker};
    const auto found = inside_->by_marker.find({inside_->table.border_family, b.marker.number});
    if (found != inside_->by_marker.end()) {
      const Track& track = inside_->tracks[found->second];
      if (is_border(track) && track.ever_seen && track.state == Seen::Seen) {
        const PrintPose& p = track.rest.count > 0 && !track.moving && !inside_->border_is_whole ? track.rest.mean : track.pose;
        seen.seen = true;
        seen.contrast = track.gain_now;
        seen.x_mm = p.x_mm;
        seen.y_mm = p.y_mm;
        const double h = 0.5 * track.spec.mount.size_mm * track.spec.mount.print_scale.value_or(1.0);
        const double rx = std::sin(p.up_rad), ry = -std::cos(p.up_rad), ux = std::cos(p.up_rad), uy = std::sin(p.up_rad);
        for (std::size_t k = 0; k < 4; ++k) {
          const double a = k == 1 || k == 2 ? h : -h, u = k < 2 ? h : -h;
          seen.corners[k] = project(inside_->camera, p.x_mm + a * rx + u * ux, p.y_mm + a * ry + u * uy, track.height_mm);
        }
      }
    }
    out.push_back(seen);
  }
  return out;
}

std::size_t Tracker::memory_bytes() const {
  const Inside& in = *inside_;
  std::size_t bytes = in.change.memory_bytes() + in.tiles.size() * sizeof(Inside::Tile) + in.explained.size();
  for (const Track& t : in.tracks) bytes += sizeof(Track) + 4 * t.print.value.capacity() + t.ink.capacity() + 16 * t.path.capacity();
  return bytes;
}

void Tracker::set_camera(const Camera& camera) {
  Inside& in = *inside_;
  for (Track& t : in.tracks) {
    // The same pixels mean another place now. In doubt the bases were not followed: they still lie where they lay on the table, and so
    // do border markers out of sight.
    const bool followed = !in.in_doubt || (is_border(t) && t.state == Seen::Seen);
    if (!followed && is_border(t) && t.home_fits > 0) t.pose = t.home;
    if (followed) in.keep_pixels(t, camera);
    t.plane.reset();
    t.rest.count = 0;
    t.velocity = {};
    if (t.state == Seen::Hidden) t.lost_frames = 0;  // worth another search
  }
  in.camera = in.reference_camera = camera;
  in.refit_all = true;
}

void Tracker::camera_is_now(const Camera& camera, double sd_mm) {
  Inside& in = *inside_;
  for (Track& t : in.tracks) {
    if (!is_border(t)) {
      t.rest.outdated = true;
      t.rest.camera_mm2 = sd_mm * sd_mm;
    } else if (t.state == Seen::Seen) {
      in.keep_pixels(t, camera);
      t.rest.count = 0;
      t.velocity = {};
    } else if (t.home_fits > 0) {
      t.pose = t.home;
    }
    t.plane.reset();
    if (t.state == Seen::Hidden) t.lost_frames = 0;
  }
  in.camera = camera;
  in.refit_all = true;
  in.shifted_px = in.shift_since_reference();
}

void Tracker::border_is_home() {
  for (Track& t : inside_->tracks) {
    if (!is_border(t)) continue;
    t.home = t.pose;
    if (t.state == Seen::Seen)
      t.home_fits = 1;
    else if (!inside_->in_doubt)  // in doubt it is looked for where it lay: there the doubt ends
      t.home_fits = 0;
  }
}

void Tracker::watch_border(int frames) { inside_->border_watched = frames; }

const TableState& Tracker::update(const Frame& frame) {
  follow_border(frame);
  return follow_bases(frame);
}

void Tracker::follow_border(const Frame& frame) {
  assert(frame.gray && frame.gray->channels == 1);
  inside_->follow_border(frame);
}

void Tracker::follow_whole_border(const Frame& frame) {
  Inside& in = *inside_;
  if (!in.first_look && !in.border_is_whole) in.follow_all(frame.gray->view(), frame.t, true, true);
  in.border_is_whole = true;
}

const TableState& Tracker::follow_bases(const Frame& frame) {
  inside_->follow_bases(frame);
  return inside_->state;
}

Track Tracker::Inside::make_track(const BaseSpec& spec) {
  Track track;
  track.spec = spec;
  MarkerKind& kind = *kinds.at(spec.mount.family);
  track.pattern = kind.pattern(spec.mount.marker, spec.mount.size_mm * spec.mount.print_scale.value_or(1.0));
  track.dictionary = kind.dictionary();
  track.own = kind.own_fit(spec.mount.marker, spec.mount.size_mm * spec.mount.print_scale.value_or(1.0));
  track.ink.reserve(track.pattern.value.size());
  for (const float v : track.pattern.value) track.ink.push_back(static_cast<std::uint8_t>(kPaper * v + 0.5F));
  track.pattern.value = {};
  track.pattern.weight = {};  // only the rim's end matters here, and that is the raster's end
  return track;
}

void Tracker::Inside::index_tracks() {
  by_marker.clear();
  for (std::size_t i = 0; i < tracks.size(); ++i) by_marker[{tracks[i].spec.mount.family, tracks[i].spec.mount.marker.number}] = i;
}

/// What `track` shows keeps its pixels and with another camera means another place.
void Tracker::Inside::keep_pixels(Track& track, const Camera& with) const {
  if (!track.plane || !track.ever_seen) return;
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  const PixelPoint up = track.plane->pixel(track.pose.x_mm + std::cos(track.pose.up_rad), track.pose.y_mm + std::sin(track.pose.up_rad));
  const auto plane = local_plane(with, track.pose.x_mm, track.pose.y_mm, track.height_mm, track.plane->reach_px);
  if (!plane) return;
  double x = 0, y = 0, ux = 0, uy = 0;
  plane->table(at.x, at.y, x, y);
  plane->table(up.x, up.y, ux, uy);
  track.pose = {x, y, std::atan2(uy - y, ux - x)};
}

/// How far the table has moved in the picture since the reference was taken, in pixels at its worst corner.
double Tracker::Inside::shift_since_reference() const {
  double worst = 0;
  const double w = table.width.mm(), d = table.depth.mm();
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {w, 0.0}, {0.0, d}, {w, d}}) {
    if (!in_front(reference_camera, x, y, 0) || !in_front(camera, x, y, 0)) continue;
    const PixelPoint before = project(reference_camera, x, y, 0), now = project(camera, x, y, 0);
    worst = std::max(worst, std::hypot(now.x - before.x, now.y - before.y));
  }
  return worst;
}

void Tracker::Inside::follow_all(const ImageView& gray, double t, bool border, bool whole) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    Track& track = tracks[i];
    if (track.state == Seen::Gone || !track.ever_seen || is_border(track) != border) continue;
    if (track.followed_in == updates) continue;
    const bool open = whole || track.state == Seen::Hidden || track.moving || gate_opens(track);
    if (open) {
      ++counts.gates_open;
      track.followed_in = updates;
      follow(gray, i, t, true);
    } else {
      ++track.still_frames;
    }
  }
}

void Tracker::Inside::follow_border(const Frame& frame) {
  const ImageView gray = frame.gray->view();
  ++updates;
  counts = {};
  searches_left = settings.watch.searches_per_frame;
  odd_left = settings.gate.odd_per_frame;
  pixels_left = settings.watch.pixels_per_frame;
  halos_due = !halo.learnt() ? kHalosPerFrame : ++since_halo >= settings.rest.halo_every ? 1 : 0;
  if (halos_due > 0) since_halo = 0;
  state.frame = frame.index;
  state.t = frame.t;
  state.registered = !in_doubt;
  first_look = !started || !change.fits(gray);  // first frame, or the source changed its size
  if (first_look) {
    change.restart(gray);
    reference_camera = camera;
    tile_columns = (gray.width + settings.watch.tile_px - 1) / settings.watch.tile_px;
    tile_rows = (gray.height + settings.watch.tile_px - 1) / settings.watch.tile_px;
    tiles.assign(static_cast<std::size_t>(tile_columns) * static_cast<std::size_t>(tile_rows), {});
    explained.assign(static_cast<std::size_t>(change.columns()) * static_cast<std::size_t>(change.rows()), 0);
    started = true;
    usual_change = 0;
    owed.clear();
    came_to_rest.clear();
    newcomers.clear();
    look(gray, {0, 0, gray.width, gray.height}, 1, frame.t);
    return;
  }
  change.update(gray);
  const double now = change.usual_change();
  light_changed = usual_change > 0 && now > settings.gate.light_rise * usual_change + 8;
  open_all = light_changed || refit_all;
  refit_all = false;
  if (!light_changed) usual_change = usual_change <= 0 ? now : usual_change + 0.1 * (now - usual_change);
  read_probes(gray);
  count_lost(gray, frame.t);
  border_is_whole = border_watched > 0 || open_all;
  follow_all(gray, frame.t, true, border_watched > 0);
  border_watched = std::max(0, border_watched - 1);
}

/// Which base is fitted next though its gate is shut: the one whose change stands out most, since it may have started off; else in turn.
std::size_t Tracker::Inside::next_resting() {
  std::size_t most = tracks.size();
  double best = 0;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Track& t = tracks[i];
    if (t.raised_frames != 1 || t.state != Seen::Seen || t.moving || t.followed_in == updates || t.usual_spread <= 0) continue;
    const double raised = (t.change_now - t.usual) / t.usual_spread;
    if (raised > best) most = i, best = raised;
  }
  if (most < tracks.size()) return most;
  return next_refit = (next_refit + 1) % tracks.size();
}

void Tracker::Inside::follow_bases(const Frame& frame) {
  const ImageView gray = frame.gray->view();
  const double t = frame.t;
  if (first_look) return report(t);
  shifted = shifted_px > kShiftedPx;
  light_changed = light_changed || shifted_px > kElsewherePx;
  open_all = open_all || light_changed || refit_all;
  refit_all = false;
  const bool doubted = in_doubt;
  judge_border(t);
  if (in_doubt) {  // no base is measured until the border rests where it was registered
    if (!doubted) forget_motion();
    return report(t);
  }
  if (doubted) light_changed = open_all = true;  // everything is looked at again
  searches_left = settings.watch.searches_per_frame;
  follow_all(gray, t, false, false);
  if (lost_most()) {
    in_doubt = true;
    forget_motion();
    return report(t);
  }
  const bool seen =
      std::any_of(tracks.begin(), tracks.end(), [](const Track& track) { return track.ever_seen && track.state != Seen::Gone; });
  if (!open_all && seen) {  // a few still ones again: averages, slow drift
    const bool learning = scatter.fits + own_scatter.fits < settings.rest.learn_fits && settings.gate.refits_per_frame > 0;
    const int refits = learning ? std::max(settings.rest.first_refits, settings.gate.refits_per_frame) : settings.gate.refits_per_frame;
    for (int k = 0, tried = 0; k < refits && tried < static_cast<int>(tracks.size()); ++tried) {
      const std::size_t index = k == 0 ? next_resting() : (next_refit = (next_refit + 1) % tracks.size());
      Track& track = tracks[index];
      if (track.state != Seen::Seen || track.moving || track.still_frames == 0) continue;
      follow(gray, index, t, false);
      if (k == 0) take_probe(gray, index);
      ++k;
    }
    for (std::size_t i = 0, k = 0; i < tracks.size() && k < kWantedPerFrame; ++i) {
      if (!tracks[i].refit_wanted || tracks[i].moving || tracks[i].still_frames == 0 || tracks[i].state != Seen::Seen) continue;
      follow(gray, i, t, false);
      ++k;
    }
  }
  for (Track& track : tracks) {
    if (track.state != Seen::Seen || track.moving) continue;
    if (!track.settled && track.still_frames >= settings.rest.settle_frames) {
      track.settled = true;
      track.settled_since = t;
    }
    if (track.still_frames == 0) track.still_frames = 1;
  }
  take_probes(gray);
  learn_homes();
  confirm_newcomers(gray);
  find_undeclared_ground(gray, t);  // of newcomers too: what is said of them first may be wrong by as much as they stand high
  if (light_changed || shifted) {
    change.accept(gray, {0, 0, gray.width, gray.height});
    reference_camera = camera;
    shifted_px = 0;
  }
  watch(gray, t);
  read_owed(gray, t);
  learn_plain_left();
  report(t);
}

}  // namespace polemarch::vision
