#pragma once
/// How often stated 95 % intervals hold the truth. Own errors only: the camera is the true one.

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/table_state.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::test {

/// The truth lies in the 95 % ellipse of the base's own errors.
inline bool in_ellipse(const ObservedBase& seen, const vision::BaseTruth& truth) {
  constexpr double kChiSquareOfTwo = 5.991;
  const double dx = seen.x_mm - truth.x_mm, dy = seen.y_mm - truth.y_mm;
  const double xx = seen.own_cov[0], xy = seen.own_cov[1], yy = seen.own_cov[4];
  return yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy < kChiSquareOfTwo * (xx * yy - xy * xy);
}

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
  /// Two standard deviations of a share of 0.95 in a sample of this size.
  static double chance(double sample) { return 2 * std::sqrt(0.95 * 0.05 / sample); }
};

/// Held, apart for some of a scene's frames, over many scenes.
struct HeldLooks {
  std::vector<int> frames;
  std::vector<Held> held = std::vector<Held>(frames.size());

  /// After each frame: takes the bases in sight if this is one of `frames`.
  void take(int frame, const TableState& state, const vision::Truth& truth) {
    const auto look = std::find(frames.begin(), frames.end(), frame);
    if (look == frames.end()) return;
    for (const vision::BaseTruth& t : truth.bases)
      for (const ObservedBase& o : state.bases)
        if (o.base == t.base && o.state == Seen::Seen) held[static_cast<std::size_t>(look - frames.begin())].add(o, t);
  }
  /// The goal's lower end, 0.94, less two standard deviations of the sample; `least`: bases that must have been in sight at each look.
  void check(double least) const {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      INFO("frame " << frames[i] << ": places " << held[i].place_share() << ", headings " << held[i].turn_share() << " of "
                    << held[i].bases);
      CHECK(held[i].bases > least);
      CHECK(held[i].place_share() > 0.94 - Held::chance(2 * held[i].bases));
      CHECK(held[i].turn_share() > 0.94 - Held::chance(held[i].bases));
    }
  }
};

}  // namespace polemarch::test
