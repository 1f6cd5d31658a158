#include "vision/track/common_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vision/pixels/median.hpp"

namespace polemarch::vision {

namespace {

constexpr int kLeastCompany = 6;          // resting prints whose common size a single one is compared with
constexpr double kOddSds = 6;             // spreads from the others' common size that make a print an odd one
constexpr double kMostOdd = 0.3;          // of the prints; more were printed on another sheet, not put on a hill
constexpr double kLeastSpread = 0.001;    // prints of one sheet differ by that much of their size
constexpr double kFinestSpread = 0.0003;  // or, where all others agree so well, by that little

CommonSize common_of(std::vector<double>& sizes) {
  CommonSize out{.known = true, .mean = median(sizes)};
  for (double& size : sizes) size = std::abs(size - out.mean);
  const double shown = 1.4826 * median(sizes);
  out.spread = std::max(kLeastSpread, shown);
  out.finest = std::max(kFinestSpread, shown);
  const auto odd = std::count_if(sizes.begin(), sizes.end(), [&](double off) { return off > kOddSds * out.spread; });
  out.two_sheets = static_cast<double>(odd) > kMostOdd * static_cast<double>(sizes.size());
  return out;
}

}  // namespace

double CommonSizes::learn(const Tracks& tracks) {
  std::vector<double> squares, strips, blurs;
  for (const Track& track : tracks) {
    if (!track.standing.size.known() || track.standing.undeclared || !track.presence.seen()) continue;
    (track.print.own ? strips : squares).push_back(track.standing.size.mean);
    if (track.print.own) blurs.push_back(track.print.blur.seen_px2);
  }
  const auto enough = [&](const std::vector<double>& sizes) { return static_cast<int>(sizes.size()) >= kLeastCompany; };
  if (enough(squares)) squares_ = common_of(squares);
  if (enough(strips)) strips_ = common_of(strips);
  return enough(blurs) ? median(blurs) : 0;
}

}  // namespace polemarch::vision
