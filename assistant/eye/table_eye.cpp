#include "assistant/eye/table_eye.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/eye/picture_check.hpp"
#include "assistant/eye/table_eye_inside.hpp"

namespace polemarch::assistant {

namespace {
// A border marker that moved since the keeper last looked, and several that did so a little: the keeper looks at once.
constexpr double kMovedMm = 0.2, kCreptMm = 0.05;
constexpr int kTogether = 3;
constexpr double kWatchS = 0.5;  // so long the border is watched in every frame after the table was last seen to move
constexpr int kWatchFrames = 2;
constexpr double kNoticeS = 5.0;  // a notice stands
}  // namespace

TableEye::TableEye(Table table, std::vector<BaseSpec> bases, std::optional<Camera> camera, EyeSettings settings)
    : inside_(
          new Inside{.table = std::move(table), .bases = std::move(bases), .given = std::move(camera), .settings = std::move(settings)}) {
  if (inside_->settings.trust_camera && inside_->given) inside_->start_tracker(*inside_->given, inside_->table);
}
TableEye::~TableEye() = default;

const Camera* TableEye::camera() const { return inside_->tracker ? &inside_->camera : nullptr; }
const calibration::Registration* TableEye::registration() const { return inside_->registration ? &*inside_->registration : nullptr; }
void TableEye::recalibrate() {
  if (!inside_->settings.trust_camera) inside_->forget_table();
}
void TableEye::Inside::forget_table() {
  if (tracker) state = tracker->state();  // what was seen is hidden from here on
  tracker.reset();
  keeper.reset();
  registration.reset();
  looks.reset();
  forget_focal();
  border_before.clear();
  doubt_since = -1;
  next_check_t = next_border_t = watch_until = 0;
}
void TableEye::declare(std::vector<BaseSpec> bases) {
  Inside& in = *inside_;
  in.bases = std::move(bases);
  if (!in.tracker) return;
  if (!in.tracker->state().registered) return in.settings.trust_camera ? void() : in.forget_table();
  constexpr double kFoundAgainS = 2;
  in.carried.clear();
  for (ObservedBase base : in.tracker->state().bases) {
    const auto spec = std::ranges::find(in.bases, base.base, &BaseSpec::base);
    if (base.state == Seen::Gone || spec == in.bases.end()) continue;
    if (spec->mount.marker != base.marker) continue;  // another marker: it stands elsewhere
    base.state = Seen::Hidden;
    base.settled = false;
    in.carried.push_back(std::move(base));
  }
  in.carried_until = in.tracker->state().t + kFoundAgainS;
  Table border = in.table;  // where the border lies by the registration
  if (in.registration) border = in.registered_border();
  in.start_tracker(in.camera, border);
}
std::vector<BaseSpec> TableEye::undeclared() const { return inside_->tracker ? inside_->tracker->undeclared() : std::vector<BaseSpec>(); }
const vision::TrackCounts& TableEye::counts() const {
  static const vision::TrackCounts none;
  return inside_->tracker ? inside_->tracker->counts() : none;
}

Length TableEye::loose_size(const BaseId& base) const {
  const auto size = inside_->tracker ? inside_->tracker->marker_size_mm(base) : std::nullopt;
  return Length::from_mm(size.value_or(25.0));
}

void TableEye::Inside::start_tracker(const Camera& with, const Table& border) {
  camera = with;
  vision::TrackSettings how = settings.track;
  if (registration) how.border_larger = registration->prints_look - 1;
  tracker.emplace(with, border, bases, std::move(how));
}

/// The table with the places the fit found.
Table TableEye::Inside::registered_border() const {
  Table border = table;
  for (BorderMarker& b : border.border) {
    b.size_mm *= registration->border_size_ratio;
    for (const auto& m : registration->markers)
      if (m.place.marker == b.marker && m.used) b = m.place;
  }
  return border;
}

bool TableEye::Inside::find_table(const Frame& frame) {
  if (!register_from(frame)) return false;
  start_tracker(registration->camera, registered_border());
  return true;
}

/// What the tracker has not found again yet, into the state.
void TableEye::Inside::carry(double t) {
  std::erase_if(carried, [&](const ObservedBase& base) {
    return t > carried_until || std::ranges::find(state.bases, base.base, &ObservedBase::base) != state.bases.end();
  });
  state.bases.insert(state.bases.end(), carried.begin(), carried.end());
  std::ranges::sort(state.bases, {}, &ObservedBase::base);
}

/// A jump that nobody could follow: once it has rested for a while the border is read anew, and again until it is found.
void TableEye::Inside::find_again(const Frame& frame) {
  if (doubt_since < 0) doubt_since = frame.t;
  if (settings.trust_camera || frame.t - doubt_since < settings.read_again_after_s) return;
  doubt_since = frame.t;
  if (!register_from(frame)) return;
  if (!dark_complaint(frame.gray->view()))  // a light that went out moves nothing
    say(frame.t, kNoticeS, {"bumped", "The camera or the table was moved: registered again."});
  use_registration();
}

/// The border seems to move since the keeper last looked at it.
bool TableEye::Inside::border_stirs(const std::vector<vision::BorderSeen>& border) const {
  int crept = 0;
  for (std::size_t i = 0; i < border.size() && i < border_before.size(); ++i) {
    if (!border[i].seen || !border_before[i].seen) continue;
    const double by = std::hypot(border[i].x_mm - border_before[i].x_mm, border[i].y_mm - border_before[i].y_mm);
    if (by > kMovedMm) return true;
    crept += by > kCreptMm ? 1 : 0;
  }
  return crept >= kTogether;
}

/// Border markers to the keeper; a new camera back to the tracker, which has not looked at the bases yet.
void TableEye::Inside::keep(const Frame& frame) {
  if (!keeper) return;
  const double t = frame.t;
  if (!border_stirs(tracker->border()) && tracker->state().registered && t < next_border_t) return;
  tracker->follow_whole_border(frame);
  const auto border = tracker->border();
  std::vector<calibration::BorderSighting> sightings;
  for (const vision::BorderSeen& b : border)
    if (b.seen) sightings.push_back({b.marker, b.corners, {}});
  border_before = border;
  next_border_t = t + settings.border_every_s;
  const auto report = keeper->observe(t, sightings);
  for (const TableNotice& notice : report.notices) say(t, kNoticeS, notice);
  if (report.unsteady || report.bumped || report.creeping) {
    watch_until = t + kWatchS;
    looks.reset();  // what was read is of another picture
    raised.reset();
    drop_better();
    border_mean.clear();
    looks_from = watch_until;
  }
  if (report.lens_changed) {
    looked = settings.looks < 2;
    forget_focal();
  }
  if (t < watch_until) {
    next_border_t = t;
    tracker->watch_border(kWatchFrames);
  }
  if (report.camera_changed) {
    camera = keeper->camera();
    tracker->camera_is_now(camera, report.sd_mm);
    border_before.clear();
  }
}

/// Stands for a while; of one key only the newest.
void TableEye::Inside::say(double t, double for_s, TableNotice notice) {
  for (std::size_t i = 0; i < standing.size(); ++i) {
    if (standing[i].key != notice.key) continue;
    standing[i] = std::move(notice);
    standing_until[i] = t + for_s;
    return;
  }
  standing.push_back(std::move(notice));
  standing_until.push_back(t + for_s);
}

void TableEye::Inside::check_light(const Frame& frame) {
  if (frame.t < next_check_t) return;
  const auto levels = border_levels(frame.gray->view(), tracker->border());
  auto complaint = levels ? light_complaint(*levels) : dark_complaint(frame.gray->view());
  if (levels || complaint) next_check_t = frame.t + kCheckS;
  if (complaint) say(frame.t, 3 * kCheckS, std::move(*complaint));
}

/// A phone was turned, a stream came back at another size: nothing of the picture before holds.
void TableEye::Inside::check_size(const Frame& frame) {
  const int w = frame.gray->width, h = frame.gray->height;
  const bool changed = width > 0 && (w != width || h != height);
  if (changed && !settings.trust_camera) {
    forget_table();
    const auto size = [](int across, int down) { return std::to_string(across) + " x " + std::to_string(down); };
    say(frame.t, kNoticeS,
        {"picture_size", "The picture changed from " + size(width, height) + " to " + size(w, h) + ": the table is found anew."});
  }
  width = w;
  height = h;
}

const TableState& TableEye::see(const Frame& frame) {
  Inside& in = *inside_;
  in.check_size(frame);
  if (!in.tracker && !in.find_table(frame)) {
    in.state.frame = frame.index;
    in.state.t = frame.t;
    in.state.registered = false;
    in.state.border_seen.clear();
    if (auto dark = dark_complaint(frame.gray->view())) in.state.notices.push_back(std::move(*dark));
    for (ObservedBase& b : in.state.bases) {  // of the table as it was found before
      if (b.state == Seen::Seen) b.state = Seen::Hidden;
      b.settled = false;
    }
    return in.state;
  }
  in.tracker->follow_border(frame);
  in.keep(frame);
  in.tracker->follow_bases(frame);
  in.go_on_with_better(frame);
  in.look_on(frame);
  in.look_up(frame);
  in.check_light(frame);
  if (in.tracker->state().registered) {
    in.doubt_since = -1;
  } else {
    in.find_again(frame);
  }
  if (in.standing.empty() && in.carried.empty()) return in.tracker->state();
  in.state = in.tracker->state();
  if (!in.carried.empty()) in.carry(frame.t);
  for (std::size_t i = 0; i < in.standing.size();) {
    if (in.standing_until[i] < frame.t) {
      in.standing.erase(in.standing.begin() + static_cast<std::ptrdiff_t>(i));
      in.standing_until.erase(in.standing_until.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      in.state.notices.push_back(in.standing[i++]);
    }
  }
  return in.state;
}

}  // namespace polemarch::assistant
