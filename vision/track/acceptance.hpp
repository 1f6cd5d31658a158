#pragma once
/// What a believed fit does to its track: its rest or its motion, where it shows in the picture, and what all prints teach the other parts.

#include <vector>

#include "vision/track/choose_ground.hpp"
#include "vision/track/common_sizes.hpp"
#include "vision/track/locator.hpp"
#include "vision/track/reference.hpp"

namespace polemarch::vision {

class Acceptance {
 public:
  Acceptance(const Known& known, Tracks& tracks, Reference& reference, Noise& noise, Optics& optics, const CommonSizes& sizes,
             Locator& locator)
      : known_(known), tracks_(tracks), reference_(reference), noise_(noise), optics_(optics), sizes_(sizes), locator_(locator) {}

  /// `gate_open`: its pixels changed; otherwise it was fitted in passing.
  void take(const Moment& now, Track& track, const PrintFit& fit, bool gate_open);
  /// Bodies of bases that came to rest since this was last asked.
  std::vector<PixelBox> came_to_rest();

 private:
  void take_size(Track& track, const PrintFit& fit) const;
  bool is_in_peace(const Track& track) const;

  const Known& known_;
  Tracks& tracks_;
  Reference& reference_;
  Noise& noise_;
  Optics& optics_;
  const CommonSizes& sizes_;
  Locator& locator_;
  std::vector<PixelBox> came_to_rest_;
};

}  // namespace polemarch::vision
