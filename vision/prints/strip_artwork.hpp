#pragma once
/// What is printed: one picture of a strip or ring as black ground and white areas in mm, shared by the simulator, the marker sheets
/// and the tests. Marker frame (strip_layout.hpp): u right, v up, origin at the centre. Pure.

#include <optional>
#include <string>
#include <vector>

#include "models/scene.hpp"
#include "vision/prints/artwork.hpp"
#include "vision/prints/pattern.hpp"
#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// Black outline with white areas on it. Areas do not overlap. Points counter-clockwise; arcs are split every 2 degrees or finer.
struct StripArtwork {
  std::vector<Vec2> ground;              ///< a strip's rectangle or a ring's outer circle
  std::vector<Vec2> hole;                ///< the inside of a ring, not printed; empty for strips
  std::vector<std::vector<Vec2>> white;  ///< spine, teeth
};

StripArtwork strip_artwork(const StripLayout& layout, StripWord word);

/// True where the marker is white: the same picture as a function, for renderers that sample. `u`, `v` in mm in the marker frame.
/// Outside the marker the answer is false; ask `on_strip` first.
bool is_white(const StripLayout& layout, StripWord word, double u, double v);
bool on_strip(const StripLayout& layout, double u, double v);

/// For the tracker: the print as a raster. A ring's inside is not part of it.
Pattern strip_pattern(const StripLayout& layout, MarkerId marker, StripWord word);

}  // namespace polemarch::vision
