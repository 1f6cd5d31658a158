#pragma once
/// Where the table lies on the page: the map between table millimetres and pixels, seen from a seat. Pure.

#include "models/scene.hpp"
#include "ui/page/items.hpp"
#include "ui/seat.hpp"

namespace polemarch::ui::page {

struct TableFit {
  SeatView seat;
  double scale = 1.0;  ///< pixels a millimetre
  Px corner;           ///< of the turned table's upper left corner
  Box shown;           ///< what of the page the table takes up: all of it, or of a closer look the room there is

  /// As large as the room allows, centred.
  static TableFit in(Box room, double width_mm, double depth_mm, int quarter_turns);
  /// `zoom` times as large, with `at` (table mm) in the middle of the room as far as the table reaches.
  TableFit closer(Box room, double zoom, Vec2 at) const;

  Px to_px(Vec2 table) const {
    const Vec2 p = seat.from_table(table);
    return {corner.x + p.x * scale, corner.y + p.y * scale};
  }
  Vec2 to_table(Px at) const { return seat.to_table({(at.x - corner.x) / scale, (at.y - corner.y) / scale}); }
  Box box() const { return shown; }
  Box whole() const { return {corner.x, corner.y, seat.size().x * scale, seat.size().y * scale}; }
};

}  // namespace polemarch::ui::page
