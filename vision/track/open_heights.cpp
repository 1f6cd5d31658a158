#include "vision/track/open_heights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "vision/pixels/median.hpp"
#include "vision/track/apparent_size.hpp"

namespace polemarch::vision {

namespace {

constexpr double kPauseS = 1;          // bases come to rest one by one
constexpr std::size_t kMostNamed = 3;  // of many

std::string names_of(const std::vector<const Track*>& open) {
  std::string names;
  for (std::size_t k = 0; k < std::min(open.size(), kMostNamed); ++k) names += (k > 0 ? ", " : "") + open[k]->spec.base.text;
  return open.size() > kMostNamed ? names + " ..." : names;
}

std::string words_for(const std::vector<const Track*>& open, const Known& known) {
  std::vector<double> shares, rises;
  for (const Track* track : open) {
    shares.push_back(track->standing.open_size);
    rises.push_back(rise_of(known.camera, *track, track->standing.open_size));
  }
  const double share = median(shares), rise = median(rises);
  const bool one = open.size() == 1, higher = share > 0;
  char text[240];
  std::snprintf(text, sizeof text, " %.1f %% %s than %s should: %s stand %.0f mm %s (%s), or %s printed %s (print_scale)? %s open by it.",
                100 * std::abs(share), higher ? "larger" : "smaller", one ? "it" : "they", one ? "does it" : "do they", std::abs(rise),
                higher ? "higher" : "lower", higher ? "a hill, a tray: height_mm" : "their height_mm", one ? "was it" : "were they",
                higher ? "larger" : "smaller", one ? "Its place is" : "Their places are");
  const std::string who = one ? names_of(open) + " looks" : std::to_string(open.size()) + " bases (" + names_of(open) + ") look";
  return who + text;
}

}  // namespace

void OpenHeights::say_anew(const Tracks& tracks, const Known& known, Notices& notices, double t) {
  std::vector<const Track*> open;
  std::set<BaseId> names;
  for (const Track& track : tracks) {
    if (track.motion.moving) said_.erase(track.spec.base);
    if (is_border(track) || track.standing.open_size == 0 || !track.presence.seen() || track.motion.moving) continue;
    open.push_back(&track);
    names.insert(track.spec.base);
  }
  if (t < not_before_ || std::ranges::includes(said_, names)) return;
  notices.say("open_heights", words_for(open, known), t);
  said_.merge(names);
  not_before_ = t + kPauseS;
}

}  // namespace polemarch::vision
