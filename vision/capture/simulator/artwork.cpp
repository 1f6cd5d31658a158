#include "vision/capture/simulator/artwork.hpp"

#include "vision/detect/strip_artwork.hpp"

namespace polemarch::vision {

ArtPatch rectangle_patch(double x0, double y0, double x1, double y1, double reflectance) {
  return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, reflectance};
}

std::optional<Artwork> strip_marker_artwork(const std::string& family, int id, double size_mm) {
  const auto layout = strip_layout(family);
  if (!layout) return std::nullopt;
  const auto book = load_book(layout->book);
  if (!book || id < 0 || static_cast<std::size_t>(id) >= book->words.size()) return std::nullopt;
  const StripArtwork print = strip_artwork(*layout, book->words[static_cast<std::size_t>(id)]);
  const double scale = size_mm / layout->length_mm;
  const auto scaled = [scale](const std::vector<Vec2>& points) {
    std::vector<Vec2> out;
    for (const Vec2& p : points) out.push_back({p.x * scale, p.y * scale});
    return out;
  };
  Artwork art;
  art.ground = {scaled(print.ground), 0.0};
  if (!print.hole.empty()) {  // cut out by a seam from the first outer to the first inner point and back
    const std::vector<Vec2> hole = scaled(print.hole);
    art.ground.outline.push_back(art.ground.outline.front());
    art.ground.outline.push_back(hole.front());
    art.ground.outline.insert(art.ground.outline.end(), hole.rbegin(), hole.rend());
  }
  for (const auto& area : print.white) art.patches.push_back({scaled(area), 1.0});
  return art;
}

std::optional<Artwork> marker_artwork(const std::string& family, int id, double size_mm) {
  if (auto square = square_artwork(family, id, size_mm)) return square;
  return strip_marker_artwork(family, id, size_mm);
}

}  // namespace polemarch::vision
