#include "ui/page/label_board.hpp"

#include <algorithm>

namespace polemarch::ui::page {

bool LabelBoard::free(const Box& box) const {
  if (box.x < table_.x || box.y < table_.y || box.x + box.w > table_.x + table_.w || box.y + box.h > table_.y + table_.h) return false;
  return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
    return box.x < other.x + other.w && other.x < box.x + box.w && box.y < other.y + other.h && other.y < box.y + box.h;
  });
}

std::optional<Box> LabelBoard::place(Box wanted, double scale) {
  // A label whose own place sticks out of the table is pulled in first.
  wanted.x = std::clamp(wanted.x, table_.x, std::max(table_.x, table_.x + table_.w - wanted.w));
  wanted.y = std::clamp(wanted.y, table_.y, std::max(table_.y, table_.y + table_.h - wanted.h));
  for (const double step : {0.0, 8.0, 16.0, 24.0, 32.0})
    for (const auto& [dx, dy] :
         {std::pair{0.0, 1.0}, {0.0, -1.0}, {1.0, 0.0}, {-1.0, 0.0}, {1.0, 1.0}, {-1.0, 1.0}, {1.0, -1.0}, {-1.0, -1.0}}) {
      const Box moved{wanted.x + dx * step * scale, wanted.y + dy * step * scale, wanted.w, wanted.h};
      if (!free(moved)) continue;
      taken_.push_back(moved);
      return moved;
    }
  return std::nullopt;
}

}  // namespace polemarch::ui::page
