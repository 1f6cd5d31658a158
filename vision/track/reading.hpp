#pragma once
/// Reading a window of the picture cold, on every plane on which a family's markers may lie.

#include <functional>
#include <string>

#include "models/detection.hpp"
#include "vision/track/tracks.hpp"

namespace polemarch::vision {

/// Tells every marker found, plane by plane, as it is found. `look` 0: fast; 1 and more: thorough.
void read_cold(const Known& known, const Tracks& tracks, const ImageView& gray, const PixelBox& window, int look,
               const std::function<void(const std::string& family, const Detection&)>& found);

/// Pixels round a place in which a print that shows there may lie.
int reading_margin(const Known& known);

}  // namespace polemarch::vision
