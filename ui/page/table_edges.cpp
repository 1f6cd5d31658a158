/// Outside the table: letters and numbers of its boxes, or rulers.
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kEdgeLabel = 14;

/// Letters of columns and numbers of rows, below the table and at its left: which of them lie where the seat says.
void coordinates(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Box table = fit.box();
  std::map<std::string, Px> at;
  for (const SceneItem& item : view.scene.items)
    if (item.meaning == "box_name") at[std::get<TextShape>(item.shape).text] = fit.to_px(std::get<TextShape>(item.shape).at);
  if (!at.contains("a1") || !at.contains("b1")) return;
  // Names stand near a corner of their boxes: a step along the row and one along the column lead to the middle.
  const double box = std::hypot(at["b1"].x - at["a1"].x, at["b1"].y - at["a1"].y) / fit.scale;  // mm
  const Px corner = fit.to_px({0, 0}), inside = fit.to_px({0.36 * box, 0.38 * box});
  const bool sideways = view.quarter_turns % 2 != 0;
  for (const auto& [name, place] : at) {
    const std::size_t digits = name.find_first_of("0123456789");
    const std::string column = name.substr(0, digits), row = name.substr(digits);
    const std::string below = sideways ? row : column, beside = sideways ? column : row;
    const double x = place.x + inside.x - corner.x, y = place.y + inside.y - corner.y;
    if (x > table.x && x < table.x + table.w && (sideways ? column == "a" : row == "1"))
      pen.text(x - pen.width_of(below, kEdgeLabel) / 2, table.y + table.h + pen.px(12), below, kEdgeLabel, pen.theme().second);
    if (y > table.y && y < table.y + table.h && (sideways ? row == "1" : column == "a"))
      pen.text(table.x - pen.px(5) - pen.width_of(beside, kEdgeLabel), y, beside, kEdgeLabel, pen.theme().second);
  }
}

/// Ticks and numbers along the lower and the left edge, as the scene has them inside the table's edges.
void rulers(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Box table = fit.box(), all = fit.whole();
  const double reach = 40 * fit.scale, bottom = table.y + table.h;
  const auto below = [&](Px p) { return all.y + all.h - p.y < reach && p.x > table.x - 1 && p.x < table.x + table.w + 1; };
  const auto beside = [&](Px p) { return p.x - all.x < reach && p.y > table.y - 1 && p.y < bottom + 1; };
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "ruler") continue;
    if (const auto* line = std::get_if<Polygon>(&item.shape); line != nullptr && line->points.size() == 2) {
      const Px edge = fit.to_px(line->points[0]), in = fit.to_px(line->points[1]);
      const bool numbered = std::hypot(line->points[1].x - line->points[0].x, line->points[1].y - line->points[0].y) > 12;
      const double out = pen.px(numbered ? 7 : 3);
      if (std::abs(edge.x - in.x) < 0.5 && below(edge)) pen.line({edge.x, bottom}, {edge.x, bottom + out}, pen.theme().third, 1);
      if (std::abs(edge.y - in.y) < 0.5 && beside(edge)) pen.line({table.x - out, edge.y}, {table.x, edge.y}, pen.theme().third, 1);
    } else if (const auto* number = std::get_if<TextShape>(&item.shape)) {
      const Px at = fit.to_px(number->at);
      const double width = pen.width_of(number->text, kEdgeLabel);
      const bool low = below(at);
      if (all.y + all.h - at.y < reach && at.x - all.x < reach) continue;  // the corner
      if (low) pen.text(at.x - width / 2, bottom + pen.px(15), number->text, kEdgeLabel, pen.theme().second);
      if (!low && beside(at))
        pen.text(std::max(pen.px(1), table.x - pen.px(8) - width), at.y, number->text, kEdgeLabel, pen.theme().second);
    }
  }
}

}  // namespace

void draw_map(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  if (view.zoom <= 1) return;
  const Box shown = fit.box(), all = fit.whole();
  const double scale = pen.px(200) / std::max(all.w, all.h), width = all.w * scale, height = all.h * scale;
  const Box map{shown.x + shown.w - width - pen.px(10), shown.y + shown.h - height - pen.px(10), width, height};
  board.keep_free(map);
  pen.rect(map, Paint{0x0A, 0x0E, 0x12, 235}, pen.theme().key_edge, 1);
  const auto on_map = [&](Px p) { return Px{map.x + (p.x - all.x) * scale, map.y + (p.y - all.y) * scale}; };
  for (const UnitView& unit : view.units) {
    if (!unit.on_table || unit.outline.size() != 4) continue;
    std::vector<Px> corners;
    for (const Px p : on_page(fit, unit.outline)) corners.push_back(on_map(p));
    const Box box = around(corners);
    pen.rect({box.x, box.y, std::max(box.w, pen.px(4)), std::max(box.h, pen.px(4))}, dark_theme().line(unit.side));
  }
  const Px low = on_map({shown.x, shown.y}), high = on_map({shown.x + shown.w, shown.y + shown.h});
  pen.rect({low.x, low.y, high.x - low.x, high.y - low.y}, {}, pen.theme().selected, 2);
}

void draw_edges(Pen& pen, const ViewState& view, const TableFit& fit) {
  has_boxes(view.scene) ? coordinates(pen, view, fit) : rulers(pen, view, fit);
}

}  // namespace polemarch::ui::page
