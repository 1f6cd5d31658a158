#pragma once
/// Counts as indices. Pure.

#include <cstddef>

namespace polemarch::vision {

/// `i` is not negative.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace polemarch::vision
