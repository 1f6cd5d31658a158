#include <algorithm>

#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kLeft = 20, kRight = 18, kTop = 14;

double rows_of(Pen& pen, const ResultView& card, Box box) {
  const Theme& theme = pen.theme();
  double y = box.y;
  for (const RowView& row : card.rows) {
    const double height = pen.px(36), middle = y + height / 2;
    if (y + height > box.y + box.h) break;
    pen.rect({box.x, y + pen.px(4), pen.px(4), height - pen.px(8)}, row.whose ? theme.line(*row.whose) : theme.key_edge);
    double right = box.x + box.w;
    pen.text_right(right, middle, row.value, 20, theme.text, Face::Bold);
    if (!row.value.empty()) right -= pen.width_of(row.value, 20, Face::Bold) + pen.px(12);
    pen.text_right(right, middle, row.rule, type::kSmall, theme.third);
    if (!row.rule.empty()) right -= pen.width_of(row.rule, type::kSmall) + pen.px(12);
    pen.text(box.x + pen.px(14), middle, pen.fitted(row.text, right - box.x - pen.px(14), type::kRow), type::kRow, theme.text);
    pen.line({box.x, y + height}, {box.x + box.w, y + height}, theme.raised);
    y += height;
  }
  return y - box.y;
}

}  // namespace

void result_card(Pen& pen, const ViewState& view, Box box) {
  if (box.h < pen.px(60)) return;
  const Theme& theme = pen.theme();
  pen.rect(box, theme.card, {}, 1, 6);
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), bottom = box.y + box.h - pen.px(kTop);
  double y = box.y + pen.px(kTop);
  if (view.card) {
    for (const std::string& words : pen.wrapped(view.card->title, width, type::kTitle * 0.8, Face::Bold, 2)) {
      pen.text(x, y + pen.px(13), words, type::kTitle * 0.8, theme.text, Face::Bold);
      y += pen.px(26);
    }
    y += pen.px(4);
    y += rows_of(pen, *view.card, {x, y, width, (bottom - y) * 0.6}) + pen.px(6);
    for (const std::string& follows : view.card->follows) {
      const auto lines = pen.wrapped(follows, width - pen.px(24), type::kRow, Face::Bold, 2);
      const double height = pen.px(14) + pen.px(24) * static_cast<double>(lines.size());
      if (y + height > bottom) break;
      pen.rect({box.x, y, box.w, height}, theme.raised);
      double line = y + pen.px(7);
      for (const std::string& words : lines) {
        pen.text(x, line + pen.px(12), words, type::kRow, theme.text, Face::Bold);
        line += pen.px(24);
      }
      y += height + pen.px(4);
    }
  }
  if (view.log.empty() || y + pen.px(48) > bottom) return;
  pen.text(x, y + pen.px(10), "History", type::kSmall, theme.third);
  pen.line({x + pen.width_of("History", type::kSmall) + pen.px(10), y + pen.px(10)}, {x + width, y + pen.px(10)}, theme.key_edge);
  y += pen.px(26);
  const double step = pen.px(23);
  const auto room = static_cast<std::size_t>(std::max(0.0, (bottom - y) / step));
  const std::size_t first = view.log.size() > room ? view.log.size() - room : 0;
  for (std::size_t i = view.log.size(); i-- > first;) {  // newest first
    const LogLine& line = view.log[i];
    pen.rect({x, y + pen.px(4), pen.px(3), step - pen.px(8)}, line.tone == Tone::Text      ? theme.key_edge
                                                              : line.tone == Tone::Blocked ? theme.refused
                                                                                           : theme.doubt);
    pen.text(x + pen.px(12), y + step / 2, pen.fitted(line.text, width - pen.px(12), type::kAside), type::kAside, theme.second);
    y += step;
  }
}

}  // namespace polemarch::ui::page
