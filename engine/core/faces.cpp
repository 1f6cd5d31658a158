#include "engine/core/faces.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/core/pending.hpp"

namespace polemarch::engine {

namespace {

constexpr std::array kDice{6, 8, 10, 12, 20, 4};  ///< the most common first
constexpr std::size_t kMostSummed = 6;

/// Chance in thousandths that one die, or the sum of these dice, does it.
int chance_with(const Thrown& thrown, int faces) {
  const int dice = thrown.counted == Counted::Sum ? static_cast<int>(thrown.values.size()) : 1;
  const std::vector<long long> ways = ways_of_sums(dice, faces);
  long long good = 0, all = 0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    const int value = static_cast<int>(sum);
    all += ways[sum];
    if (thrown.better == Better::High ? value >= thrown.need : value <= thrown.need) good += ways[sum];
  }
  return per_mille_of(good, all);
}

}  // namespace

int faces_of(const Thrown& thrown) {
  const int highest = thrown.values.empty() ? 1 : *std::max_element(thrown.values.begin(), thrown.values.end());
  const bool told = thrown.need > 0 && thrown.per_mille && !thrown.values.empty() &&
                    (thrown.counted == Counted::Each || thrown.values.size() <= kMostSummed);
  if (told)
    for (const int faces : kDice)
      if (faces >= highest && std::abs(chance_with(thrown, faces) - *thrown.per_mille) <= 1) return faces;
  for (const int faces : {6, 8, 10, 12, 20})
    if (faces >= highest) return faces;
  return highest;
}

}  // namespace polemarch::engine
