// A camera that hunts for its focus. A print is followed through the blur it was seen with. When the focus changes faster than fits can
// follow, prints that lie still are lost and stay lost once the picture is sharp again. Prints whose place still looks like them are
// therefore tried with the blur that others show, a few a frame with whatever blur a print can be measured through.
#include <algorithm>
#include <array>
#include <cmath>

#include "vision/track/tracker_inside.hpp"

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

void Tracker::Inside::count_lost(const ImageView& gray, double t) {
  const auto known = [](const Track& track) { return track.ever_seen && track.state != Seen::Gone; };
  // A player may take all bases off the table, nobody takes the border; and in doubt no base is followed.
  border_tells = std::ranges::count_if(tracks, [&](const Track& track) { return is_border(track) && known(track); }) >= kLeastKnown;
  int all = 0, lost = 0, shown = 0;
  for (const Track& track : tracks) {
    if (!known(track) || (border_tells && !is_border(track))) continue;
    ++all;
    lost += track.state == Seen::Hidden ? 1 : 0;
  }
  nearly_all_lost = all >= kLeastKnown && lost > kNearlyAll * all;
  focus_tries = nearly_all_lost ? kTriesWhenLost : kTries;
  for (const Track& track : tracks)
    if (nearly_all_lost && track.ever_seen && track.state == Seen::Hidden && (!border_tells || is_border(track)))
      shown += looks_like_it(gray, track) ? 1 : 0;
  const bool blurred = nearly_all_lost && 4 * shown > lost;
  blurred_frames = blurred ? blurred_frames + 1 : 0;
  if (blurred_frames >= kBlurredFrames)
    notice("out_of_focus", "Out of focus: markers are blurred away. Focus the camera, or lock its focus.", t);
}

std::optional<PrintFit> Tracker::Inside::refocused(const ImageView& gray, Track& track) {
  if (track.own || focus_tries <= 0 || !looks_like_it(gray, track)) return std::nullopt;
  const double before = track.blur_seen_px2;
  const auto through = [&](double px2) -> std::optional<PrintFit> {
    if (focus_tries-- <= 0) return std::nullopt;
    track.blur_seen_px2 = std::clamp(px2, kSharpestPx2, kSoftestPx2);
    const auto fit = try_at(gray, track, track.pose);
    const bool near = fit && std::hypot(fit->pose.x_mm - track.pose.x_mm, fit->pose.y_mm - track.pose.y_mm) < settings.believe.still_mm;
    if (!near || !believable(gray, track, *fit, settings.believe.least_share)) return std::nullopt;
    track.blur_fits = 0;  // learnt anew, quickly
    return fit;
  };
  if (focus_px2 > 0 && apart(focus_px2, before))
    if (auto fit = through(focus_px2)) return fit;
  const double module_px = track.pattern.module_mm / track.plane->mm_per_px;
  for (const double blur : kBlurs) {
    if (auto fit = through(blur * blur * module_px * module_px)) {
      focus_px2 = track.blur_seen_px2;
      return fit;
    }
  }
  track.blur_seen_px2 = before;
  return std::nullopt;
}

}  // namespace polemarch::vision
