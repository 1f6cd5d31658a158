#pragma once
/// Where a border marker lay when the table was registered. Pure.

#include "vision/track/followed/rest.hpp"

namespace polemarch::vision {

struct Home {
  PrintPose pose;
  int fits = 0;  ///< its mean rests on; 0: not known

  bool known() const { return fits > 0; }
  /// Takes the mean of its first fits at rest.
  void learn(const Rest& rest);
};

}  // namespace polemarch::vision
