#pragma once
/// Places that are read though nothing differs there: the change map's reference is renewed over more than was looked at.
///  - While the light changes it is renewed all over: a lamp that is switched on, or an exposure that follows a hand, would cost every
///  piece
///    the hand leaves.
///  - When the camera has sagged by a part of a pixel, likewise; there what is being put down still differs by more than the shift does.
///  - Round a base on the move it is renewed wherever the base or its figures may show: a base put down in contact would be lost.
/// Tiles in which something stands out as a print does are read once when it is over, the strongest first and a few a frame.

#include <utility>
#include <vector>

#include "vision/track/explained.hpp"
#include "vision/track/newcomers.hpp"
#include "vision/track/tiles.hpp"

namespace polemarch::vision {

class Owed {
 public:
  void restart(const Tiles& tiles);
  /// `came_to_rest`: bodies of bases, in this frame.
  void read(const Moment& now, const Known& known, const Tracks& tracks, const Reference& reference, Explained& explained,
            const std::vector<PixelBox>& came_to_rest, Newcomers& newcomers, const Budget& budget);

 private:
  Tiles tiles_;
  std::vector<std::pair<int, int>> owed_;  // tiles: grey levels they span, index
  std::vector<PixelBox> came_to_rest_;     // while the light changed
  bool light_was_changed_ = false;
};

}  // namespace polemarch::vision
