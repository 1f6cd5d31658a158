#include "ui/page/page.hpp"

#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {
// At a height of 1080.
constexpr double kMargin = 12, kGap = 10, kPanel = 476, kNarrowPanel = 392, kNarrow = 1500, kStrip = 88, kReel = 176, kLegend = 30;
}  // namespace

namespace {

/// What the row under the pointer speaks of: its units, and what the table shows of its rule.
void light(Pen& pen, const ViewState& view, const TableFit& fit, Px pointer) {
  const std::vector<Speaking> rows = pen.speaking();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Speaking& one) { return one.box.contains(pointer); });
  if (row == rows.end()) return;
  const Paint paint = pen.theme().selected, casing{0x0A, 0x0E, 0x12, 235};
  pen.rect(row->box, {}, paint, 2, 2);
  const auto round = [&](const std::vector<Vec2>& points, bool closed) {
    for (const auto& [colour, width] : {std::pair{casing, 8.0}, {paint, 4.0}})
      for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i)
        pen.line(fit.to_px(points[i]), fit.to_px(points[(i + 1) % points.size()]), colour, width);
  };
  for (const UnitView& unit : view.units)
    if (unit.on_table && std::find(row->units.begin(), row->units.end(), unit.unit) != row->units.end()) round(unit.outline, true);
  for (const SceneItem& item : view.scene.items) {
    if (row->rule.empty() || item.rule != row->rule || std::holds_alternative<TextShape>(item.shape)) continue;
    const Outline outline = outline_of(item, 1.0);
    round(outline.points, outline.closed);
  }
}

}  // namespace

TableFit fit_of(const ViewState& view, const Page& page) {
  const double ruler = 20 * page.height / 1080.0;
  const Box room{page.table.x + ruler * 1.3, page.table.y, page.table.w - ruler * 1.3, page.table.h - ruler};
  return TableFit::in(room, view.scene.width_mm, view.scene.depth_mm, view.quarter_turns).closer(room, view.zoom, view.zoom_at);
}

namespace {

/// The column for hands of cards: the room the table leaves at its left, and so much of the table's as is missing.
Box beside_table(const Pen& pen, const ViewState& view, Page& page) {
  const double wide = hands_width(pen, view);
  if (wide == 0) return {};
  const double gap = pen.px(10), ruler = pen.px(26);
  const Box column{page.table.x, page.table.y, wide, page.table.h - pen.px(20)};
  const bool room = view.scene.width_mm > 0 && view.zoom <= 1 && fit_of(view, page).box().x - ruler - gap >= page.table.x + wide;
  if (!room) page.table.x += wide + gap, page.table.w -= wide + gap;
  return column;
}

}  // namespace

Page page_of(const ViewState& view, double width, double height, const Measure& measure, std::optional<Px> pointer) {
  const Theme& theme = view.light ? light_theme() : dark_theme();
  Page page{width, height, theme.ground, {}, {}, {}};
  const double scale = std::min(height / 1080.0, width / 1280.0);
  Pen pen(page, theme, measure, scale, view.type_scale);
  const double strip_high = pen.px(view.replay ? kReel : kStrip), strip_top = height - strip_high;
  // The cards of the panel grow with their letters.
  Pen cards(page, theme, measure, scale * std::max(1.0, view.type_scale), std::min(1.0, view.type_scale));
  const double panel = width < kNarrow ? std::min(kNarrowPanel, width * 0.31) : pen.px(kPanel);
  const double left = width - panel - pen.px(kMargin);
  page.table = {pen.px(kMargin), pen.px(kMargin), left - pen.px(kMargin + kGap), strip_top - pen.px(kMargin + kLegend)};
  if (const double said = caption(pen, view, page.table); said > 0)
    page.table.y += said + pen.px(kGap), page.table.h -= said + pen.px(kGap);
  const Box column = beside_table(pen, view, page);
  const double bottom = strip_top - pen.px(kMargin);
  double y = pen.px(kMargin);
  const auto below = [&](double used) { y += used > 0 ? used + pen.px(kGap) : 0; };
  below(now_card(cards, view, {left, y, panel, (bottom - y) * (view.selected.empty() ? 0.8 : 0.55)}));
  below(refusal_card(cards, view, {left, y, panel, bottom - y}));
  below(refused_card(cards, view, {left, y, panel, bottom - y}));
  below(camera_card(cards, view, {left, y, panel, (bottom - y) * 0.75}));
  below(notice_card(cards, view, {left, y, panel, (bottom - y) * 0.35}));
  // The orders of a page all have their row; the result keeps a title, a throw and what follows.
  const bool told = view.card || (view.question && view.question->odds);
  if (!view.opened) {  // a card of the history has all the room below
    below(unit_card(cards, view, {left, y, panel, bottom - y}, cards.px(told ? 132 : 60)));
    below(placing_card(cards, view, {left, y, panel, (bottom - y) * (view.selected.empty() ? view.card ? 0.7 : 0.85 : 1)}));
    below(muster_card(cards, view, {left, y, panel, (bottom - y) * (view.card ? 0.55 : 0.85)}));
  }
  result_card(cards, view, {left, y, panel, bottom - y});
  if (view.scene.width_mm > 0) {
    const TableFit fit = fit_of(view, page);
    draw_edges(pen, view, fit);
    // What reaches beyond the table ends at its edge; places and bases that leave it are shown whole.
    pen.clip(fit.box());
    draw_terrain(pen, view, fit);
    draw_zones(pen, view, fit);
    draw_arcs(pen, view, fit);
    draw_sights(pen, view, fit);
    if (view.zoom <= 1) pen.clip({});
    draw_places(pen, view, fit);
    draw_border(pen, view, fit);
    draw_bases(pen, view, fit);
    draw_seen_fronts(pen, view, fit);
    draw_ways(pen, view, fit);
    table_labels(pen, view, fit);
    if (view.zoom > 1) pen.clip({});
  }
  draw_hands(pen, view, column);
  if (pointer && view.scene.width_mm > 0) light(pen, view, fit_of(view, page), *pointer);
  // The legend stands right below the table and begins where it does.
  Box under{page.table.x + pen.px(18), page.table.y + page.table.h, page.table.w - pen.px(18), pen.px(kLegend)};
  if (view.scene.width_mm > 0) {
    const Box table = fit_of(view, page).box();
    under.y = std::min(under.y, table.y + table.h + pen.px(26));
    const double in = std::max(0.0, std::min(table.x, page.table.x + page.table.w * 0.16) - under.x);
    under.x += in, under.w -= in;
  }
  if (!view.show_keys) {  // the list of keys would cover half of its height
    if (view.replay)
      reel_keys(pen, view, under);
    else
      legend(pen, view, under);
  }
  if (view.replay)
    replay_strip(pen, view, {0, strip_top, width, strip_high});
  else
    strip(pen, view, {0, strip_top, width, strip_high});
  if (view.show_keys)  // over the hands, too
    key_list(pen, view,
             {pen.px(kMargin), page.table.y, page.table.x + page.table.w - pen.px(kMargin), strip_top - pen.px(kMargin) - page.table.y});
  return page;
}

}  // namespace polemarch::ui::page
