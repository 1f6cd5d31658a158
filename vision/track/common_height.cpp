#include "vision/track/common_height.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "vision/pixels/median.hpp"
#include "vision/track/apparent_size.hpp"
#include "vision/track/common_sizes.hpp"

namespace polemarch::vision {

namespace {

constexpr std::size_t kLeastOfAKind = 3;  // prints of a kind that have a common size
constexpr double kAlike = 0.9;            // of them must look so, by half of it: a hill under some is no common height
constexpr double kLeastOffShare = 0.003;  // share; by less, sheets and soft pictures differ
constexpr double kOffSds = 5;             // of what the prints themselves leave open
constexpr double kSheetSpread = 0.001;    // share; prints of one sheet differ by that much
constexpr double kBendSds = 3;            // of what the picture's bends do to the size of one print: neighbours suffer the same
constexpr double kStaysOpen = 0.7;        // of these bounds: what is open does not flicker
constexpr double kNotWorthIt = 0.2;       // share by which what is open may change unsaid

/// The share by which all prints of one kind look larger; 0: they look as declared. `reasons`: shares by which they may look so wherever
/// they stand. `strict`: how much of the bounds counts.
double common_off(std::vector<double> shares, const std::vector<double>& reasons, double bends, double strict) {
  if (shares.size() < kLeastOfAKind) return 0;
  const double common = median(shares);
  double off = common;
  for (const double larger : reasons)
    if (std::abs(common - larger) < std::abs(off)) off = common - larger;
  if (std::abs(off) < strict * kLeastOffShare) return 0;
  const auto alike = std::ranges::count_if(shares, [&](double share) { return (share - common) / off > -0.5; });
  if (static_cast<double>(alike) < kAlike * static_cast<double>(shares.size())) return 0;
  for (double& share : shares) share = std::abs(share - common);
  const double spread = std::max(kSheetSpread, 1.4826 * median(shares));
  const double sd = 1.25 * spread / std::sqrt(static_cast<double>(shares.size()));  // of a median
  return std::abs(off) < strict * std::max(kOffSds * sd, kBendSds * bends) ? 0 : off;
}

/// Whether its size says how high bases stand: at rest on the table's own ground.
bool tells_height(const Track& track) {
  const bool on_table = std::abs(track.standing.height_mm - track.spec.mount.height_mm) < 1;
  return !is_border(track) && track.presence.seen() && track.standing.size.known() && !track.standing.undeclared && on_table;
}

std::string height_words(double off, double rise_mm) {
  char text[240];
  std::snprintf(text, sizeof text,
                off < 0 ? "All bases look %.1f %% smaller than declared: do they stand %.0f mm lower than the border (a rim: its z_mm), or "
                          "were they printed at %.3f of their size (print_scale)? Their places are open by it."
                        : "All bases look %.1f %% larger than declared: do they stand %.0f mm higher (trays: their height_mm), or "
                          "were they printed at %.3f of their size (print_scale)? Their places are open by it.",
                100 * std::abs(off), std::abs(rise_mm), 1 + off);
  return text;
}

}  // namespace

bool CommonHeight::judge(const Tracks& tracks, const Known& known, Notices& notices, double t) {
  std::vector<double> squares, strips;
  double squares_mm = 0, strips_mm = 0;
  for (const Track& track : tracks) {
    if (tells_height(track)) {
      (track.print.own ? strips : squares).push_back(track.standing.size.mean);
      (track.print.own ? strips_mm : squares_mm) = track.spec.mount.size_mm;
    }
  }
  const std::vector<double> reasons = reasons_for_sizes(tracks, known);
  const double strict = open_mm_ != 0 ? kStaysOpen : 1;
  const double of_squares = common_off(std::move(squares), reasons, bends_of(known, squares_mm), strict);
  const double of_strips = common_off(std::move(strips), reasons, bends_of(known, strips_mm), strict);
  const bool by_strips = std::abs(of_strips) > std::abs(of_squares);
  const double off = by_strips ? of_strips : of_squares;
  std::vector<double> rises;
  for (const Track& track : tracks)
    if (off != 0 && tells_height(track) && (track.print.own != nullptr) == by_strips) rises.push_back(rise_of(known.camera, track, off));
  const double rise_mm = rises.empty() ? 0 : median(rises);
  larger_ = off;
  if (std::abs(rise_mm - open_mm_) <= kNotWorthIt * std::abs(open_mm_)) return false;
  if (open_mm_ == 0) notices.say("common_height", height_words(off, rise_mm), t);
  open_mm_ = rise_mm;
  return true;
}

Camera CommonHeight::opened(const Camera& camera) const {
  Camera out = camera;
  auto& column = out.factors.emplace_back();
  for (std::size_t k = 0; k < 3; ++k) column[12 + k] = open_mm_ * camera.pose.rotation[3 * k + 2];
  return out;
}

}  // namespace polemarch::vision
