#pragma once
/// Whether the pixels of a print changed enough for it to be fitted again, and what is usual there. A gate opens when the change over a
/// print exceeds the usual one, or exceeds it by a little in a few frames running; in dim light a tenth of a millimetre does no more.

#include "vision/track/budget.hpp"
#include "vision/track/followed/usual_change.hpp"
#include "vision/track/reference.hpp"

namespace polemarch::vision {

class Gate {
 public:
  /// Every gate is open in the next half frame.
  void open_next() { open_next_ = true; }
  void begin_frame(bool light_changed);
  void begin_bases(bool light_changed);
  void open_all() { all_ = true; }
  bool all_open() const { return all_; }

  /// Whether the print that shows in `box` is to be fitted in this frame; one that is not learns what is usual there.
  bool opens(UsualChange& change, const PixelBox& box, const Reference& reference, Budget& budget) const;

 private:
  bool open_next_ = false, all_ = false;
};

}  // namespace polemarch::vision
