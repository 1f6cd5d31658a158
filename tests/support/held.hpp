#pragma once
/// How often stated 95 % intervals hold the truth. Own errors only: the camera is the true one.

#include <cmath>

#include "models/table_state.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::test {

struct Held {
  double places = 0, turns = 0;  ///< that held; a base's x and y count half each
  double bases = 0;              ///< asked

  void add(const ObservedBase& seen, const vision::BaseTruth& truth) {
    places += within(seen.x_mm - truth.x_mm, seen.own_cov[0]) ? 0.5 : 0;
    places += within(seen.y_mm - truth.y_mm, seen.own_cov[4]) ? 0.5 : 0;
    turns += within(std::remainder(seen.heading_deg - truth.heading_deg, 360.0), seen.own_cov[8]) ? 1 : 0;
    ++bases;
  }
  static bool within(double off, double variance) { return std::abs(off) < 1.96 * std::sqrt(variance); }
  double place_share() const { return places / bases; }
  double turn_share() const { return turns / bases; }
  /// Two standard deviations of a share of .95 in a sample of this size.
  static double chance(double sample) { return 2 * std::sqrt(0.95 * 0.05 / sample); }
};

}  // namespace polemarch::test
