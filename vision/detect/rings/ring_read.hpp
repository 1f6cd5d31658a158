#pragma once
/// From a place where a ring may lie to its centre, its word and its fit. Plane frame of strip_plane.hpp. Pure.

#include <vector>

#include "vision/detect/rings/ring_fit.hpp"
#include "vision/detect/strips/strip_detect.hpp"
#include "vision/detect/strips/words/strip_word_search.hpp"

namespace polemarch::vision {

/// Moves `pose` to the centre of the circle that most rays show; it must lie less than about a millimetre off. `least_fall`:
/// grey levels from white to black along a ray that count. False: there is none.
bool centre_ring(const ImageView& picture, const LocalMap& map, const StripLayout& layout, float least_fall, RingPose& pose);

/// Reads rings of one book at one blur.
class RingReader {
 public:
  RingReader(const StripLayout& layout, const CodeBook& book, double blur_mm);
  double blur_mm() const { return profiles_.blur_mm(); }
  /// The word and the fit at `pose` (its direction does not matter). `noise`: grey levels. False: no word is believed.
  bool read(const ImageView& picture, const LocalMap& map, float noise, const RingPose& pose, StripFound& found);

 private:
  bool fill_teeth();
  int best_phase() const;
  bool read_pixels(const ImageView& picture, const LocalMap& map, float noise, float shown, RingPose pose, StripFound& found);

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
