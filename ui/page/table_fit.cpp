#include "ui/page/table_fit.hpp"

#include <algorithm>

namespace polemarch::ui::page {

TableFit TableFit::in(Box room, double width_mm, double depth_mm, int quarter_turns) {
  TableFit fit{{width_mm, depth_mm, quarter_turns}, 1.0, {room.x, room.y}, {}};
  const Vec2 size = fit.seat.size();
  if (size.x <= 0 || size.y <= 0) return fit;
  fit.scale = std::max(0.01, std::min(room.w / size.x, room.h / size.y));
  fit.corner = {room.x + (room.w - size.x * fit.scale) / 2, room.y + (room.h - size.y * fit.scale) / 2};
  fit.shown = fit.whole();
  return fit;
}

TableFit TableFit::closer(Box room, double zoom, Vec2 at) const {
  if (zoom <= 1.0) return *this;
  TableFit fit = *this;
  fit.scale = scale * zoom;
  const Box table = fit.whole();
  const Vec2 middle = seat.from_table(at);
  const auto from = [](double low, double length, double size, double middle_px) {  // of the table on the page, without a gap
    return size <= length ? low + (length - size) / 2 : std::clamp(low + length / 2 - middle_px, low + length - size, low);
  };
  fit.corner = {from(room.x, room.w, table.w, middle.x * fit.scale), from(room.y, room.h, table.h, middle.y * fit.scale)};
  const Box all = fit.whole();
  const double x = std::max(all.x, room.x), y = std::max(all.y, room.y);
  fit.shown = {x, y, std::min(all.x + all.w, room.x + room.w) - x, std::min(all.y + all.h, room.y + room.h) - y};
  return fit;
}

}  // namespace polemarch::ui::page
