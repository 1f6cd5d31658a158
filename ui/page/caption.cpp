/// What a demo says of what is shown: a line over the table, read before anything else by who sees the screen for the first time.
#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

double caption(Pen& pen, const ViewState& view, Box box) {
  if (view.caption.empty()) return 0;
  constexpr double kSize = 20, kHigh = 62;  // room for two lines, so that the table keeps its size from one caption to the next
  const Theme& theme = pen.theme();
  const double height = pen.px(kHigh), bar = pen.px(6), step = pen.px(25), x = box.x + bar + pen.px(16);
  pen.rect({box.x, box.y, box.w, height}, theme.card, {}, 1, 6);
  pen.rect({box.x, box.y, bar, height}, theme.text);
  const auto lines = pen.wrapped(view.caption, box.x + box.w - x - pen.px(16), kSize, Face::Bold, 2);
  double middle = box.y + (height - step * static_cast<double>(lines.size() - 1)) / 2;
  for (const std::string& words : lines) {
    pen.text(x, middle, words, kSize, theme.text, Face::Bold);
    middle += step;
  }
  return height;
}

}  // namespace polemarch::ui::page
