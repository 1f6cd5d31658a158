#pragma once
/// The table as seen from a seat: table millimetres to a plane with x right and y down, and back. Pure.

#include "models/scene.hpp"

namespace polemarch::ui {

/// Turns and flips for one seat. quarter_turns: 0 side A sits at the lower edge, 1 the right end, 2 side B, 3 the left end.
struct SeatView {
  double width_mm = 0, depth_mm = 0;  ///< of the table
  int quarter_turns = 0;

  /// Size of the table on the seat's plane.
  Vec2 size() const;
  /// Table point -> (right, down) from the upper left corner of the turned table.
  Vec2 from_table(Vec2 table) const;
  Vec2 to_table(Vec2 seat) const;
};

}  // namespace polemarch::ui
