#pragma once
/// Where a print and its base show in the picture: the camera near them, the pixels they cover, and what lies round them. Pixels. Pure.

#include <optional>

#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "vision/pixels/local_plane.hpp"
#include "vision/track/change/surroundings.hpp"
#include "vision/track/followed/footing.hpp"
#include "vision/track/followed/marker_print.hpp"

namespace polemarch::vision {

struct InPicture {
  std::optional<LocalPlane> plane;
  PixelBox box;         ///< pixels that show the print, with a margin
  bool whole = true;    ///< all of them lie in the picture
  PixelBox body;        ///< pixels that may show the base itself, its figures leaning any way
  Footing footing;      ///< changes there need no explanation
  Surroundings around;  ///< as they were when it last stood there in peace

  /// `plane` is good near `around`, on the plane at that height.
  bool serves(const PrintPose& around, double height_mm) const;
  /// Makes `plane` there, good to `reach_px`. False where the camera does not see that.
  bool look_near(const Camera& camera, const PrintPose& around, double height_mm, double reach_px);
  /// The pixel of the print's middle.
  PixelPoint at(const PrintPose& pose) const { return plane->pixel(pose.x_mm, pose.y_mm); }
  /// Where the pixels that show `pose` lie on the plane that `with` sees there; `pose` itself where it sees none.
  PrintPose seen_with(const Camera& with, const PrintPose& pose, double height_mm) const;

  /// Where a print at `pose` would show: `box` and `whole`, by the camera as it stands now.
  void look_at(const ImageView& gray, const MarkerPrint& print, const PrintPose& pose);
  /// Takes the pixels that a print at `pose` covers. `began`: it moved, or is here for the first time.
  void cover(const ImageView& gray, const BaseSpec& spec, const MarkerPrint& print, const PrintPose& pose, bool began);
  /// What lies round the base in peace is learnt (`in_peace`), and forgotten where the base has moved on.
  void take_surroundings(const ImageView& gray, bool in_peace);
};

}  // namespace polemarch::vision
