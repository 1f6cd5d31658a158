#include "assistant/eye/table_eye.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/eye/border_looks.hpp"
#include "assistant/eye/picture_check.hpp"
#include "assistant/eye/raised_looks.hpp"
#include "vision/detect/detector.hpp"

namespace polemarch::assistant {

namespace {
// A border marker that moved since the keeper last looked, and several that did so a little: the keeper looks at once.
constexpr double kMovedMm = 0.2, kCreptMm = 0.05;
constexpr int kTogether = 3;
constexpr double kWatchS = 0.5;  // so long the border is watched in every frame after the table was last seen to move
constexpr int kWatchFrames = 2;
constexpr int kLeastRaised = 4;                  // bases on hills that are worth asking for the focal length
constexpr int kMostTries = 4;                    // at that, while the table does not rest long enough
constexpr double kPrintScaleSd = 0.02;           // of printers; bases that stand low tell it better
constexpr double kSameFocal = 0.3;               // standard deviations: nearer than that, nothing is fitted again
constexpr double kMostOfIt = 0.6;                // share of the border that registered it; with less no better registration is made
constexpr std::size_t kLeastToLook = 6;          // markers without which the mean of several looks is not worth a new registration
constexpr double kCheckS = 0.5, kNoticeS = 5.0;  // from one check of the light, or for a mirrored picture, to the next; notices stand
}  // namespace

struct TableEye::Inside {
  Table table;
  std::vector<BaseSpec> bases;
  std::optional<Camera> given;
  EyeSettings settings;

  std::optional<vision::SquareDetector> border_reader;
  std::optional<calibration::Registration> registration;
  std::optional<calibration::TableKeeper> keeper;
  std::optional<vision::Tracker> tracker;
  Camera camera;
  TableState state;
  std::vector<TableNotice> standing;  ///< notices of the keeper, shown for a while
  std::vector<double> standing_until;
  double next_border_t = 0, watch_until = 0;
  double doubt_since = -1;  ///< t since which the table is in doubt; < 0: it is not
  double next_check_t = 0;
  bool mirrored = false;      ///< at the last check while the table was not found
  int width = 0, height = 0;  ///< of the picture before
  std::vector<vision::BorderSeen> border_before;

  std::optional<BorderLooks> looks;  ///< under way
  bool looked = true;                ///< nothing left to average
  double looks_from = 0, look_up_from = 0;
  // A flat border leaves the focal length open, bases on hills tell it.
  std::vector<calibration::BorderSighting> border_mean;   ///< that the table is registered from; empty once it moved
  std::optional<RaisedLooks> raised;                      ///< under way
  std::optional<calibration::FocalEstimate> focal;        ///< that they told
  int raised_up = 0, raised_asked = 0, raised_tries = 0;  ///< how many are asked, were asked last, and tries since

  bool find_table(const Frame& frame);
  bool fit_border(const Frame& frame, const std::vector<calibration::BorderSighting>& sightings);
  void look_on(const Frame& frame);
  void look_up(const Frame& frame);
  void use_registration();
  void forget_focal();
  bool register_from(const Frame& frame);
  void find_again(const Frame& frame);
  void start_tracker(const Camera& with, const Table& border);
  bool border_stirs(const std::vector<vision::BorderSeen>& border) const;
  void keep(const Frame& frame);
  void say(double t, double for_s, TableNotice notice);
  void check_light(const Frame& frame);
  void check_size(const Frame& frame);
  void forget_table();
};

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
  tracker.reset();
  keeper.reset();
  registration.reset();
  looks.reset();
  forget_focal();
  border_before.clear();
  doubt_since = -1;
  next_check_t = next_border_t = watch_until = 0;
}
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
  tracker.emplace(with, border, bases, settings.track);
}

/// Registers from one look; says in the state why it could not.
bool TableEye::Inside::register_from(const Frame& frame) {
  const auto say = [&](const std::string& text) {
    state.notices = {{"not_registered", text}};
    return false;
  };
  if (!border_reader) {
    auto dictionary = vision::load_dictionary(table.border_family);
    if (!dictionary) return say(dictionary.error().line);
    border_reader.emplace(std::move(*dictionary), vision::exact_corners());
  }
  forget_focal();  // whatever happened to the table may have happened to the lens
  const Detections found = border_reader->detect(frame.gray->view());
  const auto sightings = calibration::border_sightings(table, found.markers);
  if (!fit_border(frame, sightings)) {
    if (tracker || !sightings.empty()) return false;
    if (frame.t >= next_check_t) {
      mirrored = shows_mirrored(*border_reader, table, frame.gray->view());
      next_check_t = frame.t + kCheckS;
    }
    return mirrored ? say("The picture is mirrored: switch mirroring off in the camera's settings.") : false;
  }
  looked = settings.looks < 2;
  looks.reset();
  if (!looked) looks.emplace(sightings, settings.looks);
  return true;
}

bool TableEye::Inside::fit_border(const Frame& frame, const std::vector<calibration::BorderSighting>& sightings) {
  const auto say = [&](const std::string& text) {
    state.notices = {{"not_registered", text}};
    return false;
  };
  const auto lens = given ? calibration::lens_for(*given, frame.gray->width, frame.gray->height) : Result<Camera>(Camera{});
  if (!lens) return say(lens.error().line);
  calibration::RegistrationSettings how = settings.registration;
  if (focal) how.focal = focal;
  auto fitted = calibration::register_table(table, sightings, frame.gray->width, frame.gray->height,
                                            given ? std::optional<Camera>(*lens) : std::nullopt, how);
  if (!fitted) return say(fitted.error().line);
  registration = std::move(*fitted);
  keeper.emplace(*registration, table, settings.keeper);
  for (const TableNotice& notice : registration->notices) {
    if (std::ranges::any_of(standing, [&](const TableNotice& n) { return n.key == notice.key; })) continue;
    standing.push_back(notice);
    standing_until.push_back(frame.t + 10.0);
  }
  return true;
}

/// While the table rests its border is looked at again, and registered from the mean of the looks.
void TableEye::Inside::look_on(const Frame& frame) {
  if (looked || !keeper || !border_reader || !tracker->state().registered || frame.t < looks_from) return;
  if (tracker->state().border_seen < kMostOfIt * static_cast<double>(registration->markers.size())) return;
  if (!looks) {
    std::vector<calibration::BorderSighting> first;
    for (const vision::BorderSeen& b : tracker->border())
      if (b.seen) first.push_back({b.marker, b.corners, {}});
    looks.emplace(first, settings.looks);
  }
  if (!looks->read(*border_reader, frame.gray->view(), settings.markers_per_frame)) return;
  looked = true;
  border_mean = looks->sightings();
  looks.reset();
  if (border_mean.size() < kLeastToLook || !fit_border(frame, border_mean)) return;
  use_registration();
}

void TableEye::Inside::use_registration() {
  camera = keeper->camera();
  tracker->set_camera(camera);
  tracker->border_is_home();
  border_before.clear();
}

void TableEye::Inside::forget_focal() {
  focal.reset();
  raised.reset();
  border_mean.clear();
  raised_asked = raised_tries = 0;
}

/// While the table rests, bases on hills are looked at for the focal length; anew when there are twice as many.
void TableEye::Inside::look_up(const Frame& frame) {
  if (given || settings.trust_camera || settings.looks < 2 || table.terrain.empty()) return;
  if (!looked || !keeper || !border_reader || !tracker->state().registered || frame.t < looks_from) return;
  if (!raised) {
    if (frame.t < look_up_from) return;
    look_up_from = frame.t + settings.border_every_s;
    auto places = print_places(tracker->state(), bases, table, camera, table.border_family);
    const auto up = static_cast<int>(std::ranges::count_if(places, [](const PrintPlace& p) { return p.raised; }));
    if (up < std::max(kLeastRaised, 2 * raised_asked)) return;
    if (raised_tries++ >= kMostTries) {
      raised_asked = up;
      raised_tries = 0;
      return;
    }
    if (border_mean.size() < kLeastToLook) {  // the border first
      looked = false;
      return;
    }
    raised_up = up;
    raised.emplace(std::move(places), settings.looks);
  }
  if (!raised->read(*border_reader, frame.gray->view(), settings.markers_per_frame)) return;
  const auto prints = raised->prints();
  raised.reset();
  raised_asked = raised_up;
  raised_tries = 0;
  auto told = calibration::focal_from_prints(camera, prints, kPrintScaleSd);
  for (int round = 0; told && round < 2; ++round) {
    if (focal && round > 0 && std::abs(told->focal_px - focal->focal_px) < kSameFocal * focal->sd_px) break;
    focal = told;
    if (!fit_border(frame, border_mean)) return;
    told = calibration::focal_from_prints(registration->camera, prints, kPrintScaleSd);
  }
  if (focal) use_registration();
}

bool TableEye::Inside::find_table(const Frame& frame) {
  if (!register_from(frame)) return false;
  Table border = table;  // with the places the fit found
  for (BorderMarker& b : border.border) {
    b.size_mm *= registration->border_size_ratio;
    for (const auto& m : registration->markers)
      if (m.place.marker == b.marker && m.used) b = m.place;
  }
  start_tracker(registration->camera, border);
  return true;
}

/// A jump that nobody could follow: once it has rested for a while the border is read anew, and again until it is found.
void TableEye::Inside::find_again(const Frame& frame) {
  if (doubt_since < 0) doubt_since = frame.t;
  if (settings.trust_camera || frame.t - doubt_since < settings.read_again_after_s) return;
  doubt_since = frame.t;
  if (!register_from(frame)) return;
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
  if (!levels) return;
  next_check_t = frame.t + kCheckS;
  if (auto complaint = light_complaint(*levels)) say(frame.t, 3 * kCheckS, std::move(*complaint));
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
    in.state.border_seen = 0;
    for (ObservedBase& b : in.state.bases) {  // of the table as it was found before
      if (b.state == Seen::Seen) b.state = Seen::Hidden;
      b.settled = false;
    }
    return in.state;
  }
  in.tracker->follow_border(frame);
  in.keep(frame);
  in.tracker->follow_bases(frame);
  in.look_on(frame);
  in.look_up(frame);
  in.check_light(frame);
  if (in.tracker->state().registered) {
    in.doubt_since = -1;
  } else {
    in.find_again(frame);
  }
  in.state = in.tracker->state();
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
