#include "vision/track/common_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/pixels/median.hpp"
#include "vision/track/two_sizes.hpp"

namespace polemarch::vision {

namespace {

constexpr int kLeastCompany = 6;          // resting prints whose common size a single one is compared with
constexpr double kOddSds = 6;             // spreads from the others' common size that make a print an odd one
constexpr double kMostOdd = 0.3;          // of the prints; more were printed on another sheet, or stand on another height
constexpr double kLeastSpread = 0.001;    // prints of one sheet differ by that much of their size
constexpr double kFinestSpread = 0.0003;  // or, where all others agree so well, by that little

struct Company {
  std::vector<double> sizes;
  std::vector<SizeOfOne> bases;  // border markers left out
  double x_mm = 0, y_mm = 0, size_mm = 0;

  void add(const Track& track) {
    const SizeSeen& size = track.standing.size;
    sizes.push_back(size.mean);
    if (!is_border(track)) bases.push_back({size.mean, size.variance()});
    if (!is_border(track)) size_mm = track.spec.mount.size_mm;
    x_mm += track.newest.pose.x_mm;
    y_mm += track.newest.pose.y_mm;
  }
};

void set_spread(CommonSize& out, double shown) {
  out.spread = std::max(kLeastSpread, shown);
  out.finest = std::max(kFinestSpread, shown);
}

CommonSize common_of(Company& company, bool was_split) {
  std::vector<double>& sizes = company.sizes;
  const double n = static_cast<double>(sizes.size());
  CommonSize out{.known = true, .mean = median(sizes)};
  out.x_mm = company.x_mm / n;
  out.y_mm = company.y_mm / n;
  if (const auto two = two_sizes(company.bases, was_split); two && static_cast<double>(two->larger) > kMostOdd * n) {
    out.two_sheets = true;
    out.mean = two->smaller_mean;
    out.upper = two->larger_mean;
    set_spread(out, two->smaller_spread);
    return out;
  }
  for (double& size : sizes) size = std::abs(size - out.mean);
  set_spread(out, 1.4826 * median(sizes));
  const auto odd = std::count_if(sizes.begin(), sizes.end(), [&](double off) { return off > kOddSds * out.spread; });
  out.two_sheets = static_cast<double>(odd) > kMostOdd * n;
  return out;
}

}  // namespace

double DeclaredSize::larger(double size) const {
  double least = size;
  for (const double reason : reasons)
    if (std::abs(size - reason) < std::abs(least)) least = size - reason;
  return least;
}

std::vector<double> reasons_for_sizes(const Tracks& tracks, const Known& known) {
  std::vector<double> border;
  for (const Track& track : tracks)
    if (is_border(track) && track.presence.seen() && track.standing.size.known()) border.push_back(track.standing.size.mean);
  // A sheet whose border's prints look as much too large was printed so, and is open with the table's scale. And what the picture itself
  // makes larger (bleeding light, sharpening) shows in the border as well, which is followed at the size that it was registered with.
  const double printed = known.settings.border_larger, pictured = border.empty() ? 0 : median(border);
  return {0, printed, pictured, printed + pictured};
}

double bends_of(const Known& known, double size_mm) {
  return size_mm > 0 ? known.camera.unexplained_px / (std::numbers::sqrt2 * size_mm * known.rough_px_per_mm()) : 0;
}

double CommonSizes::learn(const Tracks& tracks, const Known& known, double all_larger) {
  Company squares, strips;
  std::vector<double> blurs;
  for (const Track& track : tracks) {
    if (!track.standing.size.known() || track.standing.undeclared || !track.presence.seen()) continue;
    (track.print.own ? strips : squares).add(track);
    if (track.print.own) blurs.push_back(track.print.blur.seen_px2);
  }
  std::vector<double> reasons = reasons_for_sizes(tracks, known);
  for (std::size_t k = reasons.size(); all_larger != 0 && k-- > 0;) reasons.push_back(reasons[k] + all_larger);
  declared_squares_ = {reasons, bends_of(known, squares.size_mm)};
  declared_strips_ = {reasons, bends_of(known, strips.size_mm)};
  const auto enough = [&](const std::vector<double>& sizes) { return static_cast<int>(sizes.size()) >= kLeastCompany; };
  if (enough(squares.sizes)) squares_ = common_of(squares, squares_.split());
  if (enough(strips.sizes)) strips_ = common_of(strips, strips_.split());
  return enough(blurs) ? median(blurs) : 0;
}

}  // namespace polemarch::vision
