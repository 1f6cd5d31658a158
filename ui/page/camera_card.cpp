/// What is wrong with what the camera sees, in a card under NOW; what is not in sight and is taken to stand where it was, in another.
#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

namespace {

double camera_figures(Pen& pen, const std::vector<FigureView>& all, Box box) {
  const Theme& theme = pen.theme();
  const double cell = box.w / static_cast<double>(std::max<std::size_t>(1, all.size())), height = pen.px(56);
  pen.rect({box.x, box.y, box.w, height}, theme.raised);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = box.x + cell * static_cast<double>(i) + pen.px(10);
    if (i > 0) pen.line({x - pen.px(10), box.y + pen.px(8)}, {x - pen.px(10), box.y + height - pen.px(8)}, theme.key_edge);
    pen.text(x, box.y + pen.px(20), pen.fitted(all[i].value, cell - pen.px(14), type::kFigure, Face::Bold), type::kFigure, theme.text,
             Face::Bold);
    pen.text(x, box.y + pen.px(44), pen.fitted(all[i].label, cell - pen.px(14), type::kSmall), type::kSmall, theme.second);
  }
  return height;
}

/// The question whether it still stands there, and its answers.
double unseen_question(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double key = pen.px(view.touch ? 44 : 36);
  double y = box.y + pen.px(2);
  for (const std::string& words : pen.wrapped(view.unseen_question->text, box.w, type::kAside, Face::Medium, 2)) {
    pen.text(box.x, y + pen.px(11), words, type::kAside, theme.second);
    y += pen.px(22);
  }
  for (const OptionView& option : view.unseen_question->options) {
    const double cap = pen.key_cap(box.x, y + key / 2, option.key, option.allowed), at = box.x + std::max(cap, pen.px(28)) + pen.px(12);
    pen.text(at, y + key / 2, pen.fitted(option.text, box.x + box.w - at, type::kRow), type::kRow, theme.text);
    pen.hit({box.x, y, box.w, key}, option.intent);
    y += key;
  }
  return y - box.y;
}

/// What the camera does not see, a row each.
double unseen(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double row = pen.px(28), x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight);
  if (view.unseen.empty() || box.h < pen.px(kTop + 32) + row) return 0;
  const double asked = view.unseen_question ? pen.px(46) + pen.px(view.touch ? 44 : 36) : 0;
  const bool asks = asked > 0 && box.h >= pen.px(kTop + 32) + row + asked;
  if (asks) box.h -= asked;
  const std::size_t from = pen.mark();
  double y = box.y + pen.px(kTop);
  pen.text(x, y + pen.px(10), "Not in sight", type::kRow, theme.text, Face::Bold);
  pen.text_right(x + width, y + pen.px(10), "taken to stand where last seen", type::kAside, theme.second);
  y += pen.px(28);
  const auto fits = static_cast<std::size_t>((box.y + box.h - y - pen.px(kTop)) / row);
  const std::size_t shown = view.unseen.size() <= fits ? view.unseen.size() : std::max<std::size_t>(1, fits) - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const UnseenView& one = view.unseen[i];
    const double middle = y + row / 2;
    draw_glyph(pen, engine::Glyph::Hidden, {x, middle - pen.px(10)}, pen.px(20), theme.doubt);
    double left = x + pen.px(30);
    if (one.side) left += pen.plate(left, middle, one.unit.text, *one.side, 22) + pen.px(8);
    const std::string error = one.error.empty() ? "" : "\u00b1 " + one.error;
    double right = x + width;
    pen.text_right(right, middle, error, type::kSmall, theme.third);
    if (!error.empty()) right -= pen.width_of(error, type::kSmall) + pen.px(10);
    pen.text_right(right, middle, one.since, type::kAside, theme.second);
    right -= pen.width_of(one.since, type::kAside) + pen.px(10);
    pen.text(left, middle, pen.fitted(one.text, right - left, type::kRow), type::kRow, theme.text);
    if (!one.unit.empty()) pen.hit({x, y, width, row}, SelectUnit{one.unit});
    y += row;
  }
  if (shown < view.unseen.size()) {
    pen.text(x, y + row / 2, std::to_string(view.unseen.size() - shown) + " more", type::kAside, theme.third);
    y += row;
  }
  if (asks) y += unseen_question(pen, view, {x, y, width, 0});
  y += pen.px(kTop - 4);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, asks ? std::optional(theme.doubt) : std::nullopt);
  return y - box.y;
}

}  // namespace

double camera_card(Pen& pen, const ViewState& view, Box box) {
  const double most = pen.px(view.selected.empty() ? 280 : 220);  // the orders of a unit need their rows
  if (!view.trouble) return unseen(pen, view, {box.x, box.y, box.w, std::min(most, box.h)});
  const TroubleView& trouble = *view.trouble;
  const Theme& theme = pen.theme();
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), row = pen.px(view.touch ? 44 : 36), glyph = pen.px(26);
  double y = box.y + pen.px(kTop);
  draw_glyph(pen, engine::Glyph::LookHere, {x, y}, glyph, theme.doubt);
  for (const std::string& words : pen.wrapped(trouble.title, width - glyph - pen.px(10), type::kTitle, Face::Bold, 2)) {
    pen.text(x + glyph + pen.px(10), y + pen.px(13), words, type::kTitle, theme.text, Face::Bold);
    y += pen.px(30);
  }
  for (const std::string& words : pen.wrapped(trouble.text, width, type::kRow, Face::Medium, 4)) {
    pen.text(x, y + pen.px(12), words, type::kRow, theme.text);
    y += pen.px(23);
  }
  y += pen.px(6);
  if (!trouble.figures.empty()) y += camera_figures(pen, trouble.figures, {x, y, width, 0}) + pen.px(6);
  for (const OptionView& option : trouble.options) {
    const double cap = pen.key_cap(x, y + row / 2, option.key, option.allowed), at = x + std::max(cap, pen.px(28)) + pen.px(12);
    const double aside = option.detail.empty() ? 0 : pen.width_of(option.detail, type::kAside) + pen.px(10);
    pen.text(at, y + row / 2, pen.fitted(option.text, x + width - at - aside, type::kRow), type::kRow, theme.text);
    pen.text_right(x + width, y + row / 2, option.detail, type::kAside, theme.second);
    pen.hit({x, y, width, row}, option.intent);
    y += row;
  }
  y += pen.px(kTop - 2);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, theme.doubt);
  double used = y - box.y;
  // Beside what is wrong with the camera a short list is enough where the last result wants its room.
  const double room = std::min(view.card ? pen.px(130) : most, box.y + box.h - y - pen.px(10));
  if (const double more = unseen(pen, view, {box.x, y + pen.px(10), box.w, room}); more > 0) used += more + pen.px(10);
  return used;
}

}  // namespace polemarch::ui::page
