#include <algorithm>
#include <cctype>

#include "ui/page/now_parts.hpp"
#include "ui/page/now_words.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kArmyPlate = 26;

/// Whose turn it is, which, and the phase. `who`: whose plate stands there.
double head_line(Pen& pen, const ViewState& view, const std::optional<Side>& who, Box box) {
  const Theme& theme = pen.theme();
  const double line = pen.px(26), middle = box.y + line / 2, right = box.x + box.w;
  double at = box.x;
  if (view.replay) {
    const double wide = pen.width_of("Replay", type::kButton, Face::Bold) + pen.px(20);
    pen.rect({at, box.y, wide, line}, theme.selected, {}, 1, 3);
    pen.text(at + pen.px(10), middle, "Replay", type::kButton, theme.ink, Face::Bold);
    at += wide + pen.px(10);
  }
  std::string moment = view.moment;
  if (view.to_play && who != view.to_play && moment.find_first_of("0123456789") != std::string::npos)  // "Turn 3" behind the plate
    moment = "to answer in " + std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(moment[0])))) + moment.substr(1);
  if (who) {  // a long name is cut before the turn is
    const std::string& name = view.side_names[who == Side::A ? 0 : 1];
    const double turn = pen.width_of(view.moment, type::kButton, Face::Bold) + pen.px(10), edges = pen.plate_width("", kArmyPlate);
    at += pen.plate(at, middle, pen.fitted(name, right - at - turn - edges, kArmyPlate * 0.7, Face::Bold), *who, kArmyPlate) + pen.px(10);
  }
  if (pen.width_of(moment, type::kButton, Face::Bold) > right - at) moment = view.moment;  // the strip says who is to answer
  moment = pen.fitted(moment, right - at, type::kButton, Face::Bold);
  at += pen.text(at, middle, moment, type::kButton, theme.text, Face::Bold) + pen.px(10);
  const std::string phase = in_whole_clauses(pen, view.phase, right - at, type::kAside);
  pen.text_right(right, middle, phase, type::kAside, theme.second);
  return line + pen.px(8);
}

/// The sentence of NOW: what is asked, or else what is waited for.
std::string call_of(const ViewState& view, const QuestionView* asked) {
  std::string call = asked != nullptr ? asked->text : view.call;
  if (asked != nullptr && asked->odds) call = without_need(std::move(call), asked->odds->need);
  const bool bare = asked != nullptr && std::ranges::any_of(view.units, [&](const UnitView& unit) { return unit.name == call; });
  if (bare) {  // a name alone asks nothing
    const bool begun = asked->of_card && view.card && view.card->title.starts_with(call);
    if (begun || asked->odds) call = begun ? view.card->title : asked->odds->title;
  }
  if (!call.empty() && call[0] >= 'a' && call[0] <= 'z') call[0] = static_cast<char>(call[0] - 'a' + 'A');
  return call;
}

/// A long sentence is written smaller before it is cut. `lines`: it may have at the usual size.
double call_lines(Pen& pen, const ViewState& view, const std::string& call, std::size_t lines, Box box) {
  double size = type::kNow, step = type::kNowLine, y = box.y;
  if (pen.wrapped(call, box.w, size, Face::Bold, lines + 1).size() > lines) size = 24, step = 29, lines += view.ended ? 5 : 1;
  for (const std::string& words : pen.wrapped(call, box.w, size, Face::Bold, lines)) {
    pen.text(box.x, y + pen.px(step) / 2, words, size, pen.theme().text, Face::Bold);
    y += pen.px(step);
  }
  return y + pen.px(6) - box.y;
}

/// Who may interrupt, and what closes it.
double window_row(Pen& pen, const ViewState& view, const TextLine& window, Box box) {
  const Theme& theme = pen.theme();
  const std::string &what = window.text, until = window.until.empty() ? "" : "until " + window.until;
  const double right = box.x + box.w, rule = window.rule.empty() ? 0 : pen.width_of(window.rule, type::kSmall) + pen.px(12);
  double y = box.y + pen.px(6);
  pen.line({box.x, y}, {right, y}, theme.raised, 2);
  y += pen.px(4);
  pen.text_right(right, y + pen.px(12), window.rule, type::kSmall, theme.third);
  if (!view.selected.empty()) {  // the unit below needs the room: both in one
    for (const std::string& words : pen.wrapped(until.empty() ? what : what + ", " + until, box.w - rule, type::kAside, Face::Medium, 2)) {
      pen.text(box.x, y + pen.px(11), words, type::kAside, theme.text);
      y += pen.px(21);
    }
    return y - box.y;
  }
  for (const std::string& words : pen.wrapped(what, box.w - rule, type::kRow, Face::Medium, 2)) {
    pen.text(box.x, y + pen.px(12), words, type::kRow, theme.text);
    y += pen.px(23);
  }
  if (until.empty()) return y - box.y;
  pen.text(box.x, y + pen.px(9), pen.fitted(until, box.w, type::kAside), type::kAside, theme.second);
  return y + pen.px(21) - box.y;
}

}  // namespace

double now_card(Pen& pen, const ViewState& view, Box box) {
  const QuestionView* asked = view.question && !view.question->aside ? &*view.question : nullptr;
  const std::size_t from = pen.mark();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight);
  double y = box.y + pen.px(kTop);
  std::optional<Side> who = view.to_play;  // who is asked, though it may be the other side's turn
  if (const auto side = side_asked(view)) who = side;
  if (!who && !asked) who = view.looks;
  y += head_line(pen, view, who, {x, y, width, 0});
  const std::string call = call_of(view, asked);
  const BesideCall cards{asked != nullptr && asked->takes_values ? value_cards(pen, *asked, x + width, y) : 0, y};
  y += call_lines(pen, view, call,
                  view.ended         ? 5
                  : asked != nullptr ? 3
                                     : 2,  // how it ended is told to its end
                  {x, y, width - cards.width, 0});
  if (asked != nullptr)
    y += question_part(pen, view, *asked, call, cards, {x, y, width, box.y + box.h - y});
  else
    y += owed_rows(pen, view, {x, y, width, 0});
  y += buttons(pen, view, {x, y, width, std::max(pen.px(44), box.y + box.h - y - pen.px(kTop))});
  for (const TextLine& window : view.windows) y += window_row(pen, view, window, {x, y, width, 0});
  y += pen.px(kTop);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, view.replay ? pen.theme().selected : who ? pen.theme().line(*who) : pen.theme().third);
  return y - box.y;
}

}  // namespace polemarch::ui::page
