#pragma once
/// What the state says of a base: it changes only on moves and at doublings of the average. Pure.

#include <algorithm>
#include <array>

#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct Reported {
  PrintPose pose;
  std::array<double, 9> cov{};  ///< of the print (x mm, y mm, up rad)
  std::array<double, 9> own{};  ///< of the base (x mm, y mm, heading deg), the doubt about its ground not in it
  int next = 1;                 ///< fits at rest from which it is said anew

  bool said() const { return cov[0] > 0; }
  /// Nothing waits for more fits: its next one is said.
  void say_anew() { next = 1; }
  /// What the fits so far tell is said, if more were to be waited for.
  void say_at_once(int fits) { next = std::min(next, std::max(1, fits)); }
};

}  // namespace polemarch::vision
