#include "models/box_name.hpp"

#include <cmath>
#include <numbers>

namespace polemarch {

std::optional<BoxName> box_named(std::string_view text) {
  std::size_t at = 0;
  int column = 0, row = 0;
  for (; at < text.size() && at < 3; ++at) {
    const char letter = text[at] >= 'A' && text[at] <= 'Z' ? static_cast<char>(text[at] - 'A' + 'a') : text[at];
    if (letter < 'a' || letter > 'z') break;
    column = column * 26 + (letter - 'a' + 1);
  }
  if (at == 0 || at == text.size() || text.size() - at > 3) return std::nullopt;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    row = row * 10 + (text[at] - '0');
  }
  if (row == 0) return std::nullopt;
  return BoxName{column - 1, row - 1};
}

std::optional<BoxName> box_at(const GridSpec& grid, double x_mm, double y_mm) {
  const double turn = grid.rotation.deg() * std::numbers::pi / 180.0, dx = x_mm - grid.origin.x.mm(), dy = y_mm - grid.origin.y.mm();
  const double column = std::floor((dx * std::cos(turn) + dy * std::sin(turn)) / grid.box.mm());
  const double row = std::floor((dy * std::cos(turn) - dx * std::sin(turn)) / grid.box.mm());
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return std::nullopt;
  return BoxName{static_cast<int>(column), rows_from_origin(grid, static_cast<int>(row))};
}

std::string say_box(const BoxName& box) {
  std::string name;
  for (int left = box.column + 1; left > 0; left = (left - 1) / 26) name.insert(name.begin(), static_cast<char>('a' + (left - 1) % 26));
  return name + std::to_string(box.row + 1);
}

int rows_from_origin(const GridSpec& grid, int row) { return grid.row_one_at_top ? grid.rows - 1 - row : row; }

std::optional<Point> middle_of(const GridSpec& grid, const BoxName& box) {
  if (box.column < 0 || box.row < 0 || box.column >= grid.columns || box.row >= grid.rows) return std::nullopt;
  const double turn = grid.rotation.deg() * std::numbers::pi / 180.0;
  const double x = (box.column + 0.5) * grid.box.mm(), y = (rows_from_origin(grid, box.row) + 0.5) * grid.box.mm();
  return Point{grid.origin.x + Length::from_mm(x * std::cos(turn) - y * std::sin(turn)),
               grid.origin.y + Length::from_mm(x * std::sin(turn) + y * std::cos(turn))};
}

}  // namespace polemarch
