#pragma once
/// Whether the sizes of prints fall into two groups: two sheets, or two heights. Pure.

#include <cstddef>
#include <optional>
#include <vector>

namespace polemarch::vision {

/// How much larger than declared one print looks, and the variance of that. Shares.
struct SizeOfOne {
  double mean = 0, variance = 0;
};

struct TwoSizes {
  double smaller_mean = 0, larger_mean = 0;
  double smaller_spread = 0;  ///< standard deviation among the smaller ones
  std::size_t larger = 0;     ///< how many are
};

/// The two groups, where prints of one sheet at one height could hardly differ so. `were_two`: found before, and less will do.
std::optional<TwoSizes> two_sizes(std::vector<SizeOfOne> sizes, bool were_two);

}  // namespace polemarch::vision
