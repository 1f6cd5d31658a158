#include <algorithm>

#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kLeft = 20, kRight = 18, kTop = 14;
constexpr std::size_t kReelButtons = 4;  ///< of a replay; its other keys stand under the table

/// What is typed for dice or cards: a paper card as wide as its text.
double typed_value(Pen& pen, const QuestionView& question, double x, double y) {
  std::string typed = question.typed;
  if (question.sealed)
    for (char& c : typed)
      if (c != ' ') c = '*';
  const double size = type::kTyped * (typed.size() > 6 ? 0.6 : 1.0), height = pen.px(60);
  const double width = std::max(pen.px(48), pen.width_of(typed, size, Face::Bold) + pen.px(24));
  pen.rect({x, y, width, height}, pen.theme().paper, pen.theme().selected, 2, 5);
  pen.text(x + pen.px(12), y + height / 2, typed, size, pen.theme().ink, Face::Bold);
  pen.line({x + pen.px(14) + pen.width_of(typed, size, Face::Bold), y + pen.px(12)},
           {x + pen.px(14) + pen.width_of(typed, size, Face::Bold), y + height - pen.px(12)}, pen.theme().ink, 2);
  return height;
}

/// What the cards or dice have to show, as large as what is typed. Returns its width.
double asked_need(Pen& pen, const OddsView& odds, double x, double y) {
  const double size = type::kTyped * (odds.need.size() > 3 ? 0.55 : 0.9), height = pen.px(60);
  const double width = std::max(pen.px(52), pen.width_of(odds.need, size, Face::Bold) + pen.px(24));
  pen.rect({x, y, width, height}, pen.theme().raised, pen.theme().second, 1.5, odds.cards ? 4 : 14);
  pen.text(x + (width - pen.width_of(odds.need, size, Face::Bold)) / 2, y + height / 2, odds.need, size, pen.theme().text, Face::Bold);
  if (odds.chance.empty()) return width;
  return width + pen.px(10) + pen.text(x + width + pen.px(10), y + height / 2, odds.chance, type::kAside, pen.theme().second);
}

/// Rows of answers; what does not fit is counted.
double answers(Pen& pen, const std::vector<OptionView>& options, Box box) {
  const double row = pen.px(36);
  double y = box.y;
  std::size_t shown = 0;
  for (const OptionView& option : options) {
    if (y + row > box.y + box.h) break;
    const double middle = y + row / 2;
    if (option.picked) pen.rect({box.x - pen.px(6), y, box.w + pen.px(12), row}, pen.theme().raised, pen.theme().selected, 2, 4);
    const double cap = pen.key_cap(box.x, middle, option.key, option.allowed);
    const double x = box.x + std::max(cap, pen.px(28)) + pen.px(12);
    pen.text(x, middle, pen.fitted(option.text, box.x + box.w - x, type::kRow), type::kRow,
             option.allowed ? pen.theme().text : pen.theme().third);
    if (option.allowed) pen.hit({box.x, y, box.w, row}, option.intent);
    y += row;
    ++shown;
  }
  if (shown < options.size()) {
    pen.text(box.x, y + pen.px(10), std::to_string(options.size() - shown) + " more", type::kAside, pen.theme().third);
    y += pen.px(22);
  }
  return y - box.y;
}

/// The ways on, in rows of buttons. The likely one is filled where nothing else is left to do.
double buttons(Pen& pen, const ViewState& view, Box box) {
  const double height = pen.px(44), gap = pen.px(8);
  const bool nothing_else =
      !view.question && std::none_of(view.units.begin(), view.units.end(), [](const UnitView& unit) { return unit.can > 0; });
  bool filled = false;
  double x = box.x, y = box.y;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < view.menu.size() && (!view.replay || i < kReelButtons); ++i) {
    const OptionView& entry = view.menu[i];
    if (!entry.allowed && view.question) continue;
    const bool first = nothing_else && entry.ends && entry.allowed && !filled;
    const double cap = entry.allowed ? pen.key_cap_width(entry.key) + pen.px(10) : 0;
    std::string words = entry.allowed ? entry.text : entry.text + ": " + entry.detail;
    words = pen.fitted(words, box.w - cap - pen.px(26), type::kButton, Face::Bold);
    const double width = cap + pen.width_of(words, type::kButton, Face::Bold) + pen.px(20);
    if (x > box.x && x + width > box.x + box.w) x = box.x, y += height + gap;
    if (y + height > box.y + box.h) {
      ++left_out;
      continue;
    }
    const Box place{x, y, width, height};
    if (entry.allowed) {
      pen.rect(place, first ? pen.theme().text : pen.theme().raised, {}, 1, 5);
      pen.key_cap(x + pen.px(8), y + height / 2, entry.key, true);
      pen.hit(place, entry.intent);
    } else {
      pen.rect(place, {}, pen.theme().key_edge, 1, 5);
    }
    pen.text(x + pen.px(10) + cap, y + height / 2, words, type::kButton,
             first           ? pen.theme().card
             : entry.allowed ? pen.theme().text
                             : pen.theme().third,
             Face::Bold);
    filled = filled || first;
    x += width + gap;
  }
  if (x > box.x) y += height;
  if (left_out > 0) {
    pen.text(box.x, y + pen.px(14), std::to_string(left_out) + " more", type::kAside, pen.theme().third);
    y += pen.px(26);
  }
  return y - box.y;
}

}  // namespace

void reel_keys(Pen& pen, const ViewState& view, Box box) {
  const double middle = box.y + box.h / 2;
  double x = box.x;
  for (std::size_t i = kReelButtons; i < view.menu.size(); ++i) {
    const OptionView& entry = view.menu[i];
    const double width = pen.key_cap_width(entry.key, 22) + pen.px(6) + pen.width_of(entry.text, type::kAside) + pen.px(16);
    if (x + width > box.x + box.w) return;
    const double from = x;
    x += pen.key_cap(x, middle, entry.key, true, 22) + pen.px(6);
    pen.text(x, middle, entry.text, type::kAside, pen.theme().second);
    x = from + width;
    pen.hit({from, box.y, width, box.h}, entry.intent);
  }
}

double now_card(Pen& pen, const ViewState& view, Box box) {
  const std::size_t from = pen.mark();
  const Theme& theme = pen.theme();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), right = x + width;
  double y = box.y + pen.px(kTop);
  const double line = pen.px(26);
  double at = x;
  if (view.replay) {
    const double wide = pen.width_of("Replay", type::kButton, Face::Bold) + pen.px(20);
    pen.rect({x, y, wide, line}, theme.selected, {}, 1, 3);
    pen.text(x + pen.px(10), y + line / 2, "Replay", type::kButton, theme.ink, Face::Bold);
    at += wide + pen.px(10);
  }
  if (view.to_play) at += pen.plate(at, y + line / 2, view.side_names[view.to_play == Side::A ? 0 : 1], *view.to_play, 26) + pen.px(10);
  at += pen.text(at, y + line / 2, view.moment, type::kButton, theme.text, Face::Bold) + pen.px(10);
  pen.text_right(right, y + line / 2, pen.fitted(view.phase, right - at, type::kAside), type::kAside, theme.second);
  y += line + pen.px(8);
  std::string call = view.question ? view.question->text : view.call;
  if (!call.empty() && call[0] >= 'a' && call[0] <= 'z') call[0] = static_cast<char>(call[0] - 'a' + 'A');
  for (const std::string& words : pen.wrapped(call, width, type::kNow, Face::Bold, view.question ? 3 : 2)) {
    pen.text(x, y + pen.px(type::kNowLine) / 2, words, type::kNow, theme.text, Face::Bold);
    y += pen.px(type::kNowLine);
  }
  y += pen.px(6);
  if (view.question) {
    const QuestionView& question = *view.question;
    const std::string from_whom = question.who + (question.rule.empty() ? "" : "   " + question.rule);
    pen.text(x, y + pen.px(9), from_whom, type::kSmall, theme.third);
    y += pen.px(24);
    if (question.takes_values || question.takes_text) {
      double from = x;
      if (question.odds && !question.odds->need.empty()) from += asked_need(pen, *question.odds, x, y) + pen.px(14);
      y += typed_value(pen, question, from, y) + pen.px(8);
    }
    y += answers(pen, question.options, {x, y, width, std::max(0.0, box.y + box.h - y - pen.px(64))});
    for (const std::string& words : pen.wrapped(question.hint, width, type::kAside, Face::Medium, 2)) {
      pen.text(x, y + pen.px(11), words, type::kAside, theme.second);
      y += pen.px(22);
    }
  }
  y += buttons(pen, view, {x, y, width, std::max(pen.px(44), box.y + box.h - y - pen.px(kTop))});
  for (const TextLine& window : view.windows) {
    for (const std::string& words : pen.wrapped(window.text, width, type::kAside, Face::Medium, 2)) {
      pen.text(x, y + pen.px(14), words, type::kAside, theme.doubt);
      y += pen.px(22);
    }
  }
  y += pen.px(kTop);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, view.replay ? theme.selected : view.to_play ? theme.line(*view.to_play) : theme.third);
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
