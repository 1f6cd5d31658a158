#include "vision/track/undeclared_ground.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/apparent_size.hpp"
#include "vision/track/ground.hpp"
#include "vision/track/open_size.hpp"

namespace polemarch::vision {

namespace {

constexpr double kSizeSds = 6;      // by which a print must look larger than the others do to stand on ground nobody declared
constexpr double kLeastRiseMm = 6;  // and at least so much higher must that be
constexpr double kMost = 0.8;       // of a print's pixels must show it to be lifted
constexpr double kOddSds = 4;       // the same of a strip that was fitted there: a fit is by itself likelier on ground as much higher
constexpr double kHintSds = 1.5;    // from which a strip is fitted where its length tells
constexpr double kLeftOut = 0.18;   // of the gain that pixels of a strip differ by at least which a fit leaves out

/// What a resting print's size, against all others' of its kind, says of its height. Sizes are shares.
struct SizeSays {
  CommonSize common;
  double larger = 0;
  double rise_mm = 0, sd_mm = 0;  ///< over the plane it was fitted on
  double sd = 0, camera_sd = 0;   ///< of `larger`; the camera's part of it
};

/// Where a print is put by its size.
struct Lifted {
  PixelPoint at;                    ///< of the print's middle, which stays
  PrintPose start;                  ///< there
  double ground = 0, declared = 0;  ///< mm
  bool back = false;                ///< it is declared ground after all
  double sd_mm = 0;                 ///< of the rise, as the fit there tells it
  PrintFit fit;
};

/// mm from declared ground within which a size means that.
double near_enough(double rise_sd_mm) { return std::max(3 * rise_sd_mm, kLeastRiseMm); }

/// Asks resting prints, one by one, whether they stand on other ground than declared.
class Lifting {
 public:
  Lifting(const Moment& now, const CommonSizes& sizes, Locator& locator, Noise& noise, const Known& known, Notices& notices)
      : now_(now), sizes_(sizes), locator_(locator), noise_(noise), known_(known), notices_(notices) {}
  void ask(Track& track, double strips_blur_px2);

 private:
  SizeSays size_says(const Track& track) const;
  void add_camera(const Track& track, SizeSays& says) const;
  void leave_open(Track& track) const;
  void leave_open(Track& track, const SizeSays& says) const;
  std::optional<Lifted> put_on_ground(Track& track, const SizeSays& says);
  std::optional<double> look_nearer(Track& track, const SizeSays& says, Lifted& to);
  std::optional<PrintFit> fit_on_ground(Track& track, const PrintPose& pose, const Track& before);
  bool lift_square(Track& track, const Track& before, const SizeSays& says, Lifted& to);
  bool lift_strip(Track& track, const Track& before, const SizeSays& says, double usual_blur_px2, Lifted& to);
  void rest_on_ground(Track& track, const Track& before, const Lifted& to);

  const Moment& now_;
  const CommonSizes& sizes_;
  Locator& locator_;
  Noise& noise_;
  const Known& known_;
  Notices& notices_;
};

/// The print fitted at `pose` on the ground its size tells. A highlight makes prints look larger too, and what covers a strip's end: where
/// something shines or lies on it, and of strips in any case, the fit must be as much likelier than on `before`'s ground as its size must
/// be odd; with and without that explained by fields.
std::optional<PrintFit> Lifting::fit_on_ground(Track& track, const PrintPose& pose, const Track& before) {
  const auto misfit = [&](const PrintFit& fit) {  // grey levels squared
    const double left_out = track.print.own ? (1 - fit.share) * std::pow(std::max(fit.residual, kLeftOut), 2) : 0;
    return ((track.print.own ? fit.share : 1) * fit.residual * fit.residual + left_out) * fit.gain * fit.gain;
  };
  const auto likelier = [&](const std::optional<PrintFit>& high, const std::optional<PrintFit>& other) {
    if (!high || !other) return false;
    const double more = misfit(*other) / misfit(*high) - 1;
    return high->samples * high->share / std::max(1.0, noise_.of(track).place) * more > kSizeSds * kSizeSds;
  };
  const auto plain = locator_.fit(now_, track, pose);
  if (!plain || !(plain->field_wanted || track.print.own)) return plain;
  Track low = before;
  const auto low_plain = locator_.fit(now_, low, before.newest.pose);
  if (!likelier(plain, low_plain)) return std::nullopt;
  if (track.print.own) return plain;
  const auto explained = locator_.fit(now_, track, plain->pose, true), low_explained = locator_.fit(now_, low, before.newest.pose, true);
  return likelier(explained, low_explained) ? explained : std::nullopt;
}

SizeSays Lifting::size_says(const Track& track) const {
  SizeSays says{.common = sizes_.of(track)};
  says.larger = track.standing.size.mean - says.common.mean;
  says.rise_mm = rise_of(known_.camera, track, says.larger);
  says.sd = std::sqrt(track.standing.size.variance() + says.common.spread * says.common.spread);
  says.sd_mm = rise_of(known_.camera, track, says.sd);
  return says;
}

/// Too little, or by too many, to be called ground: a base on another, a book's cover, an army on trays. Where it is remains in doubt by as
/// much as its size leaves open.
void Lifting::leave_open(Track& track) const {
  if (track.standing.by_size || is_border(track)) return;
  const double larger = open_size(known_, sizes_, track);
  track.standing.open_size = larger;
  track.standing.doubt = larger != 0 ? doubt_of_size(known_.camera, track, larger) : std::array<double, 3>{};
}

/// What was asked and is not believed to stand on other ground.
void Lifting::leave_open(Track& track, const SizeSays& says) const {
  track.standing.open_size = says.larger;
  track.standing.doubt = doubt_of_size(known_.camera, track, says.larger);
}

/// Puts a print on the ground its size tells, not yet fitted; on declared ground where that is as near. None where the camera does not see
/// it.
std::optional<Lifted> Lifting::put_on_ground(Track& track, const SizeSays& says) {
  const double mount = track.spec.mount.height_mm;
  Lifted to{.at = track.picture.at(track.newest.pose), .start = track.newest.pose};
  to.ground = track.standing.height_mm - mount + says.rise_mm;
  track.standing.forget_ground();
  if (!unproject(known_.camera, to.at, mount + std::max(0.0, to.ground), to.start.x_mm, to.start.y_mm)) return std::nullopt;
  to.declared = height_under(known_.table, track, to.start) - mount;
  to.back = std::abs(to.ground - to.declared) < near_enough(says.sd_mm);
  if (to.back)
    track.standing.ground_mm = to.declared;
  else
    track.standing.lift_to(to.ground, false);
  return to;
}

/// Sizes are told to first order: what is left of the rise, once more. The ground that says, if it could be asked.
std::optional<double> Lifting::look_nearer(Track& track, const SizeSays& says, Lifted& to) {
  if (to.back || to.fit.under_field || to.fit.size_sd <= 0) return std::nullopt;
  const double nearer = std::max(0.0, to.ground + rise_of(known_.camera, track, to.fit.size_change - says.common.mean));
  if (!unproject(known_.camera, to.at, track.spec.mount.height_mm + nearer, to.start.x_mm, to.start.y_mm)) return std::nullopt;
  track.standing.ground_mm = nearer;
  const auto again = locator_.fit(now_, track, to.start);
  if (again && locator_.believable(now_.gray, track, *again, kMost)) {
    to.fit = *again;
    to.ground = nearer;
  }
  track.standing.ground_mm = to.ground;
  return nearer;
}

/// Fits a square where its size tells. False, and `track` is as `before` but for its doubt, where that is not believed.
bool Lifting::lift_square(Track& track, const Track& before, const SizeSays& says, Lifted& to) {
  const auto there = to.back || to.ground > 0 ? fit_on_ground(track, to.start, before) : std::nullopt;  // nothing lies below the table
  // Whatever residuals still pull the place by there (a shadow's border) pulls the size alike, in every frame.
  to.sd_mm = there ? std::hypot(says.sd_mm, rise_of(known_.camera, track, std::sqrt(there->size_pulled))) : says.sd_mm;
  const bool too_little = !to.back && !before.standing.rough && std::abs(says.rise_mm) < kSizeSds * to.sd_mm;
  if (!there || too_little || !locator_.believable(now_.gray, track, *there, kMost)) {
    track = before;
    if (!before.standing.undeclared && says.rise_mm > 0) leave_open(track, says);
    return false;
  }
  to.fit = *there;
  look_nearer(track, says, to);
  return true;
}

/// The same of a strip. What does not fit hid in its blur (`usual_blur_px2`: of the others, 0 unknown) and made its length vague; there it
/// must be sure. A fit is by itself likelier on ground as much higher as it is odd, so fewer standard deviations suffice.
bool Lifting::lift_strip(Track& track, const Track& before, const SizeSays& says, double usual_blur_px2, Lifted& to) {
  if (usual_blur_px2 > 0) track.print.blur.seen_px2 = std::min(track.print.blur.seen_px2, usual_blur_px2);
  const auto there = to.back || to.ground > 0 ? fit_on_ground(track, to.start, before) : std::nullopt;
  to.sd_mm = there ? rise_of(known_.camera, track, std::hypot(there->size_sd, says.common.spread, says.camera_sd)) : says.sd_mm;
  const bool too_little = !to.back && !before.standing.rough && std::abs(says.rise_mm) < kOddSds * to.sd_mm;
  if (!there || too_little || !locator_.believable(now_.gray, track, *there, kMost)) {
    track = before;
    const bool plainly = there || says.rise_mm > kOddSds * says.sd_mm;
    if (!before.standing.undeclared && says.rise_mm > 0 && plainly) leave_open(track, says);
    return false;
  }
  to.fit = *there;
  const auto nearer = look_nearer(track, says, to);
  if (!nearer || *nearer - to.declared >= std::max(kLeastRiseMm, kOddSds * to.sd_mm)) return true;
  track = before;  // a rise that is gone when it is looked at again was none
  return false;
}

/// Takes the fit of a print that was lifted, or put back.
void Lifting::rest_on_ground(Track& track, const Track& before, const Lifted& to) {
  track.newest.take_place(to.fit);
  if (!to.back) track.standing.doubt = doubt_of_rise(known_.camera, track, to.sd_mm);
  track.rest.forget();
  track.rest.take(to.fit, track.motion.moving, noise_.of(track));
  track.reported.say_anew();
  track.refit_wanted = true;
  if (to.back) return;
  notices_.say("ground:" + track.spec.base.text,
               track.spec.base.text + (before.standing.undeclared && !before.standing.rough ? " is now taken to stand " : " stands ") +
                   std::to_string(static_cast<int>(to.ground + 0.5)) + " mm above the table by its marker's size; no terrain says so",
               now_.t);
}

/// The camera's error makes prints look larger on one side of the table than on the other.
void Lifting::add_camera(const Track& track, SizeSays& says) const {
  says.camera_sd = size_sd_by_camera(known_.camera, track, says.common.x_mm, says.common.y_mm);
  says.sd = std::hypot(says.sd, says.camera_sd);
  says.sd_mm = rise_of(known_.camera, track, says.sd);
}

/// Lifts a resting print, puts it back, or leaves its place in doubt, as its size says.
void Lifting::ask(Track& track, double strips_blur_px2) {
  SizeSays says = size_says(track);
  // A strip that stands higher fits so badly that its length is vague: a plain hint suffices to fit it where its length tells.
  const auto hinted = [&] { return std::abs(says.rise_mm) > (track.print.own ? kHintSds : kSizeSds) * says.sd_mm; };
  bool asked = says.common.known && !says.common.two_sheets && hinted() && std::abs(says.rise_mm) >= kLeastRiseMm;
  if (asked) {
    add_camera(track, says);
    asked = hinted();
  }
  SizeSeen& size = track.standing.size;
  if (!track.standing.rough && (!asked || size.asked == size.information)) return leave_open(track);
  const Track before = track;
  auto to = put_on_ground(track, says);
  if (!to) {
    track = before;
  } else if (track.print.own ? lift_strip(track, before, says, strips_blur_px2, *to) : lift_square(track, before, says, *to)) {
    rest_on_ground(track, before, *to);
  } else if (track.print.own && !track.standing.undeclared) {  // one strip tells little at once: what it has told stays
    size.asked = size.information;
    if (track.standing.open_size == 0 || !track.standing.is_doubted()) leave_open(track);
  } else {
    size = {};  // asked again later
  }
}

}  // namespace

void find_undeclared_ground(const Moment& now, Tracks& tracks, CommonSizes& sizes, Locator& locator, Noise& noise, const Known& known,
                            Notices& notices, double all_larger) {
  const double strips_blur_px2 = sizes.learn(tracks, known, all_larger);
  Lifting lifting(now, sizes, locator, noise, known, notices);
  for (Track& track : tracks) {
    if (!track.standing.size.known() || !track.presence.seen() || track.motion.moving || !track.picture.plane) continue;
    lifting.ask(track, strips_blur_px2);
  }
}

}  // namespace polemarch::vision
