#include "vision/track/focus.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kOtherFocus = 1.25;                                                      // times the variance, or one over it
constexpr std::array kBlurs{0.2, 0.28, 0.38, 0.5, 0.65};                                  // of a module; a print blurred more says nothing
constexpr double kSharpestPx2 = 0.25, kSoftestPx2 = 9;                                    // that templates are made for
constexpr int kLeastKnown = 4;                                                            // prints that must be known to tell
constexpr double kNearlyAll = 0.6;                                                        // of them out of sight: nobody's hands
constexpr int kTries = static_cast<int>(kBlurs.size()) + 1, kTriesWhenLost = 4 * kTries;  // fits a frame

constexpr int kBlurredFrames = 8;  // running; less is a picture that was broken or covered and is back

bool apart(double a, double b) { return a > kOtherFocus * b || b > kOtherFocus * a; }
}  // namespace

void Focus::count_lost(const Moment& now, const Tracks& tracks, Notices& notices) {
  const auto known = [](const Track& track) { return track.presence.followed(); };
  // A player may take all bases off the table, nobody takes the border; and in doubt no base is followed.
  border_tells_ = std::ranges::count_if(tracks, [&](const Track& track) { return is_border(track) && known(track); }) >= kLeastKnown;
  int all = 0, lost = 0, shown = 0;
  for (const Track& track : tracks) {
    if (!known(track) || (border_tells_ && !is_border(track))) continue;
    ++all;
    lost += track.presence.hidden() ? 1 : 0;
  }
  nearly_all_lost_ = all >= kLeastKnown && lost > kNearlyAll * all;
  tries_ = nearly_all_lost_ ? kTriesWhenLost : kTries;
  for (const Track& track : tracks)
    if (nearly_all_lost_ && track.presence.ever && track.presence.hidden() && (!border_tells_ || is_border(track)))
      shown += Locator::looks_like_it(now.gray, track) ? 1 : 0;
  const bool blurred = nearly_all_lost_ && 4 * shown > lost;
  blurred_frames_ = blurred ? blurred_frames_ + 1 : 0;
  if (blurred_frames_ >= kBlurredFrames)
    notices.say("out_of_focus", "Out of focus: markers are blurred away. Focus the camera, or lock its focus.", now.t);
}

std::optional<PrintFit> Focus::through(const Moment& now, Track& track, double blur_px2) {
  if (tries_-- <= 0) return std::nullopt;
  track.print.blur.seen_px2 = std::clamp(blur_px2, kSharpestPx2, kSoftestPx2);
  const auto fit = locator_.fit(now, track, track.newest.pose);
  const bool near = fit && std::hypot(fit->pose.x_mm - track.newest.pose.x_mm, fit->pose.y_mm - track.newest.pose.y_mm) < Locator::kStillMm;
  if (!near || !Locator::believable(now.gray, track, *fit, Locator::kLeastShare)) return std::nullopt;
  track.print.blur.fits = 0;  // learnt anew, quickly
  return fit;
}

std::optional<PrintFit> Focus::refocused(const Moment& now, Track& track) {
  if (track.print.own || tries_ <= 0 || !Locator::looks_like_it(now.gray, track)) return std::nullopt;
  const double before = track.print.blur.seen_px2, common = optics_.focus_px2();
  if (common > 0 && apart(common, before))
    if (auto fit = through(now, track, common)) return fit;
  const double module_px = track.print.pattern.module_mm / track.picture.plane->mm_per_px;
  for (const double blur : kBlurs) {
    if (auto fit = through(now, track, blur * blur * module_px * module_px)) {
      optics_.refocus(track.print.blur.seen_px2);
      return fit;
    }
  }
  track.print.blur.seen_px2 = before;
  return std::nullopt;
}

}  // namespace polemarch::vision
