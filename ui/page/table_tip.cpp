/// What lies over the table beside labels: the tip between two units and measures that are kept.
#include <algorithm>
#include <cmath>

#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kTipWide = 340, kTipRow = 26, kTipPad = 14, kAway = 24;

double overlap(const Box& a, const Box& b) {
  const double w = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x), h = std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/// Beside `of`, where it covers least of what stands there.
Box emptiest(const Box& of, double width, double height, double away, const Box& table, const std::vector<Box>& taken) {
  std::optional<std::pair<double, Box>> best;
  const double cx = of.x + of.w / 2, cy = of.y + of.h / 2;
  for (const auto& [x, y] : {std::pair{of.x + of.w + away, cy - height / 2},
                             {of.x - away - width, cy - height / 2},
                             {cx - width / 2, of.y + of.h + away},
                             {cx - width / 2, of.y - away - height},
                             {of.x + of.w + away, of.y + of.h + away},
                             {of.x - away - width, of.y + of.h + away},
                             {of.x + of.w + away, of.y - away - height},
                             {of.x - away - width, of.y - away - height}}) {
    Box box{std::clamp(x, table.x, std::max(table.x, table.x + table.w - width)),
            std::clamp(y, table.y, std::max(table.y, table.y + table.h - height)), width, height};
    double cost = 4 * overlap(box, of);
    for (const Box& other : taken) cost += overlap(box, other);
    if (!best || cost < best->first) best = {cost, box};
  }
  return best->second;
}

}  // namespace

void draw_measures(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  const Paint casing{0x0A, 0x0E, 0x12, 235}, line = pen.theme().selected;
  for (const MeasureView& measured : view.measures) {
    const Px a = fit.to_px(measured.from), b = fit.to_px(measured.to);
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const Px across = length > 0 ? Px{-(b.y - a.y) / length * pen.px(8), (b.x - a.x) / length * pen.px(8)} : Px{pen.px(8), 0};
    for (const auto& [paint, width] : {std::pair{casing, 7.0}, {line, 3.0}}) {
      pen.line(a, b, paint, width);
      for (const Px end : {a, b}) pen.line({end.x - across.x, end.y - across.y}, {end.x + across.x, end.y + across.y}, paint, width);
    }
    const double width = pen.width_of(measured.text, 16, Face::Bold) + pen.px(14), height = pen.px(24);
    const Px middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
    if (!place) continue;
    pen.rect(*place, casing, line, 1, 3);
    pen.text(place->x + pen.px(7), place->y + height / 2, measured.text, 16, Paint{0xF4, 0xF2, 0xEC, 255}, Face::Bold);
  }
}

void draw_tip(Pen& pen, const ViewState& view, const TableFit& fit, const std::vector<Box>& taken) {
  if (!view.tip) return;
  const TipView& tip = *view.tip;
  const auto at = std::find_if(view.units.begin(), view.units.end(), [&](const UnitView& unit) { return unit.unit == tip.at; });
  if (at == view.units.end() || at->outline.empty()) return;
  Box of{1e9, 1e9, 0, 0};
  double right = -1e9, bottom = -1e9;
  for (const Vec2 p : at->outline) {
    const Px px = fit.to_px(p);
    of.x = std::min(of.x, px.x), of.y = std::min(of.y, px.y), right = std::max(right, px.x), bottom = std::max(bottom, px.y);
  }
  of.w = right - of.x, of.h = bottom - of.y;
  const double width = pen.px(kTipWide), inner = width - 2 * pen.px(kTipPad), row = pen.px(kTipRow);
  const Box table = fit.box();
  const auto most = static_cast<std::size_t>(std::max(1.0, (table.h * 0.6 - pen.px(60)) / row));
  const std::size_t shown = std::min(tip.rows.size(), most);
  const double height = pen.px(2 * kTipPad + 24) + row * static_cast<double>(shown);
  const Box box = emptiest(of, width, height, pen.px(kAway), table, taken);
  const Paint ground{0x0A, 0x0E, 0x12, 245}, text{0xF4, 0xF2, 0xEC, 255}, second{0xBA, 0xC4, 0xCD, 255};
  pen.rect(box, ground, pen.theme().selected, 2, 6);
  double y = box.y + pen.px(kTipPad);
  const double x = box.x + pen.px(kTipPad);
  pen.text(x, y + pen.px(11), pen.fitted(tip.title, inner, 17, Face::Bold), 17, text, Face::Bold);
  y += pen.px(28);
  for (std::size_t i = 0; i < shown; ++i) {
    const RowView& line = tip.rows[i];
    const std::string value = pen.fitted(line.value, inner * 0.6, 16, Face::Bold);
    pen.text_right(x + inner, y + row / 2, value, 16, text, Face::Bold);
    const double room = inner - (value.empty() ? 0 : pen.width_of(value, 16, Face::Bold) + pen.px(10));
    pen.text(x, y + row / 2, pen.fitted(line.text, room, 16), 16, second);
    y += row;
  }
}

}  // namespace polemarch::ui::page
