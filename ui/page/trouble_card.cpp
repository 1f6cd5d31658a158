/// What is wrong gets a card of its own under NOW, which covers nothing: refusals, doubts, notices.
#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

double refusal_card(Pen& pen, const ViewState& view, Box box) {
  if (!view.question || !view.question->aside) return 0;
  const QuestionView& question = *view.question;
  const Theme& theme = pen.theme();
  const bool close = question.text.find("too close to call") != std::string::npos;
  const Paint paint = close ? theme.doubt : theme.refused;
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), row = pen.px(view.touch ? 44 : 36);
  double y = box.y + pen.px(kTop);
  // What was tried is the title, why not stands below it.
  const std::size_t colon = question.text.rfind(": ");
  std::string title = question.text.substr(0, colon), why = colon == std::string::npos ? "" : question.text.substr(colon + 2);
  if (!why.empty() && why[0] >= 'a' && why[0] <= 'z') why[0] = static_cast<char>(why[0] - 'a' + 'A');
  const double glyph = pen.px(26);
  draw_glyph(pen, close ? engine::Glyph::TooClose : engine::Glyph::NotAllowed, {x, y}, glyph, paint);
  for (const std::string& words : pen.wrapped(title, width - glyph - pen.px(10), type::kTitle * 0.9, Face::Bold, 3)) {
    pen.text(x + glyph + pen.px(10), y + pen.px(13), words, type::kTitle * 0.9, theme.text, Face::Bold);
    y += pen.px(28);
  }
  y += pen.px(4);
  for (const std::string& words : pen.wrapped(why, width, type::kRow, Face::Medium, 3)) {
    pen.text(x, y + pen.px(12), words, type::kRow, theme.text);
    y += pen.px(24);
  }
  if (!question.rule.empty()) {
    pen.text(x, y + pen.px(9), question.rule, type::kSmall, theme.third);
    y += pen.px(22);
  }
  for (const OptionView& option : question.options) {
    const double cap = pen.key_cap(x, y + row / 2, option.key, option.allowed), at = x + std::max(cap, pen.px(28)) + pen.px(12);
    pen.text(at, y + row / 2, pen.fitted(option.text, x + width - at, type::kRow), type::kRow, theme.text);
    if (option.allowed) pen.hit({x, y, width, row}, option.intent);
    y += row;
  }
  for (const std::string& words : pen.wrapped("Nothing waits for this: play on and answer later.", width, type::kAside, Face::Medium, 2)) {
    pen.text(x, y + pen.px(12), words, type::kAside, theme.second);
    y += pen.px(22);
  }
  y += pen.px(kTop - 2);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, paint);
  return y - box.y;
}

double notice_card(Pen& pen, const ViewState& view, Box box) {
  std::vector<std::pair<std::string, Paint>> lines;
  for (const TextLine& notice : view.notices) lines.emplace_back(notice.text, pen.theme().text);
  for (const TextLine& line : view.further) lines.emplace_back(line.text, pen.theme().second);
  if (lines.empty()) return 0;
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), step = pen.px(24);
  double y = box.y + pen.px(kTop);
  std::size_t shown = 0;
  for (const auto& [text, paint] : lines) {
    const auto words = pen.wrapped(text, width, type::kAside, Face::Medium, 2);
    if (y + step * static_cast<double>(words.size() + 1) > box.y + box.h && shown > 0) break;
    for (const std::string& line : words) {
      pen.text(x, y + step / 2, line, type::kAside, paint);
      y += step;
    }
    ++shown;
  }
  if (shown < lines.size()) {
    pen.text(x, y + step / 2, std::to_string(lines.size() - shown) + " more", type::kAside, pen.theme().third);
    y += step;
  }
  y += pen.px(kTop);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, view.notices.empty() ? pen.theme().third : pen.theme().doubt);
  return y - box.y;
}

}  // namespace polemarch::ui::page
