#pragma once
/// Whether all bases stand higher or lower over the border than declared: a border on a raised rim, trays under every base. All prints
/// then look larger or smaller, as they do where the sheet was printed at another scale: nobody can tell which, so both are left open.

#include "vision/track/notices.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

class CommonHeight {
 public:
  /// Asks the prints at rest on the table's own ground; true when what is open is another than before. What opens is said.
  bool judge(const Tracks& tracks, const Known& known, Notices& notices, double t);
  /// How much higher all may stand, mm; 0: as declared.
  double open_mm() const { return open_mm_; }
  /// The share by which all look larger, then; 0: as declared.
  double larger() const { return open_mm_ != 0 ? larger_ : 0; }
  /// `camera` with what is open among its factors.
  Camera opened(const Camera& camera) const;

 private:
  double open_mm_ = 0;
  double larger_ = 0;
};

}  // namespace polemarch::vision
