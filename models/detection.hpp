#pragma once
/// A marker found in one picture. Image pixels as in OpenCV: (0,0) is the centre of the first pixel. Pure.

#include <array>
#include <string>
#include <vector>

#include "models/ids.hpp"

namespace polemarch {

struct PixelPoint {
  double x = 0, y = 0;
};

/// Corners: the marker's own top-left, then clockwise as seen in the marker's upright picture (OpenCV's order). For strips and rings
/// these are the corners of the code's bounding rectangle in the same order.
struct Detection {
  MarkerId marker;
  std::array<PixelPoint, 4> corners;
  double margin = 0.0;                    ///< log-likelihood lead over the runner-up code word, nats; larger is surer
  std::vector<double> corner_covariance;  ///< of (x0 y0 .. x3 y3), px^2, row-major 8x8; empty where nobody asked for it
  bool under_cover = false;               ///< something hides a part of the word: the rest told it
};

struct Detections {
  std::string family;
  std::vector<Detection> markers;
};

}  // namespace polemarch
