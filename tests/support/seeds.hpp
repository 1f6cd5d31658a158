#pragma once
/// Which seeds random play takes.

#include <cstdlib>

namespace polemarch::test {

struct Seeds {
  unsigned first, last;
  bool at_length;
  unsigned count() const { return last - first + 1; }
};

/// The first few; at length (POLEMARCH_LONG) fifty others. POLEMARCH_SEED names the first of those, so that a run may draw ones nobody has
/// seen.
inline Seeds seeds(unsigned few) {
  if (std::getenv("POLEMARCH_LONG") == nullptr) return {1, few, false};
  const char* from = std::getenv("POLEMARCH_SEED");
  const unsigned first = from == nullptr ? 101 : static_cast<unsigned>(std::strtoul(from, nullptr, 10));
  return {first, first + 49, true};
}

}  // namespace polemarch::test
