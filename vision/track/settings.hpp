#pragma once
/// What may be set of a tracker: unit, default, effect. Numbers that nobody sets stand beside their use. Pure.

#include <string>

namespace polemarch::vision {

struct TrackSettings {
  std::string loose_family = "DICT_APRILTAG_36h11";  ///< of markers no base is declared for; empty: none are looked for
  double loose_size_mm = 0;                          ///< their size; 0: measured from the picture, rounded to 0.5 mm
  bool follow_unknown = false;                       ///< markers that no declared base bears are followed too, of the declared families,
                                                     ///< each as a base of its own: "marker-203". false: they are named by a notice only
  double border_larger = 0;  ///< share by which the border's prints look larger than declared, by their distances; bases printed along look
                             ///< so too, and stand no higher. 0: as declared
  int refits_per_frame = 1;  ///< still markers fitted again a frame though nothing changed: averages and catches slow drift. 0 = never
};

}  // namespace polemarch::vision
