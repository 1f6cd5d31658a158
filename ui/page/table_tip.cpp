/// What lies over the table beside labels: the tip between two units and measures that are kept.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/page/glyphs.hpp"
#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kTipWide = 340, kTipWidest = 520, kTipRow = 26, kTipPad = 14, kAway = 24;

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
  // Where every place beside it covers something, one further off may cover nothing.
  constexpr double kFar = 12;  // square pixels covered that a pixel of way is worth
  for (double y = table.y; y + height <= table.y + table.h; y += 24)
    for (double x = table.x; x + width <= table.x + table.w; x += 24) {
      const Box box{x, y, width, height};
      const double dx = std::max({0.0, of.x - (x + width), x - (of.x + of.w)}),
                   dy = std::max({0.0, of.y - (y + height), y - (of.y + of.h)});
      if (std::hypot(dx, dy) < away * 0.9) continue;
      double cost = 4 * overlap(box, of) + kFar * (std::hypot(dx, dy) - away);
      for (const Box& other : taken) cost += overlap(box, other);
      if (cost < best->first) best = {cost, box};
    }
  return best->second;
}

/// Labels, and the bases themselves.
std::vector<Box> with_bases(const ViewState& view, const TableFit& fit, std::vector<Box> taken) {
  for (const UnitView& unit : view.units)
    if (unit.on_table && !unit.outline.empty()) taken.push_back(around(on_page(fit, unit.outline)));
  return taken;
}

/// The newest measure that lies near its limit: the scale round the limit shows it.
const MeasureView* on_card(const ViewState& view) {
  for (auto one = view.measures.rbegin(); one != view.measures.rend(); ++one)
    if (one->limit && (one->close || std::abs(one->value - *one->limit) < std::max(0.5, 2 * one->doubt))) return &*one;
  return nullptr;
}

}  // namespace

void draw_measures(Pen& pen, const ViewState& view, const TableFit& fit, LabelBoard& board) {
  const Paint casing{0x0A, 0x0E, 0x12, 235}, white{0xF4, 0xF2, 0xEC, 255};
  const MeasureView* told = on_card(view);
  for (const MeasureView& measured : view.measures) {
    const Paint line = measured.close ? dark_theme().doubt : white;
    const double thick = measured.close ? 5 : 3;
    const Px a = fit.to_px(measured.from), b = fit.to_px(measured.to);
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const Px across = length > 0 ? Px{-(b.y - a.y) / length * pen.px(8), (b.x - a.x) / length * pen.px(8)} : Px{pen.px(8), 0};
    for (const auto& [paint, width] : {std::pair{casing, thick + 4}, {line, thick}}) {
      pen.line(a, b, paint, width);
      for (const Px end : {a, b}) pen.line({end.x - across.x, end.y - across.y}, {end.x + across.x, end.y + across.y}, paint, width);
    }
    if (&measured == told) continue;
    const double width = pen.width_of(measured.text, 16, Face::Bold) + pen.px(14), height = pen.px(24);
    const Px middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const auto place = board.place({middle.x - width / 2, middle.y - height / 2, width, height}, pen.px(1));
    if (!place) continue;
    pen.rect(*place, casing, line, 1, 3);
    pen.text(place->x + pen.px(7), place->y + height / 2, measured.text, 16, white, Face::Bold);
  }
}

namespace {

/// "11.75" with as few decimals as tell the steps of the scale apart.
std::string number(double value) {
  char text[24];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string out = text;
  while (out.ends_with('0')) out.pop_back();
  if (out.ends_with('.')) out.pop_back();
  return out;
}

/// One unit of length round the limit, the band on it, the best value dark, the limit through all.
void scale_of(Pen& pen, const MeasureView& told, Box box) {
  const Paint white{0xF4, 0xF2, 0xEC, 255}, second{0xBA, 0xC4, 0xCD, 255}, casing{0x0A, 0x0E, 0x12, 255};
  const Paint band = told.close ? dark_theme().doubt : dark_theme().allowed;
  const double half = std::max({0.5, told.doubt * 1.3, std::abs(told.value - *told.limit) * 1.25}), low = *told.limit - half;
  const double axis = box.y + pen.px(34), high = pen.px(26);
  const auto at = [&](double value) { return box.x + box.w * std::clamp((value - low) / (2 * half), 0.0, 1.0); };
  pen.line({box.x, axis}, {box.x + box.w, axis}, second, 2);
  for (int i = 0; i <= 4; ++i) {
    const double value = low + half * i / 2, x = at(value);
    pen.line({x, axis - pen.px(5)}, {x, axis + pen.px(5)}, second, 2);
    if (i == 2) continue;
    const std::string words = number(value);
    pen.text(x - pen.width_of(words, type::kSmall) / 2, axis + pen.px(22), words, type::kSmall, second);
  }
  const double from = at(told.value - told.doubt), to = std::max(from + pen.px(3), at(told.value + told.doubt));
  pen.rect({from, axis - high / 2, to - from, high}, band);
  pen.line({at(told.value), axis - high / 2}, {at(told.value), axis + high / 2}, casing, 3);
  const double x = at(*told.limit);
  pen.line({x, axis - pen.px(24)}, {x, axis + pen.px(24)}, casing, 6);
  pen.line({x, axis - pen.px(24)}, {x, axis + pen.px(24)}, white, 3);
  const std::string name = pen.fitted(told.limit_name.empty() ? "limit" : told.limit_name, box.x + box.w - x, type::kSmall, Face::Bold);
  pen.text(x + pen.px(7), axis - pen.px(24), name, type::kSmall, white, Face::Bold);
  const std::string limit = number(*told.limit) + " " + told.unit;
  pen.text(x - pen.width_of(limit, type::kSmall, Face::Bold) / 2, axis + pen.px(34), limit, type::kSmall, white, Face::Bold);
}

}  // namespace

void draw_measure_card(Pen& pen, const ViewState& view, const TableFit& fit, const std::vector<Box>& taken) {
  const MeasureView* told = on_card(view);
  if (told == nullptr) return;
  const Px a = fit.to_px(told->from), b = fit.to_px(told->to);
  const Box of{std::min(a.x, b.x) - 4, std::min(a.y, b.y), std::abs(a.x - b.x) + 8, std::abs(a.y - b.y)};
  const double width = pen.px(490), height = pen.px(218), pad = pen.px(18);
  const Box box = emptiest(of, width, height, pen.px(kAway), fit.box(), with_bases(view, fit, taken));
  const Paint ground{0x0A, 0x0E, 0x12, 245}, text{0xF4, 0xF2, 0xEC, 255}, second{0xBA, 0xC4, 0xCD, 255};
  const Paint edge = told->close ? dark_theme().doubt : dark_theme().allowed;
  const Px middle{(a.x + b.x) / 2, std::clamp((a.y + b.y) / 2, box.y, box.y + box.h)};
  pen.line({middle.x < box.x ? box.x : middle.x > box.x + box.w ? box.x + box.w : middle.x, middle.y}, middle, edge, 2);
  pen.rect(box, ground, edge, 2, 6);
  double x = box.x + pad, y = box.y + pen.px(34);
  if (told->close) {
    draw_glyph(pen, engine::Glyph::TooClose, {x, y - pen.px(15)}, pen.px(30), edge);
    x += pen.px(42);
  }
  pen.text(x, y, told->text, 28, text, Face::Bold);
  const bool within = told->inside >= 0.5;
  pen.text_right(box.x + width - pad, y, told->close ? "too close to call" : within ? "within" : "beyond", 18, edge, Face::Bold);
  scale_of(pen, *told, {box.x + pad + pen.px(20), y + pen.px(24), width - 2 * pad - pen.px(40), 0});
  y = box.y + height - pen.px(50);
  const double room = width - 2 * pad;
  pen.text(box.x + pad, y, pen.fitted(told->words, room, 17, Face::Bold), 17, text, Face::Bold);
  const int chance = static_cast<int>(std::lround(std::clamp(told->inside, 0.0, 1.0) * 100));
  const std::string sure = told->close ? "within with a chance of " + std::to_string(chance) + " %; sure from 99 %"
                                       : (within ? "within " : "beyond ") + told->limit_name + ", more than 99 % sure";
  pen.text(box.x + pad, y + pen.px(26), pen.fitted(sure, room, type::kAside), type::kAside, second);
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
  const double row = pen.px(kTipRow);
  const Box table = fit.box();
  const auto most = static_cast<std::size_t>(std::max(1.0, (table.h * 0.6 - pen.px(60)) / row));
  const std::size_t shown = std::min(tip.rows.size(), most);
  double widest = pen.width_of(tip.title, 17, Face::Bold);
  for (std::size_t i = 0; i < shown; ++i)
    widest = std::max(widest, pen.width_of(tip.rows[i].text, 16) + pen.width_of(tip.rows[i].value, 16, Face::Bold) + pen.px(12));
  const double width = std::clamp(widest + 2 * pen.px(kTipPad), pen.px(kTipWide), pen.px(kTipWidest)), inner = width - 2 * pen.px(kTipPad);
  const double height = pen.px(2 * kTipPad + 24) + row * static_cast<double>(shown);
  const Box box = emptiest(of, width, height, pen.px(kAway), table, with_bases(view, fit, taken));
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
