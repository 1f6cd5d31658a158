#include "vision/track/follower.hpp"

#include <cmath>
#include <numbers>

#include "vision/track/lose.hpp"

namespace polemarch::vision {

namespace {

constexpr int kSearchFrames = 8;      // frames after the loss during which a search is tried
constexpr double kKeepsItsWay = 0.4;  // of a module: where a print is so near to where it was going, the next look goes there at once
constexpr double kNearMm = 8, kNearDeg = 20;              // of a guess: further off a fit slid onto something else
constexpr double kNearHiddenMm = 6, kNearHiddenDeg = 12;  // of where a print was covered

bool near_enough(const PrintFit& fit, const PrintPose& from, double mm, double deg) {
  return std::hypot(fit.pose.x_mm - from.x_mm, fit.pose.y_mm - from.y_mm) < mm &&
         std::abs(std::remainder(fit.pose.up_rad - from.up_rad, 2 * std::numbers::pi)) * (180.0 / std::numbers::pi) < deg;
}

bool has_not_moved(const PrintFit& fit, const Track& track) {
  return near_enough(fit, track.newest.pose, Locator::kStillMm, Locator::kStillDeg);
}

}  // namespace

void Follower::follow_all(const Moment& now, bool border, bool whole) {
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    Track& track = tracks_[i];
    if (!track.presence.followed() || is_border(track) != border) continue;
    if (track.change.followed_in == now.number) continue;
    const bool open =
        whole || track.presence.hidden() || track.motion.moving || gate_.opens(track.change, track.picture.box, reference_, budget_);
    if (open) {
      ++budget_.counts.gates_open;
      track.change.followed_in = now.number;
      follow(now, i, true);
    } else {
      ++track.motion.still_frames;
    }
  }
}

void Follower::follow(const Moment& now, std::size_t index, bool gate_open) {
  Track& track = tracks_[index];
  const bool hidden = track.presence.hidden();
  if (hidden && !locator_.prepare(track, track.newest.pose)) return;
  if (const auto fit = hidden ? find_hidden(now, index) : find_seen(now, index)) return acceptance_.take(now, track, *fit, gate_open);
  lose(now, track, reference_, focus_.border_blurred_away());
}

std::optional<PrintFit> Follower::search(const Moment& now, std::size_t index) {
  if (budget_.searches <= 0) return std::nullopt;
  --budget_.searches;
  auto fit = locator_.search(now, tracks_[index]);
  if (fit && taken_by_other(tracks_, index, fit->pose)) fit.reset();
  return fit;
}

/// A cheap look first: most hidden bases stay hidden.
std::optional<PrintFit> Follower::find_hidden(const Moment& now, std::size_t index) {
  Track& track = tracks_[index];
  const ImageView& gray = now.gray;
  if (track.print.own || Locator::looks_like_it(gray, track)) {
    auto fit = locator_.fit(now, track, track.newest.pose);
    if (fit && has_not_moved(*fit, track) && Locator::believable(gray, track, *fit, Locator::kLeastShare)) return fit;
    if (fit && Locator::believable(gray, track, *fit, Locator::kNewShare) &&
        near_enough(*fit, track.newest.pose, kNearHiddenMm, kNearHiddenDeg) && !taken_by_other(tracks_, index, fit->pose))
      return fit;
  }
  if (track.presence.lost_frames < kSearchFrames)
    if (auto fit = search(now, index)) return fit;
  return focus_.refocused(now, track);
}

std::optional<PrintFit> Follower::find_seen(const Moment& now, std::size_t index) {
  Track& track = tracks_[index];
  const ImageView& gray = now.gray;
  const bool moving = track.motion.moving;
  // One that kept its way is where it was going; hands that turn back are noticed by a fit that fails.
  const bool keeps_its_way = moving && track.motion.off_its_way_mm < kKeepsItsWay * track.print.pattern.module_mm;
  PrintPose guess = keeps_its_way ? track.motion.on_its_way(track.newest.pose, 1)
                    : moving      ? locator_.along_the_way(gray, track)
                                  : track.newest.pose;
  auto fit = locator_.fit(now, track, guess, !moving);
  const auto good = [&](const std::optional<PrintFit>& f) {
    if (!f) return false;
    const bool still = has_not_moved(*f, track);
    return Locator::believable(gray, track, *f, still ? Locator::kLeastShare : Locator::kMovedShare) &&
           near_enough(*f, guess, kNearMm, kNearDeg) && (still || !taken_by_other(tracks_, index, f->pose));
  };
  if (good(fit)) return fit;
  if (keeps_its_way) {
    guess = locator_.along_the_way(gray, track);
    fit = locator_.fit(now, track, guess);
    if (good(fit)) return fit;
  }
  if (moving) {
    fit = locator_.fit(now, track, track.newest.pose);
    if (good(fit)) return fit;
  } else if (auto sharp = focus_.refocused(now, track)) {
    return sharp;
  }
  return search(now, index);
}

}  // namespace polemarch::vision
