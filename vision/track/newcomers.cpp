#include "vision/track/newcomers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/track/first_ground.hpp"
#include "vision/track/ground.hpp"
#include "vision/track/on_plane.hpp"
#include "vision/track/reading.hpp"

namespace polemarch::vision {

namespace {

constexpr int kFrames = 2, kMisses = 2;  // frames in which a marker must be believed before it is born, and may be missed
constexpr double kWrongSize = 0.08;      // share by which a print must differ from its declared size before that is said
constexpr double kRoundSize = 0.02;      // share by which a measured size may differ from a round one
constexpr double kFirstRadiusMm = 3;     // of the search round a place that was read
constexpr double kApart = 0.6;           // of its breadth from where a print lies: that is a second one
constexpr int kThoroughCost = 4;         // times a fast look

std::string wrong_size(const std::string& number, double declared_mm, double measured_mm) {
  const auto mm = [](double length) {
    const auto tenths = std::lround(10 * length);
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
  };
  return "marker " + number + " measures about " + mm(std::round(2 * measured_mm) / 2) + " mm where " + mm(declared_mm) +
         " mm is declared: it is not followed";
}

bool is_followed(const Track& track) { return track.presence.in_sight(); }

}  // namespace

void Newcomers::read(const Moment& now, const PixelBox& window, int look) {
  const int pixels = (window.x1 - window.x0) * (window.y1 - window.y0);
  budget_.pixels -= pixels * (look > 0 ? kThoroughCost : 1);
  budget_.counts.pixels_read += pixels;
  ++budget_.counts.reads;
  read_cold(known_, tracks_, now.gray, window, look, [&](const std::string& family, const Detection& d) { meet(now, family, d); });
}

/// The blur that explains a first sight best: that of the markers met before, or the best of a few.
void Newcomers::choose_blur(const Moment& now, Track& track, const PrintPose& pose) {
  constexpr std::array kBlurs{0.5, 0.75, 1.05, 1.45, 2.0};  // pixels, the pixel's own area included
  double best = 1e9, chosen = 0;
  bool highlight = false;  // the chosen one fits badly
  const auto by_this = [&](const PrintFit& fit, double blur) {
    const double mm = track.picture.plane->mm_per_px, tried = blur * blur;
    return std::clamp(tried + std::clamp(fit.blur_change / (mm * mm), -0.3 * tried, 0.5 * tried), 0.1, 9.0);
  };
  const auto attempt = [&](double blur) {
    track.print.blur.seen_px2 = blur * blur;
    const auto fit = locator_.fit(now, track, pose);
    if (!fit || !fit->steady || fit->share < Locator::kLeastShare) return false;
    const double cost = fit->residual / fit->share;
    if (cost >= best) return false;
    best = cost;
    highlight = fit->field_wanted;
    chosen = by_this(*fit, blur);
    return fit->share > 0.9 && std::abs(chosen - blur * blur) < 0.2 * blur * blur;
  };
  const auto familiar = optics_.familiar_blur_px();
  if (!familiar || !attempt(*familiar))
    for (const double blur : kBlurs) attempt(blur);
  for (int again = 0; again < 2 && highlight && chosen > 0; ++again) {  // it hides the blur of what it lies on
    track.print.blur.seen_px2 = chosen;
    const auto fit = locator_.fit(now, track, pose, true);
    if (!fit || !fit->under_field) break;
    chosen = by_this(*fit, std::sqrt(chosen));
  }
  track.print.blur.seen_px2 = chosen;  // 0 when none fits: the running estimate of the whole picture then serves
  if (chosen > 0) optics_.meet(chosen);
}

/// A base for a marker that no base is declared for; none where its size cannot be told.
std::optional<BaseSpec> Newcomers::undeclared(const std::string& family, const Detection& d) const {
  BaseSpec spec;
  const std::string number = std::to_string(d.marker.number);
  spec.base = {known_.loose ? number : "marker-" + number};
  for (const Track& other : tracks_)
    if (other.spec.base == spec.base) spec.base = {number + "-" + family};
  if (!is_valid_id(spec.base.text)) return std::nullopt;
  spec.mount.family = family;
  spec.mount.marker = d.marker;
  const double usual = known_.kinds.at(family)->usual_mm();
  if (usual > 0) {
    spec.mount.size_mm = usual;
  } else if (known_.settings.loose_size_mm > 0) {
    spec.mount.size_mm = known_.settings.loose_size_mm;
  } else {
    const auto side = side_on_plane(known_.camera, d, 0);
    if (!side) return std::nullopt;
    const double measured = *side, round = std::round(2 * measured) / 2;
    spec.mount.size_mm = std::abs(measured - round) < kRoundSize * measured ? round : measured;
  }
  spec.footprint = {Outline::Rectangle, Length::from_mm(spec.mount.size_mm), Length::from_mm(spec.mount.size_mm)};
  return spec;
}

/// Whose marker it is; a new base's where none is declared.
std::optional<std::size_t> Newcomers::track_of(const Moment& now, const std::string& family, const Detection& d) {
  if (const auto known = tracks_.with(family, d.marker)) return known;
  const std::string number = std::to_string(d.marker.number);
  if (family == known_.table.border_family &&
      std::ranges::any_of(known_.table.border, [&](const BorderMarker& b) { return b.marker == d.marker; }))
    return std::nullopt;
  if (!known_.loose) {
    if (d.under_cover) return std::nullopt;  // not sure enough to trouble anybody with
    notices_.say("unknown:" + number, "marker " + number + " belongs to no base", now.t);
    if (!known_.settings.follow_unknown) return std::nullopt;
  }
  const auto spec = undeclared(family, d);
  if (!spec) return std::nullopt;
  const std::size_t index = tracks_.add(*spec, *known_.kinds.at(family));
  tracks_[index].undeclared = true;
  for (Newcomer& n : waiting_)
    if (n.track >= index) ++n.track;
  return index;
}

/// It is followed already, or waits already: what was read is that one, or a second print of its number.
bool Newcomers::is_doubled(const Moment& now, std::size_t index, const PrintPose& pose) {
  const Track& track = tracks_[index];
  const auto told = [&](const PrintPose& first, double apart_mm) {
    if (std::hypot(first.x_mm - pose.x_mm, first.y_mm - pose.y_mm) > apart_mm) {
      const std::string number = std::to_string(track.spec.mount.marker.number);
      const std::string of = track.undeclared || track.spec.unit.empty() ? "" : " of " + track.spec.unit.text;
      notices_.say("doubled:" + number, "marker " + number + of + " lies on the table twice; the one that was there first counts", now.t);
    }
    return true;
  };
  if (is_followed(track)) return told(track.newest.pose, kApart * std::max(track.print.pattern.width_mm, track.print.pattern.height_mm));
  for (const Newcomer& n : waiting_)  // in a hand it is no longer where it was read first: only there and here at once they are two
    if (n.track == index) return n.misses > 0 || told(n.pose, track.print.pattern.width_mm);
  return false;
}

/// A fit where it was read: on the ground under it, on another declared one, on one that only its size tells.
std::optional<PrintFit> Newcomers::first_fit(const Moment& now, std::size_t index, const Detection& d, PrintPose pose) {
  Track& track = tracks_[index];
  const bool first_look = track.print.blur.seen_px2 <= 0;
  if (first_look) choose_blur(now, track, pose);
  auto fit = locator_.find_near(now, tracks_, index, pose, kFirstRadiusMm);
  for (const double ground : other_grounds(known_, track, d)) {
    if (fit) break;
    bool visible = false;
    track.standing.ground_mm = ground;
    pose = pose_on_plane(known_.camera, d, ground + track.spec.mount.height_mm, visible);
    if (!visible) continue;
    if (first_look) choose_blur(now, track, pose);  // on the wrong ground it is the wrong blur
    fit = locator_.find_near(now, tracks_, index, pose, kFirstRadiusMm);
  }
  if (!fit && guess_ground(known_.camera, track, d, pose)) {
    fit = locator_.find_near(now, tracks_, index, pose, kFirstRadiusMm);
    if (fit && (fit->field_wanted || fit->under_field))
      fit.reset();  // a highlight moves corners as well: nothing but the ground may be odd about it
  }
  return fit;
}

void Newcomers::meet(const Moment& now, const std::string& family, const Detection& d) {
  const auto index = track_of(now, family, d);
  if (!index) return;
  Track& track = tracks_[*index];
  const MarkerMount& mount = track.spec.mount;
  const bool waits = std::ranges::any_of(waiting_, [&](const Newcomer& n) { return n.track == *index; });
  if (!is_followed(track) && !waits) track.standing.forget_ground();
  // The pose on the plane at the height it would stand on there.
  PrintPose pose;
  for (int round = 0; round < 2; ++round) {
    bool visible = false;
    pose = pose_on_plane(known_.camera, d, round == 0 ? mount.height_mm : height_under(known_.table, track, pose), visible);
    if (!visible) return;
  }
  if (is_doubled(now, *index, pose)) return;
  if (const auto fit = first_fit(now, *index, d, pose)) {
    track.standing.ground_mm = track.standing.height_mm - mount.height_mm;  // it stays there, though the outline runs through it
    waiting_.push_back({*index, fit->pose, 1, 0});
    return;
  }
  track.standing.forget_ground();
  const auto side = side_on_plane(known_.camera, d, mount.height_mm);
  if (side && !track.print.own && !d.under_cover && std::abs(*side / mount.size_mm - 1) > kWrongSize)
    notices_.say("size", wrong_size(std::to_string(d.marker.number), mount.size_mm, *side), now.t);
}

/// True when it need not wait any longer: it is born, or was none.
bool Newcomers::confirm(const Moment& now, Newcomer& n) {
  Track& track = tracks_[n.track];
  if (is_followed(track)) return true;
  auto fit = locator_.find_near(now, tracks_, n.track, n.pose, Locator::kSearchMm);  // it may be in somebody's hand
  if (!fit) {
    if (++n.misses <= kMisses) return false;
    track.standing.forget_ground();
    return true;
  }
  if (fit->field_wanted) {
    const auto again = locator_.fit(now, track, fit->pose, true);
    if (again && Locator::believable(now.gray, track, *again, Locator::kNewShare)) fit = again;
  }
  n.pose = fit->pose;
  n.misses = 0;
  if (++n.frames < kFrames) return false;
  track.rest.forget();
  track.newest.usual_gain = fit->gain;
  track.motion.path.clear();
  track.presence.lost_frames = 0;
  track.presence.state = Seen::Gone;  // it was not there a frame ago
  acceptance_.take(now, track, *fit, true);
  return true;
}

void Newcomers::confirm(const Moment& now) {
  for (auto it = waiting_.begin(); it != waiting_.end();) it = confirm(now, *it) ? waiting_.erase(it) : it + 1;
}

}  // namespace polemarch::vision
