#include "vision/track/followed/presence.hpp"

namespace polemarch::vision {

bool Presence::lost() {
  ++lost_frames;
  if (!seen()) return false;
  state = Seen::Hidden;
  not_bare();
  return true;
}

double Presence::bare_for(double t) {
  if (bare_since < 0) bare_since = t;
  return t - bare_since;
}

}  // namespace polemarch::vision
