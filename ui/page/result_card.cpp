#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"
#include "ui/page/throw_rows.hpp"

namespace polemarch::ui::page {

namespace {

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
    const double rule = row.rule.empty() ? 0 : pen.width_of(row.rule, type::kSmall) + pen.px(12);
    if (pen.width_of(row.text, type::kRow) <= right - rule - box.x - pen.px(14)) {  // the sentence goes before the number of its rule
      pen.text_right(right, middle, row.rule, type::kSmall, theme.third);
      right -= rule;
    }
    pen.text(box.x + pen.px(14), middle, pen.fitted(row.text, right - box.x - pen.px(14), type::kRow), type::kRow, theme.text);
    pen.line({box.x, y + height}, {box.x + box.w, y + height}, theme.raised);
    pen.speak({box.x, y, box.w, height}, {}, row.rule);
    y += height;
  }
  return y - box.y;
}

/// What followed that finds room: its lines by its place, and the height they take.
struct Followed {
  std::map<std::size_t, std::vector<std::string>> lines;
  double used = 0;
  bool tight = false;  ///< a row each, in small letters
};
constexpr double kTight = 25;
double high(const Pen& pen, const std::vector<std::string>& lines, bool tight) {
  return tight ? pen.px(kTight) : pen.px(14) + pen.px(24) * static_cast<double>(lines.size()) + pen.px(4);
}
Followed followed_as(const Pen& pen, const ResultView& card, double width, double height, std::size_t most, bool tight) {
  const std::vector<FollowView>& follows = card.follows;
  Followed shown{{}, 0, tight};
  for (int weight = 0; weight <= FollowView::kLeast; ++weight)
    for (std::size_t i = follows.size(); i-- > 0 && shown.lines.size() < most;) {
      if (follows[i].weight() != weight) continue;
      auto lines =
          pen.wrapped(follows[i].text, width - (follows[i].gist.glyph ? pen.px(28) : 0), tight ? type::kAside : type::kRow, Face::Bold,
                      tight                  ? 1
                      : height > pen.px(300) ? 3
                                             : 2);
      if (shown.used + high(pen, lines, tight) > height + pen.px(4)) break;
      shown.used += high(pen, lines, tight);
      shown.lines.emplace(i, std::move(lines));
    }
  return shown;
}
/// An opened card tells everything: in small rows where the large ones leave something out.
Followed followed(const Pen& pen, const ResultView& card, double width, double height, std::size_t most) {
  Followed shown = followed_as(pen, card, width, height, most, false);
  if (most < card.follows.size() || shown.lines.size() == card.follows.size()) return shown;
  Followed tight = followed_as(pen, card, width, height, most, true);
  return tight.lines.size() > shown.lines.size() ? tight : shown;
}

/// One sentence a consequence, as wide as the card. Where not all find room, losses and then the last ones; the others are counted where
/// no throw on the card tells of them. Returns the height used.
double consequences(Pen& pen, const ResultView& told, Box box, Box card, bool counted, std::size_t most, bool opens) {
  const Theme& theme = pen.theme();
  const std::vector<FollowView>& follows = told.follows;
  const auto [shown, used, tight] = followed(pen, told, box.w, box.h, most);
  if (shown.empty()) return 0;
  pen.rect({card.x, box.y, card.w, used - pen.px(4)}, theme.raised);  // one band as wide as the card
  double y = box.y;
  for (const auto& [place, lines] : shown) {
    double line = y + pen.px(tight ? 0 : 5), x = box.x;
    if (const auto glyph = follows[place].gist.glyph) {
      draw_glyph(pen, *glyph, {x, line + pen.px(2)}, pen.px(20), theme.text);
      x += pen.px(28);
    }
    for (const std::string& words : lines) {
      pen.text(x, line + pen.px(12), words, tight ? type::kAside : type::kRow, theme.text, Face::Bold);
      line += pen.px(24);
    }
    y += high(pen, lines, tight);
  }
  const double count = pen.px(20);
  if (!counted || shown.size() == follows.size() || used + count > box.h) return used;
  double at = box.x + pen.text(box.x, y + count / 2, std::to_string(follows.size() - shown.size()) + " more", type::kSmall, theme.third);
  if (opens) {
    at += pen.px(10) + pen.key_cap(at + pen.px(10), y + count / 2, "Up", true, 20);
    pen.text(at + pen.px(6), y + count / 2, "all", type::kSmall, theme.second);
  }
  return used + count;
}

constexpr double kOdds = 180;       ///< what odds take: what is thrown, and the bars of what can come of it
constexpr std::size_t kFollow = 3;  ///< sentences of what followed, those before stand in the history; of an opened card all

/// How high a card is with everything it tells.
double whole_height(Pen& pen, const ResultView& shown, double width) {
  double height = pen.px(shown.throws.empty() ? 14 : 8) +
                  pen.px(26) * static_cast<double>(pen.wrapped(shown.heading(), width, type::kTitle * 0.8, Face::Bold, 2).size());
  for (const ThrowView& thrown : shown.throws)
    height += throw_height(pen, thrown, width) + pen.px(kNeedRow) * static_cast<double>(thrown.rows.size());
  if (shown.throws.empty()) height += pen.px(36) * static_cast<double>(shown.rows.size());
  return height + followed(pen, shown, width, 1e9, shown.follows.size()).used;
}

/// How a result is told.
struct Telling {
  std::size_t most = kFollow;      ///< sentences of what followed
  double beside_title = 0;         ///< pixels that are kept free at the right of its title
  std::optional<double> rolled_s;  ///< seconds since its last throw was thrown, while it still rolls
  bool titled = true;              ///< else its title stands elsewhere
  bool opens = false;              ///< what is counted has a key that opens it
  bool all_of_title = false;       ///< however many lines it takes; else two, where room is short one
};

constexpr std::size_t kWholeTitle = 12;
std::size_t lines_of_title(const Pen& pen, double height) { return height < pen.px(190) ? 1 : 2; }
bool cuts_title(const Pen& pen, const ResultView& shown, Box box) {
  return pen.wrapped(shown.heading(), box.w, type::kTitle * 0.8, Face::Bold, kWholeTitle).size() > lines_of_title(pen, box.h);
}

/// What just happened: its title, the throws with what made up their needs while there is room, what follows.
double told_result(Pen& pen, const ResultView& shown, Box box, Box card, const Telling& how) {
  const double bottom = box.y + box.h;
  double y = box.y;
  const std::size_t lines = how.all_of_title ? kWholeTitle : lines_of_title(pen, box.h);
  if (how.titled)
    for (const std::string& words : pen.wrapped(shown.heading(), box.w - how.beside_title, type::kTitle * 0.8, Face::Bold, lines)) {
      pen.text(box.x, y + pen.px(13), words, type::kTitle * 0.8, pen.theme().text, Face::Bold);
      y += pen.px(26);
    }
  y += pen.px(4);
  // What follows keeps its lines in nearly half of the card; while everything finds room, what makes up each need stands below it, else
  // that of the last throw alone.
  const double kept = shown.follows.empty() ? 0 : std::max(pen.px(38), followed(pen, shown, box.w, (bottom - y) * 0.45, how.most).used);
  double room = bottom - y - kept, full = 0;
  if (!shown.throws.empty() && room < pen.px(kThrow)) room = std::min(bottom - y, pen.px(kThrow));  // what was thrown is told first
  for (const ThrowView& thrown : shown.throws)
    full += throw_height(pen, thrown, box.w) + pen.px(kNeedRow) * static_cast<double>(thrown.rows.size());
  if (shown.throws.empty()) y += rows_of(pen, shown, {box.x, y, box.w, room}) + pen.px(6);
  std::size_t from = shown.throws.size();  // the last ones, as many as find room
  for (double used = 0; from > 0; --from) {
    used += throw_height(pen, shown.throws[from - 1], box.w);
    if (used > room && from < shown.throws.size()) break;
  }
  for (std::size_t i = from; i < shown.throws.size(); ++i) {
    ThrowView thrown = shown.throws[i];
    const double others = pen.px(46) * static_cast<double>(shown.throws.size() - i - 1);
    if (full > room && (i + 1 < shown.throws.size() || others > 0)) thrown.rows.clear();
    const bool last = i + 1 == shown.throws.size();
    const double used = throw_rows(pen, thrown, {box.x, y, box.w, room}, last ? how.rolled_s : std::nullopt);
    y += used, room -= used;
  }
  y += pen.px(4);
  if (how.rolled_s) return y - box.y;  // what follows is told once they lie
  return y - box.y + consequences(pen, shown, {box.x, y, box.w, bottom - y}, card, shown.throws.empty(), how.most, how.opens);
}

/// The last result. Where it does not find room, the key that opens it stands beside its title.
double last_result(Pen& pen, const ViewState& view, const ResultView& shown, Box box, Box card, Telling how) {
  const bool cut = !view.replay && how.titled &&
                   (shown.follows.size() > kFollow || cuts_title(pen, shown, box) || whole_height(pen, shown, box.w) > box.h);
  if (cut) {
    how.beside_title = pen.px(64);
    const double middle = box.y + pen.px(13), at = box.x + box.w - pen.width_of("all", type::kAside);
    pen.text(at, middle, "all", type::kAside, pen.theme().second);
    pen.key_cap(at - pen.key_cap_width("Up", 22) - pen.px(6), middle, "Up", true, 22);
  }
  how.opens = !view.replay && !how.titled && shown.follows.size() > kFollow;
  const double used = told_result(pen, shown, box, card, how);
  if (cut || how.opens) pen.hit({box.x, box.y, box.w, used}, TurnTold{-1});
  return used;
}

/// Below the odds of what is asked next: the result before it, without what made up its needs. It stays until there is another, and where
/// room is short it goes before the odds: what came of a throw is seen before the next is thrown.
double odds_and_result(Pen& pen, const ViewState& view, Box box, Box card) {
  ResultView last = view.card && !refused_now(view) ? *view.card : ResultView{};
  last.rows.clear();
  for (ThrowView& thrown : last.throws) thrown.rows.clear();
  const bool titled = !view.question->of_card && !last.title.empty();  // else NOW says it
  double wanted = 0;
  if (titled || !last.throws.empty() || !last.follows.empty()) {
    const double title = pen.px(30), one = last.follows.empty() ? pen.px(kThrow + 8) : pen.px(46);
    const double whole = whole_height(pen, last, box.w) - (titled ? 0 : title);
    wanted = std::min(whole, std::max((titled ? title : 0) + one, box.h - pen.px(kOdds)));
  }
  const double odds = odds_part(pen, *view.question->odds, {box.x, box.y, box.w, box.h - wanted}) + pen.px(4);
  if (wanted == 0) return odds;
  const Box below{box.x, box.y + odds, box.w, box.h - odds};
  return odds + last_result(pen, view, last, below, card, {.rolled_s = view.rolled_s, .titled = titled});
}

/// The title and the keys beside it. Where letters are large the keys lose their words first, then the title goes: no key is left out.
void keys_of_measures(Pen& pen, Box box, bool many) {
  const Theme& theme = pen.theme();
  const double middle = box.y + pen.px(12), gap = pen.px(12), title = pen.width_of("Measures", type::kRow, Face::Bold) + gap;
  std::vector<std::pair<const char*, const char*>> keys{{"Ctrl C", "copy"}, {"Escape", many ? "last away" : "away"}};
  if (many) keys.insert(keys.begin() + 1, {"Shift Esc", "all"});
  double caps = 0, words = 0;
  for (const auto& [key, word] : keys) caps += pen.key_cap_width(key, 22) + gap, words += pen.width_of(word, type::kSmall) + pen.px(6);
  const bool worded = title + caps + words <= box.w;
  if (worded || title + caps <= box.w) pen.text(box.x, middle, "Measures", type::kRow, theme.text, Face::Bold);
  double at = box.x + box.w;
  for (const auto& [key, word] : keys) {
    if (worded) {
      at -= pen.width_of(word, type::kSmall);
      pen.text(at, middle, word, type::kSmall, theme.second);
      at -= pen.px(6);
    }
    at -= pen.key_cap_width(key, 22);
    pen.key_cap(at, middle, key, true, 22);
    at -= gap;
  }
}

/// Measures that are kept, the newest first: between whom, how far, and the keys that put them away.
double measures_part(Pen& pen, const ViewState& view, Box box) {
  const double row = pen.px(30), head = pen.px(34);
  if (view.measures.empty() || head + row > box.h) return 0;
  const Theme& theme = pen.theme();
  double y = box.y;
  keys_of_measures(pen, box, view.measures.size() > 1);
  y += head;
  const auto side_of_unit = [&](const UnitId& id) -> std::optional<Side> {
    for (const UnitView& unit : view.units)
      if (unit.unit == id) return unit.side;
    return std::nullopt;
  };
  const double most = view.card && !refused_now(view) ? std::max(box.h * 0.6, head + row) : box.h;
  std::size_t left = view.measures.size();
  for (auto measured = view.measures.rbegin(); measured != view.measures.rend(); ++measured, --left) {
    if (y + row > box.y + most) break;
    const double middle = y + row / 2;
    double x = box.x, right = box.x + box.w;
    pen.text_right(right, middle, measured->text, type::kRow, theme.text, Face::Bold);
    right -= pen.width_of(measured->text, type::kRow, Face::Bold) + pen.px(10);
    if (measured->close) {
      right -= pen.px(24);
      draw_glyph(pen, engine::Glyph::TooClose, {right, middle - pen.px(10)}, pen.px(20), theme.doubt);
    }
    for (const UnitId& end : {measured->of, measured->at})
      if (const auto side = side_of_unit(end); side && x + pen.plate_width(end.text, 24) < right)
        x += pen.plate(x, middle, end.text, *side, 24) + pen.px(8);
    if (x == box.x) pen.text(x, middle, pen.fitted(measured->words, right - x, type::kAside), type::kAside, theme.second);
    pen.speak({box.x, y, box.w, row}, {measured->of, measured->at}, {});
    y += row;
  }
  if (left > 0) {
    pen.text(box.x, y + pen.px(10), std::to_string(left) + " more", type::kAside, theme.third);
    y += pen.px(22);
  }
  return y - box.y + pen.px(8);
}

/// Words of a line of the history: in two rows where one does not hold them, for what came of it often stands at the end.
std::vector<std::string> words_told(const Pen& pen, const LogLine& line, double width, Face face = Face::Medium, std::size_t most = 2) {
  return pen.wrapped(line.text, width - pen.px(16), type::kAside, face, most);
}
/// What such a line takes where one row takes `step`.
double line_height(const Pen& pen, const LogLine& line, double width, double step, Face face = Face::Medium) {
  return step + pen.px(20) * static_cast<double>(std::max<std::size_t>(words_told(pen, line, width, face).size(), 1) - 1);
}

/// A line of the history with its bar.
void history_line(Pen& pen, const LogLine& line, Box box, double step, Paint letters, Face face = Face::Medium) {
  const Theme& theme = pen.theme();
  const Paint bar = line.whose && line.tone == Tone::Text ? theme.line(*line.whose)
                    : line.tone == Tone::Text             ? theme.key_edge
                    : line.tone == Tone::Blocked          ? theme.refused
                                                          : theme.doubt;
  const Box at{box.x, box.y + pen.px(4), pen.px(line.taken_back ? 5 : 3), box.h - pen.px(8)};
  pen.rect(at, line.taken_back ? std::nullopt : std::optional(bar), line.taken_back ? std::optional(bar) : std::nullopt);
  if (line.taken_back) letters = theme.third;
  double middle = box.y + step / 2;
  for (const std::string& words : words_told(pen, line, box.w, face, box.h > step ? 2 : 1)) {
    const double wide = pen.text(box.x + pen.px(12), middle, words, type::kAside, letters, face);
    if (line.taken_back) pen.line({box.x + pen.px(12), middle}, {box.x + pen.px(12) + wide, middle}, letters);
    middle += pen.px(20);
  }
}

/// The lines of the history, the newest first, each with its card behind a click; while one is open, those round it.
void history(Pen& pen, const ViewState& view, Box box) {
  const double step = pen.px(23);
  const auto open = [&](const LogLine& line) { return view.opened && line.seq >= view.opened->first && line.seq < view.opened->end; };
  const auto high = [&](std::size_t i) { return line_height(pen, view.log[i], box.w, step); };
  std::size_t from = view.log.size();  // one past the newest that is shown
  if (view.opened) {
    while (from > 0 && view.log[from - 1].seq >= view.opened->end) --from;
    for (double newer = 0; from < view.log.size() && newer + high(from) <= box.h / 3; ++from) newer += high(from);
    double shown = 0;
    for (std::size_t i = 0; i < from && shown < box.h; ++i) shown += high(i);
    for (; from < view.log.size() && shown + high(from) <= box.h; ++from) shown += high(from);  // the oldest leave room
  }
  double y = box.y;
  for (std::size_t i = from; i-- > 0;) {
    Box row{box.x, y, box.w, high(i)};
    if (i + 1 == from && row.h > box.h) row.h = step;  // the newest is told, if in one row
    if (row.y + row.h > box.y + box.h) break;
    const bool here = open(view.log[i]);
    if (here) pen.rect(row, pen.theme().raised, {}, 1, 3);
    history_line(pen, view.log[i], row, step, here ? pen.theme().text : pen.theme().second);
    pen.hit(row, OpenTold{view.log[i].seq});
    y += row.h;
  }
}

/// The heading of the history; at its end the way to take back what was said last, for those who point.
double history_head(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double high = pen.px(view.touch ? 44 : 26), middle = view.touch ? box.y + high / 2 : box.y + pen.px(10);
  const double left = box.x + pen.width_of("History", type::kSmall) + pen.px(10);
  double right = box.x + box.w;
  pen.text(box.x, middle, "History", type::kSmall, theme.third);
  if (!view.undoes.empty()) {
    const double cap = pen.key_cap_width("Ctrl Z", 20) + pen.px(8);
    const std::string words = pen.fitted("take back: " + view.undoes, right - left - cap - pen.px(20), type::kSmall);
    right -= pen.width_of(words, type::kSmall) + cap;
    pen.key_cap(right, middle, "Ctrl Z", true, 20);
    pen.text(right + cap, middle, words, type::kSmall, theme.second);
    pen.hit({right, middle - high / 2, box.x + box.w - right, high}, UndoLast{});
    right -= pen.px(10);
  }
  pen.line({left, middle}, {right, middle}, theme.key_edge);
  return high;
}

/// Above a card of the history: that it is one, and the keys that turn to the others.
double opened_head(Pen& pen, Box box) {
  pen.text(box.x, box.y + pen.px(12), "From the history", type::kAside, pen.theme().third);
  double at = box.x + box.w;
  const std::array<std::tuple<const char*, const char*, Intent>, 3> ways{
      {{"Escape", "back", StepBack{}}, {"Down", "after", TurnTold{1}}, {"Up", "before", TurnTold{-1}}}};
  for (const auto& [key, words, wish] : ways) {
    const double to = at;
    at -= pen.width_of(words, type::kAside);
    pen.text(at, box.y + pen.px(12), words, type::kAside, pen.theme().second);
    at -= pen.key_cap_width(key, 22) + pen.px(6);
    pen.key_cap(at, box.y + pen.px(12), key, true, 22);
    pen.hit({at, box.y, to - at, pen.px(28)}, wish);
    at -= pen.px(14);
  }
  return pen.px(34);
}

/// Of a replay: the commands before this one, it, and those to come, from above down.
void commands_round(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const std::vector<LogLine>&done = view.log, &ahead = view.replay->ahead;
  const double step = pen.px(26), high = box.h - pen.px(10);
  if (high < 2 * step || done.size() + ahead.size() == 0) return;
  pen.line({box.x, box.y + pen.px(4)}, {box.x + box.w, box.y + pen.px(4)}, theme.key_edge);
  const auto is_here = [&](std::size_t i) { return i + 1 == done.size(); };
  const auto height = [&](std::size_t i) { return line_height(pen, done[i], box.w, step, is_here(i) ? Face::Bold : Face::Medium); };
  // Half of the room, and what those to come leave.
  const double room = std::max(high / 2, high - step * static_cast<double>(ahead.size()));
  std::size_t first = done.size();
  double used = 0;
  for (; first > 0 && (used == 0 || used + height(first - 1) <= room); --first) used += height(first - 1);
  double y = box.y + pen.px(10);
  for (std::size_t i = first; i < done.size(); ++i) {
    const Box row{box.x, y, box.w, height(i)};
    if (is_here(i)) pen.rect(row, theme.raised, {}, 1, 3);
    history_line(pen, done[i], row, step, is_here(i) ? theme.text : theme.second, is_here(i) ? Face::Bold : Face::Medium);
    y += row.h;
  }
  for (const LogLine& line : ahead) {
    const Box row{box.x, y, box.w, line_height(pen, line, box.w, step)};
    if (row.y + row.h > box.y + box.h) break;
    history_line(pen, line, row, step, theme.third);
    y += row.h;
  }
}

}  // namespace

void result_card(Pen& pen, const ViewState& view, Box box) {
  if (box.h < pen.px(60)) return;
  const Theme& theme = pen.theme();
  pen.rect(box, theme.card, {}, 1, 6);
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), bottom = box.y + box.h - pen.px(kTop);
  double y = box.y + pen.px(kTop);
  if (!view.opened) y += measures_part(pen, view, {x, y, width, bottom - y});
  if (view.opened && view.card) {
    y += opened_head(pen, {x, y, width, bottom - y});
    y += told_result(pen, *view.card, {x, y, width, (bottom - y) * 0.85}, box, {.most = view.card->follows.size(), .all_of_title = true});
  } else if (view.question && view.question->odds) {
    y += odds_and_result(pen, view, {x, y, width, bottom - y}, box);
  } else if (view.card && !refused_now(view) && bottom - y > pen.px(40)) {
    y += last_result(pen, view, *view.card, {x, y, width, bottom - y}, box, {.rolled_s = view.rolled_s});
  }
  if (view.replay) return commands_round(pen, view, {x, y, width, bottom - y});
  if (view.log.empty() || y + pen.px(52) > bottom) return;
  y += history_head(pen, view, {x, y, width, bottom - y});
  history(pen, view, {x, y, width, bottom - y});
}

}  // namespace polemarch::ui::page
