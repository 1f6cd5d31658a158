#include "models/border_layout.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch {

Table table_with_border(Length width, Length depth) {
  Table table;
  table.width = width;
  table.depth = depth;
  constexpr int kLong = 7, kShort = 5;
  static_assert(2 * kLong + 2 * kShort == kBorderMarkers);
  const double w = width.mm() - 2 * kBorderInsetMm, d = depth.mm() - 2 * kBorderInsetMm;
  int marker = kFirstBorderMarker;
  const auto add = [&](double x, double y) {
    table.border.push_back({.marker = {marker++}, .x_mm = kBorderInsetMm + x, .y_mm = kBorderInsetMm + y, .size_mm = kBorderMarkerMm});
  };
  for (const double y : {0.0, d})
    for (int i = 0; i < kLong; ++i) add(w * i / (kLong - 1), y);
  for (const double x : {0.0, w})
    for (int i = 1; i <= kShort; ++i) add(x, d * i / (kShort + 1));
  return table;
}

double mm_off_table(const Table& table, double x_mm, double y_mm) {
  return std::hypot(x_mm - std::clamp(x_mm, 0.0, table.width.mm()), y_mm - std::clamp(y_mm, 0.0, table.depth.mm()));
}

}  // namespace polemarch
