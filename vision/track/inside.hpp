#pragma once
/// The parts of a tracker, in the order in which they include and know each other, and the order of a frame.

#include "vision/track/common_height.hpp"
#include "vision/track/open_heights.hpp"
#include "vision/track/owed.hpp"
#include "vision/track/refits.hpp"
#include "vision/track/report.hpp"
#include "vision/track/tracker.hpp"
#include "vision/track/watch.hpp"

namespace polemarch::vision {

struct Tracker::Inside {
  // What is known and followed.
  Known known;
  Tracks tracks;
  Notices notices;
  Budget budget;
  Reference reference;
  // What all prints teach.
  Noise noise;
  Optics optics;
  CommonSizes sizes;
  CommonHeight common_height;
  OpenHeights open_heights;
  // One print.
  Gate gate;
  Locator locator{known, noise, optics, budget};
  Focus focus{locator, optics};
  Acceptance acceptance{known, tracks, reference, noise, optics, sizes, locator};
  Follower follower{tracks, reference, gate, locator, focus, acceptance, budget};
  Refits refits;
  // New pieces.
  Newcomers newcomers{known, tracks, optics, locator, acceptance, budget, notices};
  Explained explained;
  Watch watch;
  Owed owed;
  // The whole table.
  BorderDoubt doubt;
  Report report;

  // Of the frame.
  long number = 0;
  bool first_look = false;
  bool border_is_whole = false;  ///< every border marker in sight was fitted in it
  int border_watched = 0;        ///< frames in which the border is fitted in any case

  void follow_border(const Frame& frame);
  void follow_whole_border(const Frame& frame);
  void follow_bases(const Frame& frame);

 private:
  Moment moment_of(const Frame& frame) const { return {frame.gray->view(), frame.t, number}; }
  void look_first(const Moment& now);
  bool is_in_doubt(const Moment& now);
  void settle(double t);
  void read_new_pieces(const Moment& now);
  void ask_common_height(double t);
  void say(const Moment& now);
};

}  // namespace polemarch::vision
