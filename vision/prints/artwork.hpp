#pragma once
/// What a printed marker looks like, as polygons in millimetres: the one interface through which every marker family (squares, strips,
/// rings) reaches the simulated camera. Marker frame: origin at the marker's centre, x right, y up in the marker's upright picture. Pure.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/scene.hpp"

namespace polemarch::vision {

/// One evenly printed area. The outline is a closed simple polygon, counter-clockwise; a hole is cut with a keyhole seam. Curves are
/// given as polygons fine enough for the eye of the camera (sagitta under 0.005 mm).
struct ArtPatch {
  std::vector<Vec2> outline;
  double reflectance = 0.0;  ///< 0 black ink, 1 white paper
};

/// A printed piece: `ground` is everything that is printed or paper (white rim included); `patches` lie inside the ground and do not
/// overlap each other, but may share edges. Areas are summed exactly, so shared edges leave no seam.
struct Artwork {
  ArtPatch ground;
  std::vector<ArtPatch> patches;
};

/// The artwork of one marker at its printed size (MarkerMount::size_mm times the print scale: side of the black square, length of a
/// strip, diameter of a ring). Nothing when the family or the id is unknown.
using MarkerArtwork = std::function<std::optional<Artwork>(const std::string& family, int id, double size_mm)>;

/// Square markers of the OpenCV dictionaries (DICT_APRILTAG_36h11, DICT_4X4_250 ...) with a white rim of one module.
std::optional<Artwork> square_artwork(const std::string& family, int id, double size_mm);

/// Strips and rings (vision/detect/strips/README.md): `id` of `family` printed at `size_mm` (length or diameter). Nothing when there is
/// none.
std::optional<Artwork> strip_marker_artwork(const std::string& family, int id, double size_mm);

/// Every family this program can print.
std::optional<Artwork> marker_artwork(const std::string& family, int id, double size_mm);

/// A rectangle from (x0, y0) to (x1, y1), counter-clockwise.
ArtPatch rectangle_patch(double x0, double y0, double x1, double y1, double reflectance);

}  // namespace polemarch::vision
