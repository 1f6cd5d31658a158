#pragma once
/// From a place where a ring may lie to its centre, its word and its fit. Plane frame of strip_plane.hpp. Pure.

#include <vector>

#include "vision/detect/rings/ring_fit.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/detect/strips/strip_word_search.hpp"

namespace polemarch::vision {

/// Moves `pose` to the centre of the circle that most rays show; it must lie less than about a millimetre off. `least_fall`:
/// grey levels from white to black along a ray that count. False: there is none.
bool centre_ring(const ImageView& picture, const LocalMap& map, const StripLayout& layout, float least_fall, RingPose& pose);

/// When a ring is believed.
struct RingGates {
  float most_residual = 0.085F;  ///< share of the gain; default 0.085, more for pale prints (at_usual_noise)
  float least_margin = 0.04F;    ///< lead over the runner-up word, share of the gain; default 0.04
  float margin_share =
      1.35F;  ///< the same as a share of the residual; default 1.35: true ones have 1.4 and more, mostly 2 to 5, texture 0.6 to 1.3
  float least_noise = 3.5F;              ///< grey levels that JPEG may hide; default 3.5: a ring's word is a weaker check than a strip's
  float least_gain = 15;                 ///< grey levels; default 15
  float least_shown = 0.70F;             ///< of a ring that something covers; default 0.7; less finds more of them and lets clutter in
  float most_covered_residual = 0.066F;  ///< of what shows of it; default 0.066
  float covered_margin_share = 2.2F;     ///< lead of its word, as a share of the residual; default 2.2
};

/// Reads rings of one book at one blur.
class RingReader {
 public:
  RingReader(const StripLayout& layout, const CodeBook& book, double blur_mm);
  double blur_mm() const { return profiles_.blur_mm(); }
  /// The word and the fit at `pose` (its direction does not matter). `noise`: grey levels. False: no word is believed.
  bool read(const ImageView& picture, const LocalMap& map, const RingGates& gates, float noise, const RingPose& pose, StripFound& found);

 private:
  bool fill_teeth(float least_gain);
  int best_phase() const;
  bool read_pixels(const ImageView& picture, const LocalMap& map, const RingGates& gates, float noise, float shown, RingPose pose,
                   StripFound& found);

  StripLayout layout_;
  const CodeBook* book_;
  RingProfiles profiles_;
  std::vector<float> norm_;
  StripWordSearch search_;
  RingPixels pixels_;
  float level_gain_ = 0;         // from the profile across alone
  std::vector<float> filtered_;  // what a tooth there would explain, by direction
  std::vector<std::size_t> likely_;
};

}  // namespace polemarch::vision
