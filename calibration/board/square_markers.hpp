#pragma once
/// Square markers for boards and sheets: the pattern of one, and the markers of a picture (found by vision/detect). Pure but for
/// dictionary files that a FILE: family names.

#include <optional>
#include <string>
#include <vector>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::calibration {

/// Modules of one marker with its black border of one module, row by row from the top left; true is black.
struct MarkerPattern {
  int modules = 0;  ///< along a side, border included
  std::vector<bool> black;
};

/// Numbers in a family (an OpenCV dictionary name such as DICT_APRILTAG_36h11). Errors: the families that are known.
Result<int> family_size(const std::string& family);
/// Errors: unknown family, or a number the family does not have.
Result<MarkerPattern> marker_pattern(const std::string& family, int number);

/// Markers of `family` in a picture, corners in OpenCV's order. An unknown family finds none.
std::vector<Detection> find_square_markers(const ImageView& gray, const std::string& family);

}  // namespace polemarch::calibration
