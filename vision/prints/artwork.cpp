#include "vision/prints/artwork.hpp"

namespace polemarch::vision {

ArtPatch rectangle_patch(double x0, double y0, double x1, double y1, double reflectance) {
  return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, reflectance};
}

std::optional<Artwork> marker_artwork(const std::string& family, int id, double size_mm) {
  if (auto square = square_artwork(family, id, size_mm)) return square;
  return strip_marker_artwork(family, id, size_mm);
}

}  // namespace polemarch::vision
