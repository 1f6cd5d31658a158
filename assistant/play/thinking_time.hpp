#pragma once
/// How long each side took: what passes until a command is its speaker's; a pause is nobody's. Seconds of play. No clock.

#include <array>
#include <string>

#include "models/ids.hpp"

namespace polemarch::assistant::play {

class ThinkingTime {
 public:
  /// A command came; what both do together ends nobody's thought.
  void spoke(const std::string& by, double t);
  /// The players stopped the program for so long.
  void paused(double seconds) { since_ += seconds; }
  /// A's and B's seconds at `t`, with the thought of who has to act.
  std::array<double, 2> used(Viewer acts, double t) const;

 private:
  void add(std::array<double, 2>& used, Viewer who, double seconds) const;
  std::array<double, 2> used_{};
  double since_ = 0;  ///< when the thought of now began
};

}  // namespace polemarch::assistant::play
