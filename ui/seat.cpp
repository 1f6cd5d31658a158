#include "ui/seat.hpp"

namespace polemarch::ui {

namespace {
int turns_of(int quarter_turns) { return ((quarter_turns % 4) + 4) % 4; }
}  // namespace

Vec2 SeatView::size() const { return turns_of(quarter_turns) % 2 == 0 ? Vec2{width_mm, depth_mm} : Vec2{depth_mm, width_mm}; }

Vec2 SeatView::from_table(Vec2 p) const {
  switch (turns_of(quarter_turns)) {
    case 0:
      return {p.x, depth_mm - p.y};
    case 1:
      return {p.y, p.x};
    case 2:
      return {width_mm - p.x, p.y};
    default:
      return {depth_mm - p.y, width_mm - p.x};
  }
}

Vec2 SeatView::to_table(Vec2 q) const {
  switch (turns_of(quarter_turns)) {
    case 0:
      return {q.x, depth_mm - q.y};
    case 1:
      return {q.y, q.x};
    case 2:
      return {width_mm - q.x, q.y};
    default:
      return {width_mm - q.y, depth_mm - q.x};
  }
}

}  // namespace polemarch::ui
