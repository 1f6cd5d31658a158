#include "vision/track/two_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {

constexpr std::size_t kLeastOfGroup = 3;
constexpr double kLeastApart = 0.002;    // share between the groups' means; by less, the prints of one sheet differ
constexpr double kApartSpreads = 3.3;    // and spreads inside them: the best split of one group alone leaves 2.7
constexpr double kBeyondSds = 3.5;       // and how far beyond their own errors all scatter, were they one group
constexpr double kSheetSpread = 0.0003;  // share; prints that agree better count for no more
constexpr double kStaysTwo = 0.75;       // of these bounds: what is found does not flicker

struct Sums {
  double n = 0, sum = 0, squares = 0;

  void add(double value) {
    n += 1;
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / n; }
  double scatter() const { return std::max(0.0, squares - sum * sum / n); }
};

/// How many standard deviations further all scatter about one size than their own errors say.
double beyond_one_size(const std::vector<SizeOfOne>& sizes) {
  double weight = 0, sum = 0, squares = 0;
  for (const SizeOfOne& size : sizes) {
    const double w = 1 / (size.variance + kSheetSpread * kSheetSpread);
    weight += w;
    sum += w * size.mean;
    squares += w * size.mean * size.mean;
  }
  const double chi2 = std::max(0.0, squares - sum * sum / weight), freedom = static_cast<double>(sizes.size()) - 1;
  return std::sqrt(2 * chi2) - std::sqrt(2 * freedom - 1);
}

}  // namespace

std::optional<TwoSizes> two_sizes(std::vector<SizeOfOne> sizes, bool were_two) {
  if (sizes.size() < 2 * kLeastOfGroup) return std::nullopt;
  std::ranges::sort(sizes, {}, &SizeOfOne::mean);
  const double about = sizes.front().mean;  // sums of what is left are exact enough
  Sums all, below, best_below, best_above;
  for (const SizeOfOne& size : sizes) all.add(size.mean - about);
  double least = -1;
  for (std::size_t k = 0; k + kLeastOfGroup < sizes.size(); ++k) {
    below.add(sizes[k].mean - about);
    const Sums above{all.n - below.n, all.sum - below.sum, all.squares - below.squares};
    const double inside = below.scatter() + above.scatter();
    if (k + 1 < kLeastOfGroup || (least >= 0 && inside >= least)) continue;
    least = inside;
    best_below = below;
    best_above = above;
  }
  const double strict = were_two ? kStaysTwo : 1;
  const double apart = best_above.mean() - best_below.mean(), spread = std::sqrt(least / (all.n - 2));
  if (apart < strict * std::max(kLeastApart, kApartSpreads * std::max(kSheetSpread, spread))) return std::nullopt;
  if (beyond_one_size(sizes) < strict * kBeyondSds) return std::nullopt;
  return TwoSizes{about + best_below.mean(), about + best_above.mean(), std::sqrt(best_below.scatter() / (best_below.n - 1)),
                  static_cast<std::size_t>(best_above.n)};
}

}  // namespace polemarch::vision
