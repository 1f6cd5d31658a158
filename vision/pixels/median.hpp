#pragma once
/// The middle of some values. Pure.

#include <algorithm>
#include <cassert>
#include <vector>

namespace polemarch::vision {

/// Of an even number the upper one; puts `values`, at least one, in another order.
inline double median(std::vector<double>& values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace polemarch::vision
