#pragma once
/// Seeded noise that is the same on every machine (std distributions are not). SplitMix64 and Box-Muller. Pure.

#include <cmath>
#include <cstdint>
#include <numbers>

namespace polemarch::vision::sim {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0x1234567ULL) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// Even in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// 0 .. n-1.
  int below(int n) { return static_cast<int>(unit() * n); }
  double normal() { return std::sqrt(-2.0 * std::log(1.0 - unit())) * std::cos(2.0 * std::numbers::pi * unit()); }

 private:
  std::uint64_t state_;
};

}  // namespace polemarch::vision::sim
