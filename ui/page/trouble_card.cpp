/// What is wrong gets a card of its own under NOW, which covers nothing: refusals, doubts, notices.
#include <algorithm>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

namespace {
/// A reason with what was measured, where its words have no number yet.
std::string said_of(const RowView& reason) {
  const bool told = reason.value.empty() || reason.text.find_first_of("0123456789") != std::string::npos;
  return told ? reason.text : reason.text + " (" + reason.value + ")";
}
bool says_refused(const TextLine& notice) { return notice.refusal; }
}  // namespace

double refusal_card(Pen& pen, const ViewState& view, Box box) {
  if (!view.question || !view.question->aside) return 0;
  const QuestionView& question = *view.question;
  const Theme& theme = pen.theme();
  const bool close = question.close;
  const Paint paint = close ? theme.doubt : theme.refused;
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), row = pen.px(view.touch ? 44 : 36);
  double y = box.y + pen.px(kTop);
  // What was tried is the title, why not stands below it.
  std::string title = question.tried.empty() ? question.text : question.tried, why = question.why;
  const std::string& rule = question.rule;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
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
  if (!rule.empty()) {
    pen.text(x, y + pen.px(9), rule, type::kSmall, theme.third);
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

bool refused_now(const ViewState& view) {
  return view.card && view.card->ruling == engine::Ruling::Refused &&
         ((view.question && view.question->aside) || std::any_of(view.notices.begin(), view.notices.end(), says_refused));
}

double refused_card(Pen& pen, const ViewState& view, Box box) {
  if (!refused_now(view) || (view.question && view.question->aside)) return 0;
  const Theme& theme = pen.theme();
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), glyph = pen.px(26);
  double y = box.y + pen.px(kTop);
  draw_glyph(pen, engine::Glyph::NotAllowed, {x, y}, glyph, theme.refused);
  std::string title = view.card->title;
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  for (const std::string& words : pen.wrapped(title, width - glyph - pen.px(10), type::kTitle * 0.9, Face::Bold, 2)) {
    pen.text(x + glyph + pen.px(10), y + pen.px(13), words, type::kTitle * 0.9, theme.text, Face::Bold);
    y += pen.px(28);
  }
  y += pen.px(4);
  constexpr std::size_t kReasons = 3;
  for (std::size_t i = 0; i < view.card->rows.size() && i < kReasons; ++i) {
    const RowView& row = view.card->rows[i];
    std::string why = said_of(row);
    if (i == 0 && !why.empty() && why[0] >= 'a' && why[0] <= 'z') why[0] = static_cast<char>(why[0] - 'a' + 'A');
    for (const std::string& words : pen.wrapped(why, width, type::kRow, Face::Medium, 3)) {
      pen.text(x, y + pen.px(12), words, type::kRow, theme.text);
      y += pen.px(24);
    }
    if (row.rule.empty()) continue;
    pen.text(x, y + pen.px(8), row.rule, type::kSmall, theme.third);
    y += pen.px(20);
  }
  y += pen.px(kTop - 4);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, theme.refused);
  return y - box.y;
}

double notice_card(Pen& pen, const ViewState& view, Box box) {
  std::vector<std::pair<std::string, Paint>> lines;
  const bool on_card = refused_now(view);
  for (const TextLine& notice : view.notices)
    if (!on_card || !says_refused(notice)) lines.emplace_back(notice.text, pen.theme().text);
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
  const bool warns =
      std::any_of(view.notices.begin(), view.notices.end(), [](const TextLine& notice) { return notice.tone != Tone::Text; });
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, warns ? pen.theme().doubt : pen.theme().third);
  return y - box.y;
}

}  // namespace polemarch::ui::page
