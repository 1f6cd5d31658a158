#pragma once
/// Whether the pixels of a print changed enough for it to be fitted again, and what is usual there. A gate opens when the change over a
/// print exceeds the usual one, or exceeds it by a little in a few frames running; in dim light a tenth of a millimetre does no more.

#include "vision/track/budget.hpp"
#include "vision/track/reference.hpp"
#include "vision/track/track.hpp"

namespace polemarch::vision {

class Gate {
 public:
  /// Every gate is open in the next half frame.
  void open_next() { open_next_ = true; }
  void begin_frame(bool light_changed);
  void begin_bases(bool light_changed);
  void open_all() { all_ = true; }
  bool all_open() const { return all_; }

  /// Whether `track` is to be fitted in this frame; one that is not learns what is usual there.
  bool opens(Track& track, const Reference& reference, Budget& budget) const;

 private:
  bool open_next_ = false, all_ = false;
};

/// After a fit in an open gate: a print that was seen before and has not moved learns what is usual there, any other begins anew.
void learn_from_fit(Track& track, bool unmoved, const Reference& reference);

}  // namespace polemarch::vision
