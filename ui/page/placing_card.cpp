/// Who places when: those who are placed now, a row each, then the turns in their order.
#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kPlaceRow = 32, kPlaceTouchRow = 44;

/// A tick at the right; returns how much room it takes.
double tick(Pen& pen, double right, double middle) {
  const double x = right - pen.px(12);
  pen.line({x, middle}, {x + pen.px(4), middle + pen.px(4)}, pen.theme().allowed, 3);
  pen.line({x + pen.px(4), middle + pen.px(4)}, {x + pen.px(12), middle - pen.px(5)}, pen.theme().allowed, 3);
  return pen.px(18);
}

struct Window {
  std::size_t first = 0, count = 0;
};
/// As many of `all` as fit, round the one that matters.
Window round(std::size_t all, std::size_t fits, std::size_t wanted) {
  if (all <= fits) return {0, all};
  const std::size_t first = wanted < fits / 2 ? 0 : std::min(all - fits, wanted - fits / 2);
  return {first, fits};
}

double units(Pen& pen, const ViewState& view, Box box, double step) {
  const Theme& theme = pen.theme();
  const PlacingView& placing = *view.placing;
  const auto fits = static_cast<std::size_t>(std::max(1.0, box.h / step));
  const auto at =
      std::find_if(placing.units.begin(), placing.units.end(), [&](const PlacedRow& row) { return row.unit.text == view.selected; });
  const auto undone = std::find_if(placing.units.begin(), placing.units.end(), [](const PlacedRow& row) { return !row.done; });
  const auto wanted = at != placing.units.end() ? at : undone;
  const Window shown = round(placing.units.size(), fits, static_cast<std::size_t>(wanted - placing.units.begin()));
  double y = box.y;
  for (std::size_t i = shown.first; i < shown.first + shown.count; ++i) {
    const PlacedRow& row = placing.units[i];
    const auto unit = std::find_if(view.units.begin(), view.units.end(), [&](const UnitView& one) { return one.unit == row.unit; });
    const Side side = unit == view.units.end() ? Side::A : unit->side;
    const double middle = y + step / 2;
    if (row.unit.text == view.selected) pen.rect({box.x - pen.px(8), y, box.w + pen.px(16), step}, theme.raised, {}, 1, 4);
    const double plate = pen.plate(box.x, middle, row.unit.text, side, 24) + pen.px(10);
    double right = box.x + box.w;
    pen.text_right(right, middle, row.state, type::kAside, theme.second);
    right -= pen.width_of(row.state, type::kAside) + pen.px(6);
    if (row.done) right -= tick(pen, right, middle);
    if (row.name != row.unit.text)
      pen.text(box.x + plate, middle, pen.fitted(row.name, right - box.x - plate - pen.px(8), type::kRow), type::kRow, theme.text);
    pen.hit({box.x, y, box.w, step}, SelectUnit{row.unit});
    y += step;
  }
  std::size_t more = 0;  // still to be placed and without a row
  for (std::size_t i = 0; i < placing.units.size(); ++i)
    more += !placing.units[i].done && (i < shown.first || i >= shown.first + shown.count);
  if (more > 0) {
    pen.text(box.x, y + pen.px(9), std::to_string(more) + " more", type::kSmall, theme.third);
    y += pen.px(20);
  }
  return y - box.y;
}

double turns(Pen& pen, const ViewState& view, Box box, double step) {
  const Theme& theme = pen.theme();
  const PlacingView& placing = *view.placing;
  pen.text(box.x, box.y + pen.px(12), "Who places when", type::kTitle * 0.8, theme.text, Face::Bold);
  pen.text_right(box.x + box.w, box.y + pen.px(12), placing.way, type::kAside, theme.second);
  double y = box.y + pen.px(30);
  auto fits = static_cast<std::size_t>(std::max(2.0, (box.h - pen.px(30)) / step));
  if (fits < placing.rows.size()) fits = static_cast<std::size_t>(std::max(2.0, (box.h - pen.px(50)) / step));  // the others are counted
  const auto now = std::find_if(placing.rows.begin(), placing.rows.end(), [](const PlacingRow& row) { return row.now; });
  const Window shown = round(placing.rows.size(), fits, static_cast<std::size_t>(now - placing.rows.begin()));
  for (std::size_t i = shown.first; i < shown.first + shown.count; ++i) {
    const PlacingRow& row = placing.rows[i];
    const double middle = y + step / 2;
    if (row.now) pen.rect({box.x - pen.px(8), y, box.w + pen.px(16), step}, theme.raised, {}, 1, 4);
    const double plate = row.side ? pen.plate(box.x, middle, name_of(*row.side), *row.side, 24) + pen.px(12) : 0;
    double right = box.x + box.w;
    pen.text_right(right, middle, row.state, type::kAside, row.now ? theme.text : theme.second);
    right -= pen.width_of(row.state, type::kAside) + pen.px(6);
    if (row.done) right -= tick(pen, right, middle);
    pen.text(box.x + plate, middle, pen.fitted(row.text, right - box.x - plate - pen.px(8), type::kRow), type::kRow,
             row.done ? theme.third : theme.text, row.now ? Face::Bold : Face::Medium);
    y += step;
  }
  if (shown.count < placing.rows.size()) {
    pen.text(box.x, y + pen.px(9), std::to_string(placing.rows.size() - shown.count) + " more", type::kSmall, theme.third);
    y += pen.px(20);
  }
  return y - box.y;
}

}  // namespace

double placing_card(Pen& pen, const ViewState& view, Box box) {
  if (!view.placing || box.h < pen.px(120)) return 0;
  const PlacingView& placing = *view.placing;
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), step = pen.px(view.touch ? kPlaceTouchRow : kPlaceRow),
               bottom = box.y + box.h - pen.px(kTop);
  double y = box.y + pen.px(kTop);
  const double kept = pen.px(36) + step * static_cast<double>(std::min<std::size_t>(placing.rows.size(), 5));
  if (!placing.units.empty() && y + pen.px(60) + step + kept < bottom) {
    pen.text(x, y + pen.px(12), placing.title, type::kTitle * 0.8, pen.theme().text, Face::Bold);
    pen.text_right(x + width, y + pen.px(12), placing.count, type::kAside, pen.theme().second);
    y += pen.px(32);
    y += units(pen, view, {x, y, width, bottom - y - kept - pen.px(36)}, step) + pen.px(12);
    pen.line({x, y - pen.px(5)}, {x + width, y - pen.px(5)}, pen.theme().key_edge);
    y += pen.px(4);
  }
  y += turns(pen, view, {x, y, width, bottom - y}, step) + pen.px(kTop - 4);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, {});
  return y - box.y;
}

}  // namespace polemarch::ui::page
