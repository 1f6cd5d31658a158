#include <algorithm>
#include <cctype>

#include "ui/page/cards.hpp"
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

/// What the cards or dice have to show, and what is typed where one value is: two large cards at the right. Returns their width.
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

/// A button with a key; returns its width.
double key_button(Pen& pen, double x, double y, const std::string& key, const std::string& words, const Intent& intent, bool first) {
  const double height = pen.px(44), cap = key.empty() ? 0 : pen.key_cap_width(key) + pen.px(10);
  const double width = cap + pen.width_of(words, type::kButton, Face::Bold) + pen.px(20);
  pen.rect({x, y, width, height}, first ? pen.theme().text : pen.theme().raised, {}, 1, 5);
  if (!key.empty()) pen.key_cap(x + pen.px(8), y + height / 2, key, true);
  pen.text(x + pen.px(10) + cap, y + height / 2, words, type::kButton, first ? pen.theme().card : pen.theme().text, Face::Bold);
  pen.hit({x, y, width, height}, intent);
  return width;
}

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

/// What is to be done by hand, a row each; a click says that it is done, Enter says so of all.
double owed_rows(Pen& pen, const ViewState& view, Box box) {
  const std::size_t rows = view.can_drag ? 2 : 5;
  const double row = pen.px(view.touch ? 44 : 30);
  double y = box.y;
  for (std::size_t i = 0; i < view.owed.size() && i < rows; ++i) {
    const OwedView& owed = view.owed[i];
    const double middle = y + row / 2, plate = pen.plate(box.x, middle, owed.unit.text, owed.side.value_or(Side::A), 22) + pen.px(10);
    const bool there = owed.state == "stands there";
    const double state = there ? pen.px(18) : pen.width_of(owed.state, type::kAside), right = box.x + box.w;
    if (there) {  // a tick
      pen.line({right - pen.px(14), middle}, {right - pen.px(9), middle + pen.px(5)}, pen.theme().allowed, 3);
      pen.line({right - pen.px(9), middle + pen.px(5)}, {right, middle - pen.px(5)}, pen.theme().allowed, 3);
    } else {
      pen.text_right(right, middle, owed.state, type::kAside, pen.theme().second);
    }
    pen.text(box.x + plate, middle, pen.fitted(owed.text, box.w - plate - state - pen.px(10), type::kRow), type::kRow, pen.theme().text);
    pen.hit({box.x, y, box.w, row}, owed.intent);
    y += row;
  }
  if (view.owed.size() > rows) {
    pen.text(box.x, y + row / 2, std::to_string(view.owed.size() - rows) + " more", type::kAside, pen.theme().third);
    y += row;
  }
  if (view.owed.empty()) return 0;
  y += pen.px(6);
  key_button(pen, box.x, y, "Enter", view.owed.size() == 1 ? "done" : "all done", PlaceAll{}, true);
  return y + pen.px(52) - box.y;
}

/// A button of NOW before it has its place.
struct Laid {
  const OptionView* entry;
  Box box;
  std::vector<std::string> lines;
  double size, cap;
};

/// Buttons in rows of this height; a button too long for a row has two lines. Those that find no room are counted.
std::vector<Laid> lay_buttons(Pen& pen, const std::vector<const OptionView*>& entries, const std::string& stem, Box box, double height,
                              std::size_t& left_out) {
  const double gap = pen.px(height < 44 ? 6 : 8), tall = pen.px(height);
  std::vector<Laid> laid;
  double x = box.x, y = box.y;
  left_out = 0;
  for (const OptionView* entry : entries) {
    const double cap = entry->allowed ? pen.key_cap_width(entry->key) + pen.px(10) : 0;
    std::string words = entry->allowed ? entry->text : entry->text + ": " + entry->detail;
    if (entry->key == "Left" || entry->key == "Right") words.clear();  // its arrow says it
    if (!stem.empty() && words.starts_with(stem)) words.erase(0, stem.size());
    const double room = box.w - cap - pen.px(26);
    std::vector<std::string> lines{words};
    const double size = pen.width_of(words, type::kButton, Face::Bold) > room ? type::kAside : type::kButton;
    if (size < type::kButton) lines = pen.wrapped(words, room, size, Face::Bold, 2);
    double wide = 0;
    for (const std::string& line : lines) wide = std::max(wide, pen.width_of(line, size, Face::Bold));
    if (const double ends = pen.width_of(lines.back(), size, Face::Bold) + rule_width(pen, *entry); ends <= room)
      wide = std::max(wide, ends);
    const double width = cap + wide + pen.px(20), high = lines.size() > 1 ? std::max(tall, pen.px(46)) : tall;
    if (x > box.x && x + width > box.x + box.w) x = box.x, y += (laid.empty() ? tall : laid.back().box.h) + gap;
    if (y + high > box.y + box.h + pen.px(1)) {
      ++left_out;
      continue;
    }
    laid.push_back({entry, {x, y, width, high}, std::move(lines), size, cap});
    x += width + gap;
  }
  return laid;
}

/// The ways on, in rows of buttons. The likely one is filled where nothing else is left to do.
double buttons(Pen& pen, const ViewState& view, Box box) {
  const bool asked = view.question && !view.question->aside;
  const bool all_stand = view.placing && view.placing->units.empty();  // they may be put elsewhere, and need not
  const bool nothing_else =
      !asked && view.owed.empty() &&
      (all_stand || std::none_of(view.units.begin(), view.units.end(), [](const UnitView& unit) { return unit.can > 0; }));
  std::vector<const OptionView*> entries;
  std::size_t left_out = 0, refused = 0;
  const OptionView* repairs = nullptr;  // what is no way on stands below the ways, small
  for (std::size_t i = 0; i < view.menu.size() && (!view.replay || i < kReelButtons); ++i) {
    const OptionView& entry = view.menu[i];
    if (entry.gives_up && entry.allowed && !view.touch) {
      repairs = &entry;
      continue;
    }
    if (!entry.allowed && asked) continue;
    if (const auto* look = std::get_if<LookAtHand>(&entry.intent))  // its key stands beside the hand
      if (std::any_of(view.hands.begin(), view.hands.end(),
                      [&](const HandView& hand) { return hand.side == look->side && !hand.key.empty(); }))
        continue;
    if (!entry.allowed && !entry.ends && !view.show_why)  // what ends something says why it may not yet, the rest when asked
      ++refused;
    else
      entries.push_back(&entry);
  }
  double y = box.y;
  const std::string stem = stem_of(view.menu);
  if (!stem.empty()) {
    pen.text(box.x, y + pen.px(12), pen.fitted(stem, box.w, type::kButton, Face::Bold), type::kButton, pen.theme().second, Face::Bold);
    y += pen.px(30);
  }
  const Box rows{box.x, y, box.w, box.y + box.h - y - pen.px(refused > 0 || repairs != nullptr ? 30 : 0)};
  std::vector<Laid> laid = lay_buttons(pen, entries, stem, rows, 44, left_out);
  const bool high = !laid.empty() && !view.selected.empty() && laid.back().box.y > rows.y + pen.px(100);  // more than two rows
  if ((left_out > 0 || high) && !view.touch) laid = lay_buttons(pen, entries, stem, rows, 36, left_out);
  bool filled = false;
  for (const Laid& one : laid) {
    const OptionView& entry = *one.entry;
    const bool likely = view.replay ? &one == laid.data() : nothing_else && entry.ends, first = likely && entry.allowed && !filled;
    const double middle = one.box.y + one.box.h / 2;
    if (entry.allowed) {
      pen.rect(one.box, first ? pen.theme().text : pen.theme().raised, {}, 1, 5);
      pen.key_cap(one.box.x + pen.px(8), middle, entry.key, true);
      pen.hit(one.box, entry.intent);
    } else {
      pen.rect(one.box, {}, pen.theme().key_edge, 1, 5);
    }
    const Paint ink = first ? pen.theme().card : entry.allowed ? pen.theme().text : pen.theme().third;
    for (std::size_t i = 0; i < one.lines.size(); ++i)
      pen.text(one.box.x + pen.px(10) + one.cap, one.lines.size() == 1 ? middle : middle + pen.px(i == 0 ? -10 : 10), one.lines[i],
               one.size, ink, Face::Bold);
    const double rule = rule_width(pen, entry), said = pen.width_of(one.lines.back(), one.size, Face::Bold);
    if (rule > 0 && said + rule <= one.box.w - pen.px(19))  // behind its last line
      pen.text_right(one.box.x + one.box.w - pen.px(10), one.lines.size() == 1 ? middle : middle + pen.px(10), entry.rule, type::kSmall,
                     pen.theme().third);
    filled = filled || first;
    y = std::max(y, one.box.y + one.box.h);
  }
  if (left_out + refused > 0 || repairs != nullptr) {
    double at = box.x;
    if (left_out > 0) at += pen.text(at, y + pen.px(18), std::to_string(left_out) + " more", type::kAside, pen.theme().third) + pen.px(18);
    if (refused > 0) {
      at += pen.key_cap(at, y + pen.px(18), "w", true, 22) + pen.px(8);
      const double from = at - pen.px(30);
      at += pen.text(at, y + pen.px(18), "not now: " + std::to_string(refused), type::kAside, pen.theme().second);
      pen.hit({from, y, at - from, pen.px(36)}, AskWhy{});
      at += pen.px(18);
    }
    if (repairs != nullptr) {
      const double wide = pen.key_cap_width(repairs->key, 22) + pen.px(8) + pen.width_of(repairs->text, type::kAside);
      if (at > box.x && at + wide > box.x + box.w) at = box.x, y += pen.px(30);
      const double from = at;
      at += pen.key_cap(at, y + pen.px(18), repairs->key, true, 22) + pen.px(8);
      at += pen.text(at, y + pen.px(18), repairs->text, type::kAside, pen.theme().second);
      pen.hit({from, y, at - from, pen.px(36)}, repairs->intent);
    }
    y += pen.px(30);
  }
  return y - box.y;
}

}  // namespace

double now_card(Pen& pen, const ViewState& view, Box box) {
  const QuestionView* asked = view.question && !view.question->aside ? &*view.question : nullptr;
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
  std::optional<Side> who = view.to_play;  // who is asked, though it may be the other side's turn
  if (const auto side = side_asked(view)) who = side;
  if (!who && !asked) who = view.looks;
  std::string moment = view.moment;
  if (view.to_play && who != view.to_play && moment.find_first_of("0123456789") != std::string::npos)  // "Turn 3" behind the plate
    moment = "to answer in " + std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(moment[0])))) + moment.substr(1);
  if (who) at += pen.plate(at, y + line / 2, view.side_names[who == Side::A ? 0 : 1], *who, 26) + pen.px(10);
  if (pen.width_of(moment, type::kButton, Face::Bold) > right - at) moment = view.moment;  // the strip says who is to answer
  moment = pen.fitted(moment, right - at, type::kButton, Face::Bold);
  at += pen.text(at, y + line / 2, moment, type::kButton, theme.text, Face::Bold) + pen.px(10);
  const std::string phase = in_whole_clauses(pen, view.phase, right - at, type::kAside);
  pen.text_right(right, y + line / 2, phase, type::kAside, theme.second);
  y += line + pen.px(8);
  std::string call = asked != nullptr ? asked->text : view.call;
  if (asked != nullptr && asked->odds) call = without_need(std::move(call), asked->odds->need);
  const bool bare = asked != nullptr && std::ranges::any_of(view.units, [&](const UnitView& unit) { return unit.name == call; });
  if (bare) {  // a name alone asks nothing
    const bool begun = asked->of_card && view.card && view.card->title.starts_with(call);
    if (begun || asked->odds) call = begun ? view.card->title : asked->odds->title;
  }
  if (!call.empty() && call[0] >= 'a' && call[0] <= 'z') call[0] = static_cast<char>(call[0] - 'a' + 'A');
  const double top = y, cards = asked != nullptr && asked->takes_values ? value_cards(pen, *asked, right, y) : 0;
  // A long sentence is written smaller before it is cut.
  double size = type::kNow, step = type::kNowLine;
  std::size_t lines = view.ended ? 5 : asked != nullptr ? 3 : 2;  // how it ended is told to its end
  if (pen.wrapped(call, width - cards, size, Face::Bold, lines + 1).size() > lines) size = 24, step = 29, lines += view.ended ? 5 : 1;
  for (const std::string& words : pen.wrapped(call, width - cards, size, Face::Bold, lines)) {
    pen.text(x, y + pen.px(step) / 2, words, size, theme.text, Face::Bold);
    y += pen.px(step);
  }
  y += pen.px(6);
  if (asked != nullptr) {
    const QuestionView& question = *asked;
    // What all this belongs to: the order that is thrown for.
    if (question.takes_values && question.of_card && view.card && !view.card->title.empty() &&
        call.find(view.card->title) == std::string::npos) {
      for (const std::string& words : pen.wrapped(view.card->title, width - cards, type::kRow, Face::Medium, 2)) {
        pen.text(x, y + pen.px(11), words, type::kRow, theme.second);
        y += pen.px(24);
      }
      y += pen.px(2);
    }
    std::string from_whom = side_asked(view) ? "" : question.who;  // a side's plate stands above
    if (!question.rule.empty()) from_whom += (from_whom.empty() ? "" : "   ") + question.rule;
    if (question.odds && !question.odds->chance.empty()) from_whom += (from_whom.empty() ? "" : "   ") + question.odds->chance;
    pen.text(x, y + pen.px(9), pen.fitted(from_whom, width - cards, type::kSmall), type::kSmall, theme.third);
    y += pen.px(24);
    if (cards > 0) y = std::max(y, top + pen.px(kCardHigh + 10));
    if (question.takes_text || (question.takes_values && !typed_beside(question))) {
      const std::string typed = typed_words(question);
      const double size = typed.size() > 24 ? 20 : 28;
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
      pen.text(x, y + pen.px(11), words, type::kAside, theme.second);
      y += pen.px(22);
    }
  }
  if (asked == nullptr) y += owed_rows(pen, view, {x, y, width, 0});
  y += buttons(pen, view, {x, y, width, std::max(pen.px(44), box.y + box.h - y - pen.px(kTop))});
  for (const TextLine& window : view.windows) {  // who may interrupt, and what closes it
    const std::string &what = window.text, until = window.until.empty() ? "" : "until " + window.until;
    const double rule = window.rule.empty() ? 0 : pen.width_of(window.rule, type::kSmall) + pen.px(12);
    y += pen.px(6);
    pen.line({x, y}, {right, y}, theme.raised, 2);
    y += pen.px(4);
    pen.text_right(right, y + pen.px(12), window.rule, type::kSmall, theme.third);
    if (!view.selected.empty()) {  // the unit below needs the room: both in one
      for (const std::string& words :
           pen.wrapped(until.empty() ? what : what + ", " + until, width - rule, type::kAside, Face::Medium, 2)) {
        pen.text(x, y + pen.px(11), words, type::kAside, theme.text);
        y += pen.px(21);
      }
      continue;
    }
    for (const std::string& words : pen.wrapped(what, width - rule, type::kRow, Face::Medium, 2)) {
      pen.text(x, y + pen.px(12), words, type::kRow, theme.text);
      y += pen.px(23);
    }
    if (until.empty()) continue;
    pen.text(x, y + pen.px(9), pen.fitted(until, width, type::kAside), type::kAside, theme.second);
    y += pen.px(21);
  }
  y += pen.px(kTop);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, view.replay ? theme.selected : who ? theme.line(*who) : theme.third);
  return y - box.y;
}

}  // namespace polemarch::ui::page
