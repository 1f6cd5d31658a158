#pragma once
/// One marker being followed, with the base that bears it: the parts that own its state. Each changes its own part; what joins several
/// stands in the files of `vision/track`. Pure.

#include "models/footprint.hpp"
#include "vision/track/followed/home.hpp"
#include "vision/track/followed/in_picture.hpp"
#include "vision/track/followed/marker_print.hpp"
#include "vision/track/followed/motion.hpp"
#include "vision/track/followed/presence.hpp"
#include "vision/track/followed/reported.hpp"
#include "vision/track/followed/rest.hpp"
#include "vision/track/followed/sighting.hpp"
#include "vision/track/followed/standing.hpp"
#include "vision/track/followed/usual_change.hpp"

namespace polemarch::vision {

struct Track {
  BaseSpec spec;
  bool undeclared = false;  ///< its marker belongs to no base that was declared

  MarkerPrint print;
  Presence presence;
  Sighting newest;
  Motion motion;
  Rest rest;
  bool refit_wanted = false;  ///< once it rests: PrintFit::field_wanted, or its ground has just been found
  Standing standing;
  InPicture picture;
  UsualChange change;
  Reported reported;
  Home home;  ///< of a border marker

  /// Rests in sight, and its mean is known.
  bool has_mean() const { return !motion.moving && rest.count > 0; }
};

/// Border markers are followed like bases under names no base may have, which sort behind all bases.
BaseId border_id(MarkerId marker);
bool is_border(const Track& track);

}  // namespace polemarch::vision
