#include "calibration/table/out_of_square.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/table/registration_notices.hpp"

namespace polemarch::calibration {

Table sheared(const Table& table, double shear) {
  Table out = table;
  for (BorderMarker& m : out.border) m.x_mm += shear * (m.y_mm - table.depth.mm() / 2);
  return out;
}

double shear_of(const Registration& fitted, const Table& table) {
  // Of the linear map from declared to fitted places, with the turn taken out: dx = s y / 2, dy = s x / 2.
  struct Move {
    double x, y, dx, dy;
  };
  std::vector<Move> moves;
  Move mean{};
  for (const FittedMarker& m : fitted.markers) {
    const auto at = std::ranges::find_if(table.border, [&](const BorderMarker& b) { return b.marker == m.place.marker; });
    if (!m.used || at == table.border.end() || !at->place_known) continue;
    moves.push_back({at->x_mm, at->y_mm, m.place.x_mm - at->x_mm, m.place.y_mm - at->y_mm});
    mean = {mean.x + at->x_mm, mean.y + at->y_mm, mean.dx + moves.back().dx, mean.dy + moves.back().dy};
  }
  if (moves.size() < 3) return 0;
  const auto count = static_cast<double>(moves.size());
  double xx = 0, yy = 0, across = 0, along = 0;
  for (const Move& m : moves) {
    const double x = m.x - mean.x / count, y = m.y - mean.y / count;
    xx += x * x;
    yy += y * y;
    across += (m.dx - mean.dx / count) * y;
    along += (m.dy - mean.dy / count) * x;
  }
  return xx > 0 && yy > 0 ? across / yy + along / xx : 0;
}

TableNotice out_of_square_notice(const Table& table, double shear) {
  const double width = table.width.mm(), depth = table.depth.mm(), aside = shear * depth;
  const double longer = std::hypot(width + std::abs(aside), depth) - std::hypot(width - std::abs(aside), depth);
  return {"out_of_square", "The border is out of square: its diagonals differ by " + with_digits(longer, 1) +
                               " mm. It is taken as it lies; measure the diagonals of the table."};
}

}  // namespace polemarch::calibration
