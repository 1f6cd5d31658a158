#include <algorithm>

#include "ui/page/now_parts.hpp"
#include "ui/page/now_words.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kCardHigh = 78, kCardWide = 58;  ///< of the asked need and of the typed value beside the sentence

std::string typed_words(const QuestionView& question) {
  std::string typed = question.typed;
  if (question.sealed)
    for (char& c : typed)
      if (c != ' ') c = '*';
  return typed;
}

/// Words as they are typed, in lines of at most this width; of more lines than `most` the last, so that the caret is seen.
std::vector<std::string> typed_lines(const Pen& pen, const std::string& typed, double width, double size, std::size_t most) {
  std::vector<std::string> lines{std::string()};
  for (std::size_t at = 0; at < typed.size();) {
    std::size_t end = at + 1;
    while (end < typed.size() && (static_cast<unsigned char>(typed[end]) & 0xC0U) == 0x80U) ++end;
    const std::string letter = typed.substr(at, end - at);
    at = end;
    if (pen.width_of(lines.back() + letter, size, Face::Bold) > width && !lines.back().empty()) {
      const std::size_t space = lines.back().rfind(' ');  // a word goes on in the next line, unless it fills this one
      std::string word = space == std::string::npos || letter == " " ? std::string() : lines.back().substr(space + 1);
      if (space != std::string::npos && letter != " ") lines.back().resize(space);
      lines.push_back(std::move(word));
      if (letter == " ") continue;
    }
    lines.back() += letter;
  }
  if (lines.size() <= most) return lines;
  lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  lines.front() = "… " + lines.front();
  return lines;
}

/// Words that are typed, in as many rows as they take, three at most; the caret behind them. Returns its height.
double typed_field(Pen& pen, const std::string& typed, double x, double y, double width) {
  constexpr std::size_t kRows = 3;
  const Theme& theme = pen.theme();
  const double size = 20, step = pen.px(26), pad = pen.px(12);
  const std::vector<std::string> lines = typed_lines(pen, typed, width - 2 * pad - pen.width_of("… ", size, Face::Bold), size, kRows);
  const double height = pen.px(22) + step * static_cast<double>(lines.size());
  const bool light = &theme == &light_theme();  // yellow alone is not seen on paper
  if (light) pen.rect({x - 1, y - 1, width + 2, height + 2}, {}, theme.ink, 5, 6);
  pen.rect({x, y, width, height}, theme.raised, theme.selected, 3, 5);
  double middle = y + pen.px(11) + step / 2;
  for (const std::string& line : lines) {
    pen.text(x + pad, middle, line, size, theme.text, Face::Bold);
    middle += step;
  }
  const double end = x + pad + pen.width_of(lines.back(), size, Face::Bold) + pen.px(3), last = middle - step;
  pen.line({end, last - pen.px(size * 0.45)}, {end, last + pen.px(size * 0.45)}, light ? theme.text : theme.selected, 2);
  return height;
}

/// What is typed, with the caret behind it.
void typed_card(Pen& pen, const std::string& typed, Box box, double size) {
  const Theme& theme = pen.theme();
  const bool light = &theme == &light_theme();  // yellow alone is not seen on paper
  if (light) pen.rect({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, {}, theme.ink, 5, 6);
  pen.rect(box, theme.raised, theme.selected, 3, 5);
  const double wide = pen.width_of(typed, size, Face::Bold), middle = box.y + box.h / 2, x = box.x + (box.w - wide) / 2;
  pen.text(x, middle, typed, size, pen.theme().text, Face::Bold);
  pen.line({x + wide + pen.px(3), middle - pen.px(size * 0.45)}, {x + wide + pen.px(3), middle + pen.px(size * 0.45)},
           light ? theme.text : theme.selected, 2);
}

bool typed_beside(const QuestionView& question) { return question.takes_values && question.count == 1 && question.typed.size() < 4; }

/// The keys of dice and cards, for those who point instead of typing, then what ends the typing.
double value_keys(Pen& pen, const QuestionView& question, Box box) {
  const double height = pen.px(44), gap = pen.px(4);
  double x = box.x, y = box.y;
  const bool one_key = question.highest <= 10;
  const int low = one_key ? question.lowest : 0, high = one_key ? question.highest : 9;
  const double wide = std::min(pen.px(44), (box.w - gap * 9) / 10);
  for (int value = low; value <= high && value - low < 10; ++value) {
    const std::string words = std::to_string(value);
    pen.rect({x, y, wide, height}, pen.theme().raised, {}, 1, 5);
    pen.text(x + (wide - pen.width_of(words, type::kRow, Face::Bold)) / 2, y + height / 2, words, type::kRow, pen.theme().text, Face::Bold);
    pen.hit({x, y, wide, height}, TypeKey{value == 1 && high == 10 ? "a" : std::to_string(value % 10)});  // no ten follows a touch
    x += wide + gap;
  }
  x = box.x, y += height + pen.px(8);
  if (!question.typed.empty()) {
    const bool all = std::count(question.typed.begin(), question.typed.end(), ' ') + 1 >= question.count;
    x += key_button(pen, x, y, "Enter", "done", TypeKey{"Enter"}, all) + pen.px(8);
    if (!one_key) x += key_button(pen, x, y, "Space", "next", TypeKey{"Space"}, false) + pen.px(8);
    key_button(pen, x, y, "", "back", TypeKey{"Backspace"}, false);
  } else {
    key_button(pen, x, y, "v", question.draws ? "draw for me" : "throw for me", TypeKey{"v"}, false);
  }
  return y + height + pen.px(8) - box.y;
}

/// Rows of answers, those too long for a line in two. Where these are all, a page of them, and how many more there are; else as many as
/// fit.
double answers(Pen& pen, const std::vector<OptionView>& options, Box box, double row, bool all, int page) {
  const double step = pen.px(22);
  const auto left_of = [&](const OptionView& option) { return std::max(pen.key_cap_width(option.key), pen.px(28)) + pen.px(12); };
  std::vector<std::vector<std::string>> lines;
  std::vector<std::size_t> pages{0};  // the first answer of each
  std::vector<double> heights;
  double used = 0;
  for (const OptionView& option : options) {
    lines.push_back(pen.wrapped(option.text, box.w - left_of(option), type::kRow, Face::Medium, 2));
    heights.push_back(row + step * static_cast<double>(std::max<std::size_t>(lines.back().size(), 1) - 1));
    if (used + heights.back() > box.h && pages.back() + 1 < lines.size()) pages.push_back(lines.size() - 1), used = 0;
    used += heights.back();
  }
  const int count = static_cast<int>(pages.size());
  const auto at = static_cast<std::size_t>(all ? ((page % count) + count) % count : 0);
  const std::size_t end = at + 1 < pages.size() ? pages[at + 1] : options.size();
  double y = box.y;
  for (std::size_t i = pages[at]; i < end && y + heights[i] <= box.y + box.h + 1; ++i) {
    const OptionView& option = options[i];
    if (option.picked) pen.rect({box.x - pen.px(6), y, box.w + pen.px(12), heights[i]}, pen.theme().raised, pen.theme().selected, 2, 4);
    pen.key_cap(box.x, y + row / 2, option.key, option.allowed);
    double middle = y + row / 2;
    for (const std::string& words : lines[i]) {
      pen.text(box.x + left_of(option), middle, words, type::kRow, option.allowed ? pen.theme().text : pen.theme().third);
      middle += step;
    }
    if (option.allowed) pen.hit({box.x, y, box.w, heights[i]}, option.intent);
    y += heights[i];
  }
  if (all && pages.size() > 1) {
    const double cap = pen.key_cap(box.x, y + pen.px(14), "PageDown", true, 22) + pen.px(8);
    const std::string words = std::to_string(options.size() - (end - pages[at])) + " more";
    pen.text(box.x + cap, y + pen.px(14), words, type::kAside, pen.theme().second);
    pen.hit({box.x, y, cap + pen.width_of(words, type::kAside), pen.px(28)}, TurnPage{1});
    y += pen.px(30);
  }
  return y - box.y;
}

}  // namespace

double value_cards(Pen& pen, const QuestionView& question, double right, double y) {
  double x = right;
  if (typed_beside(question)) {
    const std::string typed = typed_words(question);
    const double width = std::max(pen.px(kCardWide), pen.width_of(typed, type::kTyped, Face::Bold) + pen.px(24));
    x -= width;
    typed_card(pen, typed, {x, y, width, pen.px(kCardHigh)}, type::kTyped);
    x -= pen.px(12);
  }
  if (question.odds && !question.odds->need.empty()) {
    const std::string& need = question.odds->need;
    const double size = need.size() > 3 ? 22 : 40;
    const double width = std::max(pen.px(kCardWide), pen.width_of(need, size, Face::Bold) + pen.px(20));
    x -= width;
    pen.rect({x, y, width, pen.px(kCardHigh)}, pen.theme().paper, pen.theme().key_edge, 1, question.odds->cards ? 4 : 14);
    pen.text(x + (width - pen.width_of(need, size, Face::Bold)) / 2, y + pen.px(32), need, size, pen.theme().ink, Face::Bold);
    pen.text(x + (width - pen.width_of("needed", type::kSmall)) / 2, y + pen.px(63), "needed", type::kSmall, pen.theme().ink);
    x -= pen.px(14);
  }
  return right - x;
}

double question_part(Pen& pen, const ViewState& view, const QuestionView& question, const std::string& call, BesideCall cards, Box box) {
  const double x = box.x, width = box.w;
  double y = box.y;
  // What all this belongs to: the order that is thrown for.
  if (question.takes_values && question.of_card && view.card && !view.card->title.empty() &&
      call.find(view.card->title) == std::string::npos) {
    for (const std::string& words : pen.wrapped(view.card->title, width - cards.width, type::kRow, Face::Medium, 2)) {
      pen.text(x, y + pen.px(11), words, type::kRow, pen.theme().second);
      y += pen.px(24);
    }
    y += pen.px(2);
  }
  std::string from_whom = side_asked(view) ? "" : question.who;  // a side's plate stands above
  if (!question.rule.empty()) from_whom += (from_whom.empty() ? "" : "   ") + question.rule;
  if (question.odds && !question.odds->chance.empty()) from_whom += (from_whom.empty() ? "" : "   ") + question.odds->chance;
  pen.text(x, y + pen.px(9), pen.fitted(from_whom, width - cards.width, type::kSmall), type::kSmall, pen.theme().third);
  y += pen.px(24);
  if (cards.width > 0) y = std::max(y, cards.top + pen.px(kCardHigh + 10));
  if (question.takes_text || (question.takes_values && !typed_beside(question))) {
    const std::string typed = typed_words(question);
    const double size = typed.size() > 24 ? 20 : 28;
    if (question.takes_text && typed.size() > 24)
      y += typed_field(pen, typed, x, y, width) - pen.px(48);
    else
      typed_card(pen, pen.fitted(typed, width - pen.px(24), size, Face::Bold), {x, y, width, pen.px(48)}, size);
    y += pen.px(56);
  }
  const double keys = question.takes_values ? pen.px(112) : 0;
  y += answers(pen, question.options, {x, y, width, std::max(0.0, box.y + box.h - y - pen.px(64) - keys)}, pen.px(view.touch ? 44 : 36),
               !question.takes_values, view.answer_page);
  if (question.takes_values) y += value_keys(pen, question, {x, y, width, keys});
  if (question.veiled) key_button(pen, x, y, "Enter", "show it", TypeKey{"Enter"}, true), y += pen.px(52);
  if (!question.takes_values && question.most > 1) key_button(pen, x, y, "Enter", "done", TypeKey{"Enter"}, true), y += pen.px(52);
  for (const std::string& words : pen.wrapped(question.hint, width, type::kAside, Face::Medium, 2)) {
    pen.text(x, y + pen.px(11), words, type::kAside, pen.theme().second);
    y += pen.px(22);
  }
  return y - box.y;
}

}  // namespace polemarch::ui::page
