// The door of the tracker: what is given to it and asked of it.
#include <cassert>
#include <cmath>
#include <set>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/inside.hpp"
#include "vision/track/tracker.hpp"

namespace polemarch::vision {

namespace {

/// The table's border markers, as bases under names of their own.
void add_border(std::vector<BaseSpec>& bases, const Table& table) {
  for (const BorderMarker& b : table.border) {
    if (!b.place_known && b.x_mm == 0 && b.y_mm == 0) continue;  // not found by the registration
    BaseSpec spec;
    spec.base = border_id(b.marker);
    spec.mount.family = table.border_family;
    spec.mount.marker = b.marker;
    spec.mount.size_mm = b.size_mm;
    spec.mount.height_mm = b.z_mm;
    bases.push_back(spec);
  }
}

/// What `track` shows keeps its pixels and with another camera means another place.
void keep_pixels(Track& track, const Camera& with) {
  if (track.presence.ever) track.newest.pose = track.picture.seen_with(with, track.newest.pose, track.standing.height_mm);
}

/// What was found with another camera: the plane, and how long it is lost.
void begin_anew(Track& track) {
  track.picture.plane.reset();
  if (track.presence.hidden()) track.presence.lost_frames = 0;  // worth another search
}

/// `newest`: its place in this frame, not the mean of those before.
BorderSeen border_seen(const Track& track, const Camera& camera, bool newest) {
  BorderSeen seen{.marker = track.spec.mount.marker, .seen = true};
  const PrintPose& p = track.has_mean() && !newest ? track.rest.mean : track.newest.pose;
  seen.contrast = track.newest.gain;
  seen.x_mm = p.x_mm;
  seen.y_mm = p.y_mm;
  const double h = 0.5 * track.spec.mount.size_mm * track.spec.mount.print_scale.value_or(1.0);
  const double rx = std::sin(p.up_rad), ry = -std::cos(p.up_rad), ux = std::cos(p.up_rad), uy = std::sin(p.up_rad);
  for (std::size_t k = 0; k < 4; ++k) {
    const double a = k == 1 || k == 2 ? h : -h, u = k < 2 ? h : -h;
    seen.corners[k] = project(camera, p.x_mm + a * rx + u * ux, p.y_mm + a * ry + u * uy, track.standing.height_mm);
  }
  return seen;
}

}  // namespace

Tracker::Tracker(Camera camera, Table table, std::vector<BaseSpec> bases, TrackSettings settings) : inside_(std::make_unique<Inside>()) {
  Known& known = inside_->known;
  known.camera = std::move(camera);
  known.table = std::move(table);
  known.settings = std::move(settings);
  known.loose = bases.empty() && !known.settings.loose_family.empty();
  add_border(bases, known.table);
  std::set<std::string> families;
  for (const BaseSpec& spec : bases) families.insert(spec.mount.family);
  if (known.loose) families.insert(known.settings.loose_family);
  for (const std::string& family : families) {
    if (auto kind = make_marker_kind(family)) {
      known.kinds.emplace(family, std::move(kind));
    } else {
      inside_->notices.say("family:" + family, "marker family " + family + " is not known; its bases are not followed", 0);
    }
  }
  inside_->tracks.add(std::move(bases), known.kinds);
}

Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

const TableState& Tracker::update(const Frame& frame) {
  follow_border(frame);
  return follow_bases(frame);
}

void Tracker::follow_border(const Frame& frame) {
  assert(frame.gray && frame.gray->channels == 1);
  inside_->follow_border(frame);
}

void Tracker::follow_whole_border(const Frame& frame) { inside_->follow_whole_border(frame); }

const TableState& Tracker::follow_bases(const Frame& frame) {
  inside_->follow_bases(frame);
  return state();
}

void Tracker::set_camera(const Camera& camera) {
  Inside& in = *inside_;
  for (Track& t : in.tracks) {
    // The same pixels mean another place now. In doubt the bases were not followed: they still lie where they lay on the table, and so
    // do border markers out of sight.
    const bool followed = !in.doubt.in_doubt() || (is_border(t) && t.presence.seen());
    if (!followed && is_border(t) && t.home.known()) t.newest.pose = t.home.pose;
    if (followed) keep_pixels(t, camera);
    t.rest.forget();
    t.motion.velocity = {};
    begin_anew(t);
  }
  in.known.camera = camera;
  in.reference.is_by(camera);
  in.gate.open_next();
}

void Tracker::camera_is_now(const Camera& camera, double sd_mm) {
  Inside& in = *inside_;
  for (Track& t : in.tracks) {
    if (!is_border(t)) {
      t.rest.outdated = true;
      t.rest.camera_mm2 = sd_mm * sd_mm;
    } else if (t.presence.seen()) {
      keep_pixels(t, camera);
      t.rest.forget();
      t.motion.velocity = {};
    } else if (t.home.known()) {
      t.newest.pose = t.home.pose;
    }
    begin_anew(t);
  }
  in.known.camera = camera;
  in.reference.camera_moved(camera, in.known.table);
  in.gate.open_next();
}

void Tracker::border_is_home() { vision::border_is_home(inside_->tracks, inside_->doubt.in_doubt()); }
void Tracker::watch_border(int frames) { inside_->border_watched = frames; }

const TableState& Tracker::state() const { return inside_->report.state(); }
const TrackCounts& Tracker::counts() const { return inside_->budget.counts; }

std::vector<BorderSeen> Tracker::border() const {
  const Known& known = inside_->known;
  std::vector<BorderSeen> out;
  for (const BorderMarker& b : known.table.border) {
    const auto index = inside_->tracks.with(known.table.border_family, b.marker);
    const Track* track = index ? &inside_->tracks[*index] : nullptr;
    const bool seen = track != nullptr && is_border(*track) && track->presence.in_sight();
    out.push_back(seen ? border_seen(*track, known.camera, inside_->border_is_whole) : BorderSeen{.marker = b.marker});
  }
  return out;
}

std::vector<BaseSpec> Tracker::undeclared() const {
  std::vector<BaseSpec> out;
  for (const Track& t : inside_->tracks)
    if (t.undeclared && t.presence.followed()) out.push_back(t.spec);
  return out;
}

std::optional<double> Tracker::marker_size_mm(const BaseId& base) const {
  for (const Track& t : inside_->tracks)
    if (t.spec.base == base) return t.spec.mount.size_mm;
  return std::nullopt;
}

double Tracker::place_scatter() const { return inside_->noise.squares().place; }
double Tracker::turn_scatter() const { return inside_->noise.squares().turn; }
double Tracker::lasting_share() const { return inside_->noise.squares().lasting_share(); }

std::size_t Tracker::memory_bytes() const {
  const Inside& in = *inside_;
  std::size_t bytes = in.reference.change().memory_bytes() + in.watch.memory_bytes() + in.explained.memory_bytes();
  for (const Track& t : in.tracks)
    bytes += sizeof(Track) + 4 * t.print.shown.value.capacity() + t.print.ink.capacity() + 16 * t.motion.path.capacity();
  return bytes;
}

}  // namespace polemarch::vision
