#pragma once
/// Strips and rings to cut out, templates that tell where a strip goes on the rear edge of a base, and which strip suits a camera.
/// Item frame: mm, right and down from the item's top left. Pure.

#include <string>
#include <vector>

#include "calibration/sheets/marker_items.hpp"
#include "models/camera.hpp"
#include "models/mounts.hpp"

namespace polemarch::calibration {

/// A strip as a piece that is folded twice over the rear edge of its base: code on top, name on the wall behind it, number, name and the
/// arrow to the front on the tongue underneath; or a ring with its name in it. Errors: no such family or number.
Result<SheetItem> strip_item(const UnitMarker& marker);

/// The mount of a strip on the rear edge of a base (a ring: round its rim). Errors: no such family, or it does not fit the base.
/// `height_mm`: of the base's top over the ground.
Result<MarkerMount> strip_mount(const Footprint& base, const std::string& family, MarkerId marker, double height_mm = kBaseHeightMm);

/// Rear edges of bases 20, 25, 40, 50, 60, 80 and 120 mm wide, true size, with the place of the strip.
std::vector<SheetItem> rear_edge_templates();

/// How to cut and stick, line by line.
std::vector<std::string> strip_how_to();
/// How a piece is cut, folded and glued, drawn. No code word stands in it.
SheetItem folding_picture();
std::vector<std::string> ring_how_to();

/// What a camera shows of the table, for choosing a marker.
struct CameraSharpness {
  double px_per_mm = 0.864;  ///< at the table; 1080p over a 6 ft wide table: 0.86
  double psf_px = 0.7;       ///< blur, standard deviation in pixels; a good webcam 0.6 to 0.8, a soft one 1 and more
};

/// Of a camera that shows a table of this size in the whole picture, a little rim left free.
CameraSharpness sharpness_over(Length table_width, Length table_depth, int picture_width, int picture_height, double psf_px);
/// Of a calibrated camera: where its pose is known, how it stands; else as if it showed the table in the whole picture.
CameraSharpness sharpness_of(const Camera& camera, bool pose_known, Length table_width, Length table_depth, double psf_px);

struct StripChoice {
  std::string family;  ///< empty: nothing printed this small can be read
  std::string reason;  ///< one sentence
};

/// The narrowest strip that this camera reads safely on this base, or the ring for a round one. `most_depth_mm`: free depth of the
/// rear edge. Figures: vision/detect/strips/FIGURES.md.
StripChoice choose_strip(const Footprint& base, const CameraSharpness& camera, double most_depth_mm = 6);

/// A base's mount and why it is this one.
struct BaseMark {
  MarkerMount mount;
  std::string reason;  ///< one sentence
};

/// The strip or ring that choose_strip takes, on the base; a tail tab of `tab_mm` where there is none. Errors: the family has no such
/// number.
Result<BaseMark> mark_base(const Footprint& base, MarkerId marker, const CameraSharpness& camera, double most_depth_mm = 6,
                           double tab_mm = 25, double height_mm = kBaseHeightMm);

}  // namespace polemarch::calibration
