#pragma once
/// Whether a print is seen, covered or gone, and since when. Pure.

#include "models/table_state.hpp"

namespace polemarch::vision {

struct Presence {
  Seen state = Seen::Gone;
  bool ever = false;  ///< it was seen
  int lost_frames = 0;
  double bare_since = -1;  ///< t since which the place is quiet without the print; < 0: not

  bool seen() const { return state == Seen::Seen; }
  bool hidden() const { return state == Seen::Hidden; }
  bool gone() const { return state == Seen::Gone; }
  /// It is followed: seen once, and not taken away since.
  bool followed() const { return ever && !gone(); }
  /// Followed, and in sight.
  bool in_sight() const { return ever && seen(); }

  void found() { *this = {.state = Seen::Seen, .ever = true}; }
  /// One more frame in which it is not found; true when it was seen until now.
  bool lost();
  /// How long the place has been bare at `t`, s.
  double bare_for(double t);
  void not_bare() { bare_since = -1; }
};

}  // namespace polemarch::vision
