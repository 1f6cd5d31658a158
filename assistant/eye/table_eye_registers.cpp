// How the eye registers its table: at once from one look, then, while the table rests, from the mean of several, and with the focal length
// that bases on hills tell.
#include <algorithm>
#include <cmath>
#include <utility>

#include "assistant/eye/picture_check.hpp"
#include "assistant/eye/table_eye_inside.hpp"

namespace polemarch::assistant {

namespace {
constexpr int kLeastRaised = 4;          // bases on hills that are worth asking for the focal length
constexpr int kMostTries = 4;            // at that, while the table does not rest long enough
constexpr double kPrintScaleSd = 0.02;   // of printers; bases that stand low tell it better
constexpr double kSameFocal = 0.3;       // standard deviations: nearer than that, nothing is fitted again
constexpr double kMostOfIt = 0.6;        // share of the border that registered it; with less no better registration is made
constexpr std::size_t kLeastToLook = 6;  // markers without which the mean of several looks is not worth a new registration
constexpr int kStepsAFrame = 40, kStepsAtOnce = 1000000;  // of a registration's fit, about a millisecond a dozen
}  // namespace

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
    if (!tracker && shows_two_tables(table, found.markers))
      return say("Border markers stand in the picture twice: is a second table in view? Show one alone.");
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

/// The fit of the border, not begun; says in the state why there is none.
std::optional<calibration::RegistrationWork> TableEye::Inside::border_work(const ImageView& gray,
                                                                           const std::vector<calibration::BorderSighting>& sightings) {
  std::optional<Camera> lens;
  if (given) {
    auto scaled = calibration::lens_for(*given, gray.width, gray.height);
    if (!scaled) {
      state.notices = {{"not_registered", scaled.error().line}};
      return std::nullopt;
    }
    lens = std::move(*scaled);
  }
  calibration::RegistrationSettings how = settings.registration;
  if (focal) how.focal = focal;
  return calibration::RegistrationWork(table, sightings, gray.width, gray.height, std::move(lens), how);
}

bool TableEye::Inside::take_registration(Result<calibration::Registration> fitted, double t) {
  if (!fitted) {
    state.notices = {{"not_registered", fitted.error().line}};
    return false;
  }
  registration = std::move(*fitted);
  keeper.emplace(*registration, table);
  for (const TableNotice& notice : registration->notices) {
    if (std::ranges::any_of(standing, [&](const TableNotice& n) { return n.key == notice.key; })) continue;
    standing.push_back(notice);
    standing_until.push_back(t + 10.0);
  }
  return true;
}

/// At once.
bool TableEye::Inside::fit_border(const Frame& frame, const std::vector<calibration::BorderSighting>& sightings) {
  auto work = border_work(frame.gray->view(), sightings);
  if (!work) return false;
  while (!work->advance(kStepsAtOnce)) {
  }
  return take_registration(work->take(), frame.t);
}

/// From the border's mean, a slice a frame: bases are followed meanwhile.
void TableEye::Inside::begin_better(const Frame& frame, std::vector<calibration::RaisedPrint> prints, int round) {
  better.reset();
  if (auto work = border_work(frame.gray->view(), border_mean)) better.emplace(Better{std::move(*work), std::move(prints), round});
}

void TableEye::Inside::go_on_with_better(const Frame& frame) {
  if (!better || !better->work.advance(kStepsAFrame)) return;
  Better done = std::move(*better);
  better.reset();
  auto fitted = done.work.take();
  if (fitted && !done.prints.empty() && done.round == 0) {  // once more where the heights that it gives say something else
    const auto told = calibration::focal_from_prints(fitted->camera, done.prints, kPrintScaleSd);
    if (told && std::abs(told->focal_px - focal->focal_px) >= kSameFocal * focal->sd_px) {
      focal = told;
      return begin_better(frame, std::move(done.prints), 1);
    }
  }
  if (take_registration(std::move(fitted), frame.t)) use_registration();
}

/// What it is fitted from is of another picture: the border is looked at anew.
void TableEye::Inside::drop_better() {
  if (!better) return;
  looked = settings.looks < 2;
  if (!better->prints.empty()) raised_asked = 0;
  better.reset();
}

/// While the table rests its border is looked at again, and registered from the mean of the looks.
void TableEye::Inside::look_on(const Frame& frame) {
  if (looked || !keeper || !border_reader || !tracker->state().registered || frame.t < looks_from) return;
  if (static_cast<double>(tracker->state().border_seen.size()) < kMostOfIt * static_cast<double>(registration->markers.size())) return;
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
  if (border_mean.size() >= kLeastToLook) begin_better(frame, {}, 0);
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
  better.reset();
  border_mean.clear();
  raised_asked = raised_tries = 0;
}

/// While the table rests, bases on hills are looked at for the focal length; anew when there are twice as many.
void TableEye::Inside::look_up(const Frame& frame) {
  if (given || settings.trust_camera || settings.looks < 2 || table.terrain.empty()) return;
  if (!looked || better || !keeper || !border_reader || !tracker->state().registered || frame.t < looks_from) return;
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
  auto prints = raised->prints();
  raised.reset();
  raised_asked = raised_up;
  raised_tries = 0;
  if (auto told = calibration::focal_from_prints(camera, prints, kPrintScaleSd)) {
    focal = told;
    begin_better(frame, std::move(prints), 0);
  } else if (focal) {
    use_registration();
  }
}

}  // namespace polemarch::assistant
