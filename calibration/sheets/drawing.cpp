#include "calibration/sheets/drawing.hpp"

#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace polemarch::calibration {
namespace {

constexpr double kCutLineMm = 0.15;
constexpr double kRadPerDeg = std::numbers::pi / 180.0;

SheetPoint on_circle(SheetPoint centre, double radius, double deg) {
  return {centre.x + radius * std::cos(deg * kRadPerDeg), centre.y + radius * std::sin(deg * kRadPerDeg)};
}

/// Points every half degree: at 30 mm radius the chord leaves the circle by 0.0003 mm.
void append_arc(std::vector<SheetPoint>& points, SheetPoint centre, double radius, double from_deg, double to_deg) {
  const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(to_deg - from_deg) * 2.0)));
  for (int i = 0; i <= steps; ++i) points.push_back(on_circle(centre, radius, from_deg + (to_deg - from_deg) * i / steps));
}

std::vector<SheetPoint> box(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

template <class Move>
SheetShape moved(const SheetShape& shape, double turn_deg, Move move) {
  SheetShape out = shape;
  if (auto* fill = std::get_if<FillShape>(&out)) {
    for (auto& outline : fill->outlines)
      for (auto& point : outline) point = move(point);
  } else if (auto* stroke = std::get_if<StrokeShape>(&out)) {
    for (auto& point : stroke->points) point = move(point);
  } else if (auto* text = std::get_if<SheetText>(&out)) {
    text->at = move(text->at);
    text->angle_deg += turn_deg;
  }
  return out;
}

}  // namespace

void Drawing::fill_rect(double x, double y, double width, double height, Ink ink) { fill_polygon(box(x, y, width, height), ink); }

void Drawing::fill_polygon(std::vector<SheetPoint> outline, Ink ink) { shapes.emplace_back(FillShape{{std::move(outline)}, ink}); }

void Drawing::fill_disc(SheetPoint centre, double radius, Ink ink) {
  std::vector<SheetPoint> outline;
  append_arc(outline, centre, radius, 0, 360);
  fill_polygon(std::move(outline), ink);
}

void Drawing::fill_ring_sector(SheetPoint centre, double inner, double outer, double start_deg, double end_deg, Ink ink) {
  std::vector<SheetPoint> outline;
  append_arc(outline, centre, outer, start_deg, end_deg);
  append_arc(outline, centre, inner, end_deg, start_deg);
  fill_polygon(std::move(outline), ink);
}

void Drawing::fill_cells(SheetPoint top_left, double cell_width, double cell_height, int columns, const std::vector<bool>& cells, Ink ink) {
  assert(columns > 0 && cells.size() % static_cast<std::size_t>(columns) == 0);
  FillShape fill{{}, ink};
  const int rows = static_cast<int>(cells.size()) / columns;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns;) {
      int end = column;
      while (end < columns && cells[static_cast<std::size_t>(row * columns + end)]) ++end;
      if (end > column) {
        fill.outlines.push_back(
            box(top_left.x + column * cell_width, top_left.y + row * cell_height, (end - column) * cell_width, cell_height));
      }
      column = end + 1;
    }
  }
  if (!fill.outlines.empty()) shapes.emplace_back(std::move(fill));
}

void Drawing::line(SheetPoint from, SheetPoint to, double width_mm, Ink ink, bool dashed) {
  shapes.emplace_back(StrokeShape{{from, to}, width_mm, false, dashed, ink});
}

void Drawing::rect(double x, double y, double width, double height, double line_width_mm, Ink ink, bool dashed) {
  shapes.emplace_back(StrokeShape{box(x, y, width, height), line_width_mm, true, dashed, ink});
}

void Drawing::circle(SheetPoint centre, double radius, double line_width_mm, Ink ink, bool dashed) {
  StrokeShape stroke{{}, line_width_mm, true, dashed, ink};
  append_arc(stroke.points, centre, radius, 0, 360);
  shapes.emplace_back(std::move(stroke));
}

void Drawing::text(SheetPoint at, std::string text, double size_mm, TextAlign align, double max_width_mm) {
  shapes.emplace_back(SheetText{at, std::move(text), size_mm, align, 0, max_width_mm, Ink::Black});
}

void Drawing::cut_rect(double x, double y, double width, double height) { rect(x, y, width, height, kCutLineMm, Ink::Grey, true); }

void Drawing::cut_circle(SheetPoint centre, double radius) { circle(centre, radius, kCutLineMm, Ink::Grey, true); }

void Drawing::add(const Drawing& other, double dx, double dy) {
  for (const SheetShape& shape : other.shapes) {
    shapes.emplace_back(moved(shape, 0, [&](SheetPoint p) { return SheetPoint{p.x + dx, p.y + dy}; }));
  }
}

Drawing Drawing::turned(double angle_deg, SheetPoint centre) const {
  const double c = std::cos(angle_deg * kRadPerDeg), s = std::sin(angle_deg * kRadPerDeg);
  Drawing out;
  for (const SheetShape& shape : shapes) {
    out.shapes.emplace_back(moved(shape, angle_deg, [&](SheetPoint p) {
      const double x = p.x - centre.x, y = p.y - centre.y;
      return SheetPoint{centre.x + c * x - s * y, centre.y + s * x + c * y};
    }));
  }
  return out;
}

}  // namespace polemarch::calibration
