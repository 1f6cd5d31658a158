#pragma once
/// Whether the table still lies where it was registered. Border markers do not move on the table. When most of them seem to, the camera or
/// the table has moved, and no base's pose holds until a new camera is given or everything is back.

#include <vector>

#include "vision/track/followed/scatter.hpp"
#include "vision/track/notices.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class BorderDoubt {
 public:
  bool in_doubt() const { return in_doubt_; }
  /// Middle offset of the border from where it was registered, where that is more than noise; mm.
  double off_mm() const { return off_mm_; }

  /// Before the bases are followed: begins a doubt or ends it.
  void judge(const Tracks& tracks, const Scatter& squares, Notices& notices, double t);
  /// Once a frame, when all were followed: a jump too wide to follow begins a doubt, too.
  void judge_losses(const Tracks& tracks);

 private:
  void measure_offset(const Tracks& tracks, const Scatter& squares);

  bool in_doubt_ = false;
  double off_mm_ = 0;
  int border_before_ = 0, bases_before_ = 0, loss_frames_ = 0;  // seen so many frames ago
  std::vector<double> offsets_;
};

/// Where the border markers lie under the camera that was registered: the mean of their first fits.
void learn_homes(Tracks& tracks);
/// The border was registered anew where it lies now.
void border_is_home(Tracks& tracks, bool in_doubt);
/// Doubt begins: what the bases seemed to do since the last report was the table's doing. They are looked for where they lay on the table.
void forget_motion(Tracks& tracks);

}  // namespace polemarch::vision
