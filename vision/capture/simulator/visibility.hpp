#pragma once
/// How much of each print the camera can see: what is over it, what is outside the picture. Pure.

#include <array>
#include <vector>

#include "models/camera.hpp"
#include "vision/capture/simulator/layer.hpp"

namespace polemarch::vision::sim {

struct PrintSight {
  double visible = 0;                   ///< share, 0..1
  std::array<PixelPoint, 4> corners{};  ///< bounding rectangle of the inked area in Detection's order
};

/// One entry per owner 0 .. owners-1; owners without a layer are not visible.
std::vector<PrintSight> sights_of(const std::vector<Layer>& layers, int owners, const Intrinsics& lens);

}  // namespace polemarch::vision::sim
