#pragma once
/// A camera that hunts for its focus. A print is followed through the blur it was seen with. When the focus changes faster than fits can
/// follow, prints that lie still are lost and stay lost once the picture is sharp again. Prints whose place still looks like them are
/// therefore tried with the blur that others show, a few a frame with whatever blur a print can be measured through.

#include <optional>

#include "vision/track/locator.hpp"
#include "vision/track/notices.hpp"

namespace polemarch::vision {

class Focus {
 public:
  Focus(Locator& locator, Optics& optics) : locator_(locator), optics_(optics) {}

  /// What all lost prints say together, before any is looked for in this frame.
  void count_lost(const Moment& now, const Tracks& tracks, Notices& notices);
  /// Nearly all of the border is lost: the camera's doing and nobody's hands.
  bool border_blurred_away() const { return border_tells_ && nearly_all_lost_; }
  /// A print that lies as it lay, seen through another focus than before. None leaves its blur as it was.
  std::optional<PrintFit> refocused(const Moment& now, Track& track);

 private:
  std::optional<PrintFit> through(const Moment& now, Track& track, double blur_px2);

  Locator& locator_;
  Optics& optics_;
  bool nearly_all_lost_ = false;  // of the border, where there is one
  bool border_tells_ = false;     // there is
  int blurred_frames_ = 0;        // running in which nearly all were lost though their places look like them
  int tries_ = 0;                 // left in this frame
};

}  // namespace polemarch::vision
