#include "vision/prints/strip_layout.hpp"

#include <array>
#include <numbers>

namespace polemarch::vision {
namespace {

constexpr StripLayout spine(std::string_view name, double length, double depth, int columns, std::string_view book) {
  StripLayout s;
  s.name = name;
  s.kind = StripKind::Spine;
  s.length_mm = length;
  s.depth_mm = depth;
  s.columns = columns;
  s.rows = 2;
  s.end_mm = depth < 4.5 ? 0.8 : 1.0;
  s.pitch_mm = (length - 2 * s.end_mm) / columns;
  s.edge_mm = 0.15 * depth;
  s.tooth_mm = 1.3 / 6.0 * depth;
  s.spine_mm = depth - 2 * s.edge_mm - 2 * s.tooth_mm;
  s.book = book;
  return s;
}

constexpr StripLayout ring(std::string_view name, double diameter, int teeth, std::string_view book) {
  StripLayout s;
  s.name = name;
  s.kind = StripKind::Ring;
  s.length_mm = diameter;
  s.depth_mm = 3.0;
  s.columns = teeth;
  s.rows = 1;
  s.edge_mm = 0.7;
  s.spine_mm = 1.0;
  s.tooth_mm = 1.3;
  s.pitch_mm = std::numbers::pi * (diameter - 2 * s.edge_mm - 2 * s.spine_mm - s.tooth_mm) / teeth;
  s.book = book;
  return s;
}

constexpr std::array kLayouts{
    spine("STRIP40x6", 40, 6, 19, "strip38"),   spine("STRIP40x5", 40, 5, 19, "strip38"),  spine("STRIP40x4", 40, 4, 19, "strip38"),
    spine("STRIP40x3", 40, 3, 19, "strip38"),   spine("STRIP25x6", 25, 6, 12, "strip24"),  spine("STRIP25x5", 25, 5, 12, "strip24"),
    spine("STRIP25x4", 25, 4, 12, "strip24"),   spine("STRIP20x6", 20, 6, 10, "strip20"),  spine("STRIP20x5", 20, 5, 10, "strip20"),
    spine("STRIP20x6F", 20, 6, 12, "strip24s"), spine("STRIP20x4", 20, 4, 12, "strip24s"), spine("STRIP20x3", 20, 3, 12, "strip24s"),
    ring("RING40", 40, 53, "ring53"),           ring("RING32", 32, 41, "ring41"),          ring("RING28", 28.5, 37, "ring37"),
    ring("RING25", 25, 31, "ring31"),
};

}  // namespace

StripLayout::Range StripLayout::row_range(int row) const {
  if (kind == StripKind::Ring) {
    const double inside_edge = length_mm / 2 - edge_mm - spine_mm;
    return row < 0 ? Range{inside_edge, inside_edge + spine_mm} : Range{inside_edge - tooth_mm, inside_edge};
  }
  if (row < 0) return {-spine_mm / 2, spine_mm / 2};
  return row == 0 ? Range{spine_mm / 2, spine_mm / 2 + tooth_mm} : Range{-spine_mm / 2 - tooth_mm, -spine_mm / 2};
}

StripLayout::Range StripLayout::column_range(int column) const {
  const double left = -pitch_mm * columns / 2 + pitch_mm * column;
  return {left, left + pitch_mm};
}

std::span<const StripLayout> strip_layouts() { return kLayouts; }

bool is_strip_family(std::string_view family) {
  return family.starts_with("STRIP") || family.starts_with("BAR") || family.starts_with("RING");
}

Result<StripLayout> strip_layout(std::string_view family) {
  std::string known;
  for (const StripLayout& layout : kLayouts) {
    if (layout.name == family) return layout;
    known += (known.empty() ? "" : ", ") + std::string(layout.name);
  }
  return InputError{"family \"" + std::string(family) + "\": no such strip or ring; there are " + known};
}

StripLayout printed(StripLayout layout, double scale) {
  for (double* value :
       {&layout.length_mm, &layout.depth_mm, &layout.end_mm, &layout.pitch_mm, &layout.edge_mm, &layout.tooth_mm, &layout.spine_mm}) {
    *value *= scale;
  }
  return layout;
}

}  // namespace polemarch::vision
