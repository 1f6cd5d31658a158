#pragma once
/// What the search for lines hands on. Pixels. Pure.

namespace polemarch::vision {

/// A straight bright line in the picture: centre and direction in pixels.
struct BrightLine {
  double px = 0, py = 0;
  double angle = 0;  ///< of its direction, radians, picture axes (y down)
  double length_px = 0;
  bool piece = false;  ///< of something that it flowed together with
};

}  // namespace polemarch::vision
