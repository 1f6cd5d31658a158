#pragma once
/// Clock and middle values of the benches.

#include <time.h>

#include <algorithm>
#include <vector>

namespace polemarch::bench {

/// Processor time of this thread in milliseconds: what other programs do meanwhile does not count.
inline double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// 0 when there are no values.
inline double quantile(std::vector<double> v, double q) {
  if (v.empty()) return 0;
  const auto at = v.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(v.size() - 1));
  std::nth_element(v.begin(), at, v.end());
  return *at;
}
inline double median(std::vector<double> v) { return quantile(std::move(v), 0.5); }

}  // namespace polemarch::bench
