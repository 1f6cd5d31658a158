#pragma once
/// Says once which bases may stand on ground nobody declared, though none is believed: their places are in doubt by it.

#include <set>

#include "vision/track/notices.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class OpenHeights {
 public:
  /// Says all of them in one line when there are some of whom it was not said.
  void say_anew(const Tracks& tracks, const Known& known, Notices& notices, double t);

 private:
  std::set<BaseId> said_;
  double not_before_ = 0;  // s
};

}  // namespace polemarch::vision
