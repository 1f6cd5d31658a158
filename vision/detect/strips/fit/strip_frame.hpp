#pragma once
/// From the places of a strip's pixels to its own frame (u along, v across), mm. Pure.

#include <cmath>

#include "vision/detect/strips/fit/strip_fit.hpp"

namespace polemarch::vision {

struct StripFrame {
  float c, s, x, y;
  StripFrame(const StripPixels& pixels, const StripPose& pose)
      : c(static_cast<float>(std::cos(pose.along_rad))),
        s(static_cast<float>(std::sin(pose.along_rad))),
        x(static_cast<float>(pose.x_mm - pixels.origin.x_mm)),
        y(static_cast<float>(pose.y_mm - pixels.origin.y_mm)) {}
  float u(float px, float py) const { return (px - x) * c + (py - y) * s; }
  float v(float px, float py) const { return (py - y) * c - (px - x) * s; }
};

}  // namespace polemarch::vision
