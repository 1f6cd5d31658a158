#pragma once
/// Names of boxes: column letters along x, row numbers along y from the edge where the grid has row 1. Table frame, mm. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "models/table.hpp"

namespace polemarch {

/// Zero-based.
struct BoxName {
  int column = 0, row = 0;
};
/// "c4" or "C4" -> column 2, row 3; nothing for another text.
std::optional<BoxName> box_named(std::string_view text);
/// The box a point of the table lies in; nothing off the grid.
std::optional<BoxName> box_at(const GridSpec& grid, double x_mm, double y_mm);
std::string say_box(const BoxName& box);
/// How many rows away from the origin a named row lies; the other way round it gives the name of a row so far away.
int rows_from_origin(const GridSpec& grid, int row);
/// The middle of a box on the table; nothing when the grid has no such box.
std::optional<Point> middle_of(const GridSpec& grid, const BoxName& box);

}  // namespace polemarch
