// Ground that nobody declared: a book under a cloth, a hill left out of table.json. A print that looks larger than all others do stands
// nearer to the camera. Only the difference to the others counts: a sheet printed a little large, a lens a little off, are common to all.
#include <algorithm>
#include <cmath>

#include "vision/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {

constexpr double kHighest = 400;          // mm; beyond that it is no ground but somebody's hand
constexpr double kPlainlyLarger = 0.03;   // by its corners alone; less the fit bears, and tells better
constexpr double kMost = 0.8;             // of a print's pixels must show it for its size to count
constexpr double kMostOdd = 0.3;          // of the prints; more were printed on another sheet, not put on a hill
constexpr double kMemory = 60;            // resting fits that the size of a print rests on
constexpr double kLeastSpread = 0.001;    // prints of one sheet differ by that much of their size
constexpr double kFinestSpread = 0.0003;  // or, where all others agree so well, by that little
constexpr double kHintSds = 1.5;          // from which a strip is fitted where its length tells
constexpr double kLeftOut = 0.18;         // of the gain that pixels of a strip differ by at least which a fit leaves out
constexpr double kOddSds = 4;             // of the latter from which a print's place is in doubt, though no other ground is believed
constexpr double kLengthStays = 0.66;     // as RestSettings::lasting_spread, of a strip's length
constexpr double kEvenSds = 2;            // and below which such a doubt, or one that it came with through the air, is dropped
constexpr double kLiftedSds = 3;          // likewise of a single fit on the move, from which it may be carried
constexpr double kVaguelySds = 1.5;       // the same of a strip that fits badly
constexpr double kBadly = 1.5;            // times what plain strips leave over
constexpr double kEndsPull = 0.5;         // part of what a strip is too long by at its ends

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

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

}  // namespace

void Tracker::Inside::stand_on_declared_ground(Track& track) {
  track.ground_mm = -1;
  track.ground_undeclared = track.ground_rough = track.ground_by_size = false;
  track.height_doubt = {};
  track.size = {};
}

/// How much nearer to the camera than its plane a print lies that looks larger by `larger`, mm along the table's up.
double Tracker::Inside::rise_of(const Track& track, double larger) const {
  const CameraPose& pose = camera.pose;
  const double depth =
      pose.rotation[6] * track.pose.x_mm + pose.rotation[7] * track.pose.y_mm + pose.rotation[8] * track.height_mm + pose.translation_mm[2];
  return larger / (1 + larger) * depth / std::max(0.2, std::abs(pose.rotation[8]));
}

/// Mean length of a marker's sides on the plane at `height_mm`, by its corners; none where it is not in view.
std::optional<double> Tracker::Inside::side_of(const Detection& d, double height_mm) const {
  double perimeter = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    if (!unproject(camera, d.corners[k], height_mm, x0, y0) || !unproject(camera, d.corners[(k + 1) % 4], height_mm, x1, y1))
      return std::nullopt;
    perimeter += std::hypot(x1 - x0, y1 - y0);
  }
  return perimeter / 4;
}

/// Share by which a marker is larger than declared on the plane at `height_mm`; a large number where it is not in view.
double Tracker::Inside::looks_larger(const Track& track, const Detection& d, double height_mm) const {
  const auto side = side_of(d, height_mm);
  return side ? *side / track.spec.mount.size_mm - 1 : 1e9;
}

/// The declared grounds that a marker just read may stand on, the likeliest by its size first: near an edge the place alone misleads.
std::vector<double> Tracker::Inside::other_grounds(const Track& track, const Detection& d) const {
  std::vector<double> grounds;
  if (track.own || is_border(track) || table.terrain.empty()) return grounds;
  const double mount = track.spec.mount.height_mm;
  const auto add = [&](double ground) {
    bool visible = false;
    const PrintPose pose = pose_of(d, ground + mount, visible);
    double x = 0, y = 0, heading = 0;
    base_from_print(track.spec.mount, pose, x, y, heading);
    if (visible && ground_may_be(ground, x, y) && std::find(grounds.begin(), grounds.end(), ground) == grounds.end())
      grounds.push_back(ground);
  };
  add(0);
  for (const TerrainPiece& piece : table.terrain) add(piece.height.mm());
  std::stable_sort(grounds.begin(), grounds.end(), [&](double a, double b) {
    return std::abs(looks_larger(track, d, a + mount)) < std::abs(looks_larger(track, d, b + mount));
  });
  return grounds;
}

/// A marker that was read but does not fit where it would lie on declared ground: `pose` on the ground that its corners' distances tell.
/// False when they tell none higher.
bool Tracker::Inside::guess_ground(Track& track, const Detection& d, PrintPose& pose) {
  if (track.own || is_border(track)) return false;
  stand_on_declared_ground(track);
  const double mount = track.spec.mount.height_mm, larger = looks_larger(track, d, mount);
  bool visible = false;
  track.pose = pose_of(d, mount, visible);
  track.height_mm = mount;
  if (!visible || larger < kPlainlyLarger || larger > 1) return false;
  const double rise = rise_of(track, larger);
  if (rise > kHighest) return false;
  track.ground_mm = rise;
  track.ground_undeclared = track.ground_rough = track.ground_by_size = true;
  pose = pose_of(d, mount + rise, visible);
  return visible;
}

void Tracker::Inside::learn_size(Track& track, const PrintFit& fit) {
  if (fit.size_sd <= 0 || fit.share < kMost || is_border(track)) return;
  const Scatter& scatters = scatter_of(track);
  const double information = 1.0 / (fit.size_sd * fit.size_sd * std::max(1.0, scatters.place));
  // What of a strip's misfits stays in every frame is in its error; of squares the fit tells it.
  const double memory = track.own ? 1 / (1 / kMemory + kLengthStays * scatters.lasting_share()) : kMemory;
  track.size.information = std::min(track.size.information + information, memory * information);
  const double share = information / track.size.information;
  track.size.mean += share * (fit.size_change - track.size.mean);
  track.size.pulled += share * (fit.size_pulled - track.size.pulled);
}

/// Mean square of where the print would lie, were it `rise_mm` higher, about where it lies now.
std::array<double, 3> Tracker::Inside::doubt_of_rise(const Track& track, double rise_mm) const {
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  double x = 0, y = 0;
  if (!unproject(camera, at, track.height_mm + rise_mm, x, y)) return {};
  const double dx = x - track.pose.x_mm, dy = y - track.pose.y_mm;
  return {dx * dx, dx * dy, dy * dy};
}

/// A hand that moves a base may carry it: a print on the move that looks larger than those at rest is nearer to the camera by nobody knows
/// how much, and its place in doubt by as much.
void Tracker::Inside::ask_whether_lifted(Track& track, const PrintFit& fit) const {
  const bool undeclared = track.ground_undeclared;  // it may have hovered there
  if (is_border(track) || (track.ground_by_size && !undeclared)) return;
  if (fit.size_sd <= 0) return;  // not asked in this frame: what was said holds
  if (!undeclared) track.height_doubt = {};
  const CommonSize& common = track.own ? common_strip_size : common_size;
  if (!common.known || common.two_sheets) return;
  const double larger = fit.size_change - common.mean, noise = track.own ? 1 : std::max(1.0, scatter.place);
  const double sd = std::sqrt(fit.size_sd * fit.size_sd * noise + fit.size_pulled + common.finest * common.finest);
  // A strip that hangs in the air fits so badly that its length is vague; and what is too long at its ends pulls it any way.
  const bool badly = track.own && std::pow(fit.residual * fit.gain, 2) > kBadly * own_scatter.plain_left;
  if ((undeclared ? std::abs(larger) : larger) < (badly ? kVaguelySds : kLiftedSds) * sd) return;
  track.height_doubt = doubt_of_rise(track, rise_of(track, larger));
  const double ends = track.own ? kEndsPull * larger * track.reach_mm() : 0;
  track.height_doubt[0] += ends * ends;
  track.height_doubt[2] += ends * ends;
}

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

void Tracker::Inside::find_undeclared_ground(const ImageView& gray, double t) {
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
  const double blur_px2 = enough(blurs) ? median(blurs) : 0;  // of strips
  for (Track& track : tracks) {
    if (track.size.information <= 0 || track.state != Seen::Seen || track.moving || !track.plane) continue;
    const auto& [known, usual, spread, finest, two_sheets] = track.own ? common_strip_size : common_size;
    const bool alone = !known;
    const double larger = track.size.mean - usual, sd = std::sqrt(track.size.variance() + spread * spread);
    const double rise = rise_of(track, larger), rise_sd = rise_of(track, sd);
    // A strip that stands higher fits so badly that its length is vague: a plain hint suffices to fit it there, where it must be sure.
    const bool hinted = std::abs(rise) > (track.own ? kHintSds : must.size_sds) * rise_sd;
    if (!track.ground_rough && (alone || two_sheets || !hinted || std::abs(rise) < must.least_rise_mm)) {
      // Too little to be called ground: a base on another, a book's cover. Where it is remains in doubt by as much.
      const double odd = (track.height_doubt[0] > 0 ? kEvenSds : kOddSds) * std::sqrt(track.size.variance() + finest * finest);
      const bool doubtful = !alone && !two_sheets && !track.ground_by_size && larger > odd;
      if (!track.ground_by_size) track.height_doubt = doubtful ? doubt_of_rise(track, rise) : std::array<double, 3>{};
      continue;
    }
    const double mount = track.spec.mount.height_mm;
    double ground = track.height_mm - mount + rise;
    const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
    const Track before = track;
    stand_on_declared_ground(track);
    if (track.own && blur_px2 > 0) track.blur_seen_px2 = std::min(track.blur_seen_px2, blur_px2);  // its own hid what did not fit
    PrintPose pose = track.pose;
    if (!unproject(camera, at, mount + std::max(0.0, ground), pose.x_mm, pose.y_mm)) {
      track = before;
      continue;
    }
    const double declared = height_under(track, pose) - mount;
    const bool back = std::abs(ground - declared) < std::max(3 * rise_sd, must.least_rise_mm);
    track.ground_mm = back ? declared : ground;
    track.ground_undeclared = track.ground_by_size = !back;
    auto there = back || ground > 0 ? fit_on_ground(gray, track, pose, before) : std::nullopt;  // nothing lies below the table
    // What misfits still pull the place by there, a shadow's border, they pull the size by alike, in every frame.
    double rise_sd_there = there ? std::hypot(rise_sd, rise_of(track, std::sqrt(there->size_pulled))) : rise_sd;
    if (there && track.own) rise_sd_there = rise_of(track, std::hypot(there->size_sd, spread));
    const double least_sds = track.own ? kOddSds : must.size_sds;  // a strip's fit is by itself likelier there by as many
    const bool too_little = !back && !before.ground_rough && std::abs(rise) < least_sds * rise_sd_there;
    if (!there || too_little || !believable(gray, track, *there, kMost)) {
      track = before;
      if (!before.ground_undeclared && rise > 0 && (there || !track.own || rise > kOddSds * rise_sd))
        track.height_doubt = doubt_of_rise(track, rise);
      track.size = {};  // asked again later
      continue;
    }
    if (!back && !there->under_field && there->size_sd > 0) {  // sizes are told to first order: what is left of it, once more
      const double nearer = std::max(0.0, ground + rise_of(track, there->size_change - usual));
      if (unproject(camera, at, mount + nearer, pose.x_mm, pose.y_mm)) {
        track.ground_mm = nearer;
        const auto again = try_at(gray, track, pose);
        // A rise that is gone when it is looked at again was none.
        if (track.own && nearer - declared < std::max(must.least_rise_mm, least_sds * rise_sd_there)) {
          track = before;
          track.size = {};
          continue;
        }
        if (again && believable(gray, track, *again, kMost)) {
          there = again;
          ground = nearer;
        }
        track.ground_mm = ground;
      }
    }
    track.pose = there->pose;
    track.cov = there->cov;
    track.pulled = there->pulled;
    track.shadowed = there->shadowed;
    if (!back) track.height_doubt = doubt_of_rise(track, rise_sd_there);
    track.rest.count = 0;
    take_into_rest(track, *there, settings.rest, scatter_of(track));
    track.next_report = 1;
    track.refit_wanted = true;
    if (!back)
      notice("ground:" + track.spec.base.text,
             track.spec.base.text + (before.ground_undeclared && !before.ground_rough ? " is now taken to stand " : " stands ") +
                 std::to_string(static_cast<int>(ground + 0.5)) + " mm above the table by its marker's size; no terrain says so",
             t);
  }
}

}  // namespace polemarch::vision
