#include "ui/page/page.hpp"

#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/table_labels.hpp"

namespace polemarch::ui::page {

namespace {
// At a height of 1080.
constexpr double kMargin = 12, kGap = 10, kPanel = 476, kNarrowPanel = 392, kNarrow = 1500, kStrip = 88, kReel = 176, kLegend = 30;
}  // namespace

TableFit fit_of(const ViewState& view, const Page& page) {
  const double ruler = 20 * page.height / 1080.0;
  const Box room{page.table.x + ruler, page.table.y + ruler * 0.4, page.table.w - ruler * 1.6, page.table.h - ruler * 1.4};
  return TableFit::in(room, view.scene.width_mm, view.scene.depth_mm, view.quarter_turns);
}

Page page_of(const ViewState& view, double width, double height, const Measure& measure) {
  const Theme& theme = view.light ? light_theme() : dark_theme();
  Page page{width, height, theme.ground, {}, {}, {}};
  const double scale = std::min(height / 1080.0, width / 1280.0);
  Pen pen(page, theme, measure, scale, view.type_scale);
  const double strip_high = pen.px(view.replay ? kReel : kStrip), strip_top = height - strip_high;
  const double panel = width < kNarrow ? std::min(kNarrowPanel, width * 0.31) : pen.px(kPanel);
  const double left = width - panel - pen.px(kMargin);
  page.table = {pen.px(kMargin), pen.px(kMargin), left - pen.px(kMargin + kGap), strip_top - pen.px(kMargin + kLegend)};
  const double bottom = strip_top - pen.px(kMargin);
  double y = pen.px(kMargin);
  const auto below = [&](double used) { y += used > 0 ? used + pen.px(kGap) : 0; };
  below(now_card(pen, view, {left, y, panel, (bottom - y) * 0.55}));
  below(notice_card(pen, view, {left, y, panel, (bottom - y) * 0.35}));
  below(unit_card(pen, view, {left, y, panel, (bottom - y) * (view.card ? 0.72 : 0.85)}));
  result_card(pen, view, {left, y, panel, bottom - y});
  if (view.scene.width_mm > 0) table_labels(pen, view, fit_of(view, page));
  if (!view.replay) legend(pen, view, {page.table.x + pen.px(18), page.table.y + page.table.h, page.table.w - pen.px(18), pen.px(kLegend)});
  if (view.replay)
    replay_strip(pen, view, {0, strip_top, width, strip_high});
  else
    strip(pen, view, {0, strip_top, width, strip_high});
  if (view.show_keys) key_list(pen, view, page.table);
  return page;
}

}  // namespace polemarch::ui::page
