#pragma once
/// The border strip in pieces that fit the paper: laid end to end along the table's edges they put every border marker in its place.
/// Made from a Table, so that what is printed and what table.json says are one. Pure.

#include <vector>

#include "calibration/sheets/sheet_page.hpp"
#include "models/table.hpp"

namespace polemarch::calibration {

constexpr double kStripWidthMm = 40.0;  ///< across the edge; markers' centres lie in its middle

/// Pieces in the order they are laid: A's edge and B's edge left to right (as side A sees the table), then the left and right edges
/// between them, from A's side away. Each piece is at most `longest_mm` long and no cut runs through a marker.
/// Errors: a marker that lies on no edge, a family that cannot be printed.
Result<std::vector<SheetItem>> border_strip(const Table& table, double longest_mm);

/// Where the markers lie when the strip came out of the printer at `scale` (1: true) and was laid as told: end to end from side A's left
/// corner, outer sides flush with the edges. `sd_mm`: how exactly it was laid.
Table border_as_printed(const Table& table, double scale, double sd_mm);

}  // namespace polemarch::calibration
