#pragma once
/// Every way dice and cards can fall, counted without the engine's own arithmetic, and what a throw's values and chance are by it.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/pending.hpp"

namespace polemarch::test {

using engine::Better;
using engine::ChanceSpec;
using engine::Counted;
using engine::Thrown;

/// A way the values of a throw can fall, in no order, and its share of 1.
struct Fall {
  std::vector<int> values;
  double share = 0;
};

/// How many of each value can come, from the lowest on; one of each for dice.
inline std::vector<int> faces_left(const ChanceSpec& spec) {
  const auto faces = static_cast<std::size_t>(spec.highest - spec.lowest + 1);
  if (!spec.pile) return std::vector<int>(faces, 1);
  int left = 0;
  for (const int count : spec.pile->left) left += count;
  return left > 0 ? spec.pile->left : spec.pile->refilled;
}

/// Every way `count` values can fall: dice with putting back, cards of a pile without.
inline std::vector<Fall> falls_of(const ChanceSpec& spec, int count) {
  const std::vector<int> faces = faces_left(spec);
  std::map<std::vector<int>, double> shares{{{}, 1.0}};
  for (int thrown = 0; thrown < count; ++thrown) {
    std::map<std::vector<int>, double> next;
    for (const auto& [values, share] : shares) {
      std::vector<int> left = faces;
      if (spec.pile)
        for (const int value : values) --left[static_cast<std::size_t>(value - spec.lowest)];
      double all = 0;
      for (const int face : left) all += face;
      for (std::size_t face = 0; face < left.size(); ++face) {
        if (left[face] <= 0) continue;
        std::vector<int> longer = values;
        longer.insert(std::upper_bound(longer.begin(), longer.end(), spec.lowest + static_cast<int>(face)),
                      spec.lowest + static_cast<int>(face));
        next[longer] += share * left[face] / all;
      }
    }
    shares = std::move(next);
  }
  std::vector<Fall> falls;
  for (const auto& [values, share] : shares) falls.push_back({values, share});
  return falls;
}

/// How many ways that is, without making them.
inline double ways_to_fall(const ChanceSpec& spec, int count) {
  double ways = 1;
  for (int i = 0; i < count; ++i) ways = ways * (spec.highest - spec.lowest + 1 + i) / (i + 1);
  return ways;
}

inline bool does_it(const Thrown& thrown, int value, int need) { return thrown.better == Better::High ? value >= need : value <= need; }

/// Successes as the values say.
inline int counted(const Thrown& thrown, const std::vector<int>& needs) {
  if (thrown.counted == Counted::Sum) {
    int sum = 0;
    for (const int value : thrown.values) sum += value;
    return does_it(thrown, sum, thrown.need) ? 1 : 0;
  }
  int good = 0;
  for (std::size_t i = 0; i < thrown.values.size(); ++i)
    good += does_it(thrown, thrown.values[i], needs.size() == thrown.values.size() ? needs[i] : thrown.need) ? 1 : 0;
  return good;
}

/// Chance of one value, or of the sum, to do it, in thousandths.
inline double chance_of(const Thrown& thrown, const ChanceSpec& spec) {
  double chance = 0;
  for (const Fall& fall : falls_of(spec, thrown.counted == Counted::Sum ? spec.count : 1)) {
    Thrown one = thrown;
    one.values = fall.values;
    chance += counted(one, {}) > 0 ? fall.share : 0;
  }
  return 1000 * chance;
}

/// Thousandths as they are told: the nearest, but from a tenth on never half a per cent where the chance lies under or over it.
inline bool is_told_as(double counted, int told) {
  const long nearest = std::lround(counted);
  const bool half = nearest >= 100 && nearest % 10 == 5 && std::abs(counted - static_cast<double>(nearest)) > 1e-6;
  if (half && std::abs(counted - static_cast<double>(nearest)) < 0.49)
    return told == nearest + (counted > static_cast<double>(nearest) ? 1 : -1);
  return std::abs(counted - told) <= 0.51;
}

inline std::optional<int> number_of(const std::string& text) {
  if (text == "none") return 0;
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoi(text);
}

/// Shares by number as outlooks name them, the last ones together.
inline std::optional<std::string> unlike(const std::vector<engine::Outlook>& outlooks, const std::map<int, double>& shares) {
  double told = 0;
  for (const engine::Outlook& outlook : outlooks) {
    double share = 0;
    if (const auto number = number_of(outlook.text)) {
      const auto at = shares.find(*number);
      share = at == shares.end() ? 0 : at->second;
    } else if (const auto more = outlook.text.find(" or more"); more != std::string::npos) {
      for (const auto& [number, one] : shares)
        if (number >= std::stoi(outlook.text)) share += one;
    } else {
      return "not a number: " + outlook.text;
    }
    told += share;
    if (!is_told_as(share * 1000, outlook.per_mille))
      return outlook.text + ": told " + std::to_string(outlook.per_mille) + ", counted " + std::to_string(share * 1000);
  }
  if (told < 0.9995) return "what may come is not told";
  return std::nullopt;
}

}  // namespace polemarch::test
