#include "ui/page/table_fit.hpp"

#include <algorithm>

namespace polemarch::ui::page {

TableFit TableFit::in(Box room, double width_mm, double depth_mm, int quarter_turns) {
  TableFit fit{{width_mm, depth_mm, quarter_turns}, 1.0, {room.x, room.y}};
  const Vec2 size = fit.seat.size();
  if (size.x <= 0 || size.y <= 0) return fit;
  fit.scale = std::max(0.01, std::min(room.w / size.x, room.h / size.y));
  fit.corner = {room.x + (room.w - size.x * fit.scale) / 2, room.y + (room.h - size.y * fit.scale) / 2};
  return fit;
}

}  // namespace polemarch::ui::page
