#pragma once
/// Printed helpers of calibration: the board that `calibrate` looks at and the jig that finds where a marker sits on its base. Pure.

#include <array>
#include <vector>

#include "calibration/board/board.hpp"
#include "calibration/sheets/sheet_page.hpp"
#include "models/detection.hpp"
#include "models/footprint.hpp"
#include "models/ids.hpp"

namespace polemarch::calibration {

/// A chessboard or ChArUco board as one item. Errors: an unknown dictionary, or one too small for the board.
Result<SheetItem> board_item(const BoardSpec& board);

/// The jig: three markers round a stop in the shape of an L. The base is laid into the stop, its front edge at the top and its left edge at
/// the left, and photographed from above; the picture gives the mount. Jig frame: mm, origin at the inner corner of the stop, x right,
/// y down the page (so the base's front edge lies on y = 0).
constexpr std::array<int, 3> kJigMarkers{584, 585, 586};
constexpr double kJigMarkerMm = 25.0;
struct JigPlace {
  double x_mm = 0, y_mm = 0;  ///< of the marker's centre
};
constexpr std::array<JigPlace, 3> kJigPlaces{{{-25, -25}, {125, -25}, {-25, 105}}};
Result<SheetItem> jig_item();

/// The mount of the marker `wanted` on a base lying in the jig. `height_mm`: of the marker's surface above the jig's paper; seen from
/// straight above it does not matter. Errors: jig markers or the base's marker not in sight.
Result<MarkerMount> measure_mount(const std::vector<Detection>& found, const Footprint& footprint, MarkerId wanted, double height_mm);

}  // namespace polemarch::calibration
