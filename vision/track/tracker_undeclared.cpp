// Ground that nobody declared: a book under a cloth, a hill left out of table.json. A print that looks larger than all others do stands
// nearer to the camera. Only the difference to the others counts, since a sheet printed large and a lens a little off are common to all.
#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/pixels/median.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

/// What a resting print's size, against all others' of its kind, says of its height. Sizes are shares.
struct Tracker::Inside::SizeSays {
  CommonSize common;
  double larger = 0;
  double rise_mm = 0, sd_mm = 0;  ///< over the plane it was fitted on
};

/// Where a print is put by its size.
struct Tracker::Inside::Lifted {
  PixelPoint at;                    ///< of the print's middle, which stays
  PrintPose start;                  ///< there
  double ground = 0, declared = 0;  ///< mm
  bool back = false;                ///< it is declared ground after all
  double sd_mm = 0;                 ///< of the rise, as the fit there tells it
  PrintFit fit;
};

namespace {

constexpr double kMost = 0.8;             // of a print's pixels must show it to be lifted
constexpr double kOddSds = 4;             // of a size from which a print's place is in doubt, though no other ground is believed
constexpr double kEvenSds = 2;            // and below which such a doubt, or one that it came with through the air, is dropped
constexpr double kMostOdd = 0.3;          // of the prints; more were printed on another sheet, not put on a hill
constexpr double kLeastSpread = 0.001;    // prints of one sheet differ by that much of their size
constexpr double kFinestSpread = 0.0003;  // or, where all others agree so well, by that little
constexpr double kHintSds = 1.5;          // from which a strip is fitted where its length tells
constexpr double kLeftOut = 0.18;         // of the gain that pixels of a strip differ by at least which a fit leaves out

CommonSize common_of(std::vector<double>& sizes, double odd_sds) {
  CommonSize out{.known = true, .mean = median(sizes)};
  for (double& size : sizes) size = std::abs(size - out.mean);
  const double shown = 1.4826 * median(sizes);
  out.spread = std::max(kLeastSpread, shown);
  out.finest = std::max(kFinestSpread, shown);
  const auto odd = std::count_if(sizes.begin(), sizes.end(), [&](double off) { return off > odd_sds * out.spread; });
  out.two_sheets = static_cast<double>(odd) > kMostOdd * static_cast<double>(sizes.size());
  return out;
}

/// mm from declared ground within which a size means that.
double near_enough(double rise_sd_mm, const HeightSettings& must) { return std::max(3 * rise_sd_mm, must.least_rise_mm); }

}  // namespace

/// The print fitted at `pose` on the ground its size tells. A highlight makes prints look larger too, and what covers a strip's end: where
/// something shines or lies on it, and of strips in any case, the fit must be as much likelier than on `before`'s ground as its size must
/// be odd; with and without that explained by fields.
std::optional<PrintFit> Tracker::Inside::fit_on_ground(const ImageView& gray, Track& track, const PrintPose& pose, const Track& before) {
  const auto misfit = [&](const PrintFit& fit) {  // grey levels squared
    const double left_out = track.own ? (1 - fit.share) * std::pow(std::max(fit.residual, kLeftOut), 2) : 0;
    return ((track.own ? fit.share : 1) * fit.residual * fit.residual + left_out) * fit.gain * fit.gain;
  };
  const auto likelier = [&](const std::optional<PrintFit>& high, const std::optional<PrintFit>& other) {
    if (!high || !other) return false;
    const double more = misfit(*other) / misfit(*high) - 1;
    return high->samples * high->share / std::max(1.0, scatter_of(track).place) * more >
           settings.height.size_sds * settings.height.size_sds;
  };
  const auto plain = try_at(gray, track, pose);
  if (!plain || !(plain->field_wanted || track.own)) return plain;
  Track low = before;
  const auto low_plain = try_at(gray, low, before.pose);
  if (!likelier(plain, low_plain)) return std::nullopt;
  if (track.own) return plain;
  const auto explained = try_at(gray, track, plain->pose, true), low_explained = try_at(gray, low, before.pose, true);
  return likelier(explained, low_explained) ? explained : std::nullopt;
}

/// What resting prints' sizes have in common; strips apart, whose blur too is told (px^2; 0: too few).
double Tracker::Inside::learn_common_sizes() {
  const HeightSettings& must = settings.height;
  std::vector<double> squares, strips, blurs;
  for (const Track& track : tracks) {
    if (track.size.information <= 0 || track.ground_undeclared || track.state != Seen::Seen) continue;
    (track.own ? strips : squares).push_back(track.size.mean);
    if (track.own) blurs.push_back(track.blur_seen_px2);
  }
  const auto enough = [&](const std::vector<double>& sizes) { return static_cast<int>(sizes.size()) >= must.least_company; };
  if (enough(squares)) common_size = common_of(squares, must.size_sds);
  if (enough(strips)) common_strip_size = common_of(strips, must.size_sds);
  return enough(blurs) ? median(blurs) : 0;
}

Tracker::Inside::SizeSays Tracker::Inside::size_says(const Track& track) const {
  SizeSays says{.common = track.own ? common_strip_size : common_size};
  says.larger = track.size.mean - says.common.mean;
  says.rise_mm = rise_of(track, says.larger);
  says.sd_mm = rise_of(track, std::sqrt(track.size.variance() + says.common.spread * says.common.spread));
  return says;
}

/// Too little to be called ground: a base on another, a book's cover. Where it is remains in doubt by as much.
void Tracker::Inside::doubt_small_rise(Track& track, const SizeSays& says) const {
  if (track.ground_by_size) return;
  const CommonSize& common = says.common;
  const double odd = (track.height_doubt[0] > 0 ? kEvenSds : kOddSds) * std::sqrt(track.size.variance() + common.finest * common.finest);
  const bool doubtful = common.known && !common.two_sheets && says.larger > odd;
  track.height_doubt = doubtful ? doubt_of_rise(track, says.rise_mm) : std::array<double, 3>{};
}

/// Puts a print on the ground its size tells, not yet fitted; on declared ground where that is as near. None where the camera does not see
/// it.
std::optional<Tracker::Inside::Lifted> Tracker::Inside::put_on_ground(Track& track, const SizeSays& says) {
  const double mount = track.spec.mount.height_mm;
  Lifted to{.at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm), .start = track.pose};
  to.ground = track.height_mm - mount + says.rise_mm;
  stand_on_declared_ground(track);
  if (!unproject(camera, to.at, mount + std::max(0.0, to.ground), to.start.x_mm, to.start.y_mm)) return std::nullopt;
  to.declared = height_under(track, to.start) - mount;
  to.back = std::abs(to.ground - to.declared) < near_enough(says.sd_mm, settings.height);
  track.ground_mm = to.back ? to.declared : to.ground;
  track.ground_undeclared = track.ground_by_size = !to.back;
  return to;
}

/// Sizes are told to first order: what is left of the rise, once more. The ground that says, if it could be asked.
std::optional<double> Tracker::Inside::look_nearer(const ImageView& gray, Track& track, const SizeSays& says, Lifted& to) {
  if (to.back || to.fit.under_field || to.fit.size_sd <= 0) return std::nullopt;
  const double nearer = std::max(0.0, to.ground + rise_of(track, to.fit.size_change - says.common.mean));
  if (!unproject(camera, to.at, track.spec.mount.height_mm + nearer, to.start.x_mm, to.start.y_mm)) return std::nullopt;
  track.ground_mm = nearer;
  const auto again = try_at(gray, track, to.start);
  if (again && believable(gray, track, *again, kMost)) {
    to.fit = *again;
    to.ground = nearer;
  }
  track.ground_mm = to.ground;
  return nearer;
}

/// Fits a square where its size tells. False, and `track` is as `before` but for its doubt, where that is not believed.
bool Tracker::Inside::lift_square(const ImageView& gray, Track& track, const Track& before, const SizeSays& says, Lifted& to) {
  const auto there =
      to.back || to.ground > 0 ? fit_on_ground(gray, track, to.start, before) : std::nullopt;  // nothing lies below the table
  // Whatever residuals still pull the place by there (a shadow's border) pulls the size alike, in every frame.
  to.sd_mm = there ? std::hypot(says.sd_mm, rise_of(track, std::sqrt(there->size_pulled))) : says.sd_mm;
  const bool too_little = !to.back && !before.ground_rough && std::abs(says.rise_mm) < settings.height.size_sds * to.sd_mm;
  if (!there || too_little || !believable(gray, track, *there, kMost)) {
    track = before;
    if (!before.ground_undeclared && says.rise_mm > 0) track.height_doubt = doubt_of_rise(track, says.rise_mm);
    return false;
  }
  to.fit = *there;
  look_nearer(gray, track, says, to);
  return true;
}

/// The same of a strip. What does not fit hid in its blur (`usual_blur_px2`: of the others, 0 unknown) and made its length vague; there it
/// must be sure. A fit is by itself likelier on ground as much higher as it is odd, so fewer standard deviations suffice.
bool Tracker::Inside::lift_strip(const ImageView& gray, Track& track, const Track& before, const SizeSays& says, double usual_blur_px2,
                                 Lifted& to) {
  if (usual_blur_px2 > 0) track.blur_seen_px2 = std::min(track.blur_seen_px2, usual_blur_px2);
  const auto there = to.back || to.ground > 0 ? fit_on_ground(gray, track, to.start, before) : std::nullopt;
  to.sd_mm = there ? rise_of(track, std::hypot(there->size_sd, says.common.spread)) : says.sd_mm;
  const bool too_little = !to.back && !before.ground_rough && std::abs(says.rise_mm) < kOddSds * to.sd_mm;
  if (!there || too_little || !believable(gray, track, *there, kMost)) {
    track = before;
    const bool plainly = there || says.rise_mm > kOddSds * says.sd_mm;
    if (!before.ground_undeclared && says.rise_mm > 0 && plainly) track.height_doubt = doubt_of_rise(track, says.rise_mm);
    return false;
  }
  to.fit = *there;
  const auto nearer = look_nearer(gray, track, says, to);
  if (!nearer || *nearer - to.declared >= std::max(settings.height.least_rise_mm, kOddSds * to.sd_mm)) return true;
  track = before;  // a rise that is gone when it is looked at again was none
  return false;
}

/// Takes the fit of a print that was lifted, or put back.
void Tracker::Inside::rest_on_ground(Track& track, const Track& before, const Lifted& to, double t) {
  track.pose = to.fit.pose;
  track.cov = to.fit.cov;
  track.pulled = to.fit.pulled;
  track.shadowed = to.fit.shadowed;
  if (!to.back) track.height_doubt = doubt_of_rise(track, to.sd_mm);
  track.rest.count = 0;
  take_into_rest(track, to.fit, settings.rest, scatter_of(track));
  track.next_report = 1;
  track.refit_wanted = true;
  if (to.back) return;
  notice("ground:" + track.spec.base.text,
         track.spec.base.text + (before.ground_undeclared && !before.ground_rough ? " is now taken to stand " : " stands ") +
             std::to_string(static_cast<int>(to.ground + 0.5)) + " mm above the table by its marker's size; no terrain says so",
         t);
}

void Tracker::Inside::find_undeclared_ground(const ImageView& gray, double t) {
  const HeightSettings& must = settings.height;
  const double strips_blur_px2 = learn_common_sizes();
  for (Track& track : tracks) {
    if (track.size.information <= 0 || track.state != Seen::Seen || track.moving || !track.plane) continue;
    const SizeSays says = size_says(track);
    // A strip that stands higher fits so badly that its length is vague: a plain hint suffices to fit it where its length tells.
    const bool hinted = std::abs(says.rise_mm) > (track.own ? kHintSds : must.size_sds) * says.sd_mm;
    const bool asked = says.common.known && !says.common.two_sheets && hinted && std::abs(says.rise_mm) >= must.least_rise_mm;
    if (!asked && !track.ground_rough) {
      doubt_small_rise(track, says);
      continue;
    }
    const Track before = track;
    auto to = put_on_ground(track, says);
    if (!to)
      track = before;
    else if (track.own ? lift_strip(gray, track, before, says, strips_blur_px2, *to) : lift_square(gray, track, before, says, *to))
      rest_on_ground(track, before, *to, t);
    else
      track.size = {};  // asked again later
  }
}

}  // namespace polemarch::vision
