#pragma once
/// How much the pixels of one print change from the reference, and what is usual there. Grey levels summed over its box. Pure.

namespace polemarch::vision {

struct UsualChange {
  static constexpr int kKnown = 4;  ///< frames before the usual level is trusted; until then the picture's own noise is used

  double usual = 0, spread = 0;
  int seen = 0;           ///< frames it rests on
  int now = 0;            ///< in this frame
  int raised_frames = 0;  ///< in a row in which it was more than usual, too little to open the gate at once
  long followed_in = 0;   ///< the frame in which the gate last opened

  bool known() const { return seen >= kKnown; }
  double excess() const { return now - usual; }
  bool exceeds(double spreads) const { return excess() > spreads * spread; }

  /// Takes a frame in which the print did not move.
  void learn();
  /// After a fit in an open gate: a print that was seen before and has not moved (`unmoved`) learns what is usual there, any other begins
  /// anew. `noise`: the picture's own over the box.
  void learn_from_fit(bool unmoved, double noise);
};

}  // namespace polemarch::vision
