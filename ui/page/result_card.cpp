#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"
#include "ui/page/plates.hpp"

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

/// How long the dice roll on the screen before they lie: one after the other, all together no longer than kAllRolled.
constexpr double kRolled = 0.18, kAllRolled = 0.7;  // s

/// A die or card that still rolls shows any face but counts for nothing.
ValueView rolling(const ThrowView& shown, std::size_t i, double rolled_s) {
  const int step = static_cast<int>(rolled_s / 0.06);
  return {shown.cards ? 0 : (step * 5 + static_cast<int>(i) * 3) % shown.faces + 1, false, false};
}

constexpr double kThrow = 46, kBelow = 40;  ///< a throw, and what dice take that stand below it

/// What a value takes of the row, with the gap behind it.
double room_of(const Pen& pen, const ThrowView& shown, const ValueView& value) {
  return value_width(pen, value, shown.cards, shown.faces) + pen.px(6);
}

/// Whether the dice find no room beside the words.
bool dice_below(Pen& pen, const ThrowView& shown, double width) {
  const double wanted = pen.width_of(shown.text, type::kRow) + (shown.need.empty() ? 0 : need_width(pen, shown.need) + pen.px(18));
  double all = 0;
  for (const ValueView& value : shown.values) all += room_of(pen, shown, value);
  return shown.values.size() > 1 && wanted + std::min(all, width * 0.5) > width - pen.px(24);
}

/// How high a throw stands without what made up its need.
double throw_height(Pen& pen, const ThrowView& shown, double width) {
  return pen.px(kThrow + (dice_below(pen, shown, width) ? kBelow : 0));
}

/// One throw: who, what was needed, what fell; below it what made up the need, while there is room. `rolled_s`: since when it rolls.
double throw_rows(Pen& pen, const ThrowView& shown, Box box, std::optional<double> rolled_s = {}) {
  const Theme& theme = pen.theme();
  const double line = pen.px(kThrow), middle = box.y + line / 2, dice = pen.px(kBelow);
  const bool below_it = dice_below(pen, shown, box.w) && line + dice <= box.h;
  const double height = below_it ? line + dice : line, lay = below_it ? box.y + line + dice / 2 - pen.px(4) : middle;
  if (height > box.h) return 0;
  pen.rect({box.x, box.y + pen.px(4), pen.px(4), height - pen.px(8)}, shown.whose ? theme.line(*shown.whose) : theme.key_edge);
  // Values from the right; those that find no room are counted.
  std::size_t fits = 0;
  double wide = 0;
  const double most = below_it ? box.w - pen.px(44) : box.w * 0.5;
  for (const ValueView& value : shown.values) {
    const double width = room_of(pen, shown, value);
    if (wide + width > most) break;
    wide += width, ++fits;
  }
  const std::string more = fits < shown.values.size() ? "+" + std::to_string(shown.values.size() - fits) : "";
  const double right = box.x + box.w;
  double x = below_it ? box.x + pen.px(14) : right - wide - (more.empty() ? 0 : pen.width_of(more, type::kAside) + pen.px(6));
  const double values_from = below_it ? right + pen.px(10) : x;
  const double each = std::min(kRolled, kAllRolled / std::max(1.0, static_cast<double>(shown.values.size())));
  for (std::size_t i = 0; i < fits; ++i) {
    const bool rolls = rolled_s && *rolled_s < each * static_cast<double>(i + 1);
    const ValueView& value = rolls ? rolling(shown, i, *rolled_s) : shown.values[i];
    x += draw_value(pen, x, lay, value, shown.cards, shown.faces, shown.compared && !rolls) + pen.px(6);
  }
  const bool lies = !rolled_s || *rolled_s >= each * static_cast<double>(shown.values.size());
  pen.speak({box.x, box.y, box.w, height}, shown.about, {});
  if (!more.empty()) pen.text(x, lay, more, type::kAside, theme.second);
  double end = values_from - pen.px(10);
  if (!shown.need.empty()) {
    end -= need_width(pen, shown.need);
    draw_need(pen, end, middle, shown.need, shown.cards);
    end -= pen.px(8);
  }
  const double from = box.x + pen.px(14);
  const std::string below =
      !lies ? std::string() : shown.outcome + (shown.aside.empty() ? "" : (shown.outcome.empty() ? "" : ", ") + shown.aside);
  pen.text(from, middle - (below.empty() ? 0 : pen.px(9)), pen.fitted(shown.text, end - from, type::kRow), type::kRow, theme.text);
  if (!below.empty()) pen.text(from, middle + pen.px(12), pen.fitted(below, end - from, type::kAside), type::kAside, theme.second);
  double y = box.y + height;
  pen.line({box.x, y}, {box.x + box.w, y}, theme.raised);
  for (const RowView& row : shown.rows) {
    const double step = pen.px(28);
    if (y + step > box.y + box.h) break;
    const Face face = row.text == "in all" ? Face::Bold : Face::Medium;
    pen.rect({box.x, y + pen.px(3), pen.px(4), step - pen.px(6)}, row.whose ? theme.line(*row.whose) : theme.key_edge);
    double at = right;
    pen.text_right(at, y + step / 2, row.value, type::kRow, theme.text, Face::Bold);
    at -= pen.width_of(row.value, type::kRow, Face::Bold) + pen.px(12);
    pen.text_right(at, y + step / 2, row.rule, type::kSmall, theme.third);
    if (!row.rule.empty()) at -= pen.width_of(row.rule, type::kSmall) + pen.px(12);
    const double indent = box.x + pen.px(30);
    pen.text(indent, y + step / 2, pen.fitted(row.text, at - indent, type::kAside, face), type::kAside, theme.second, face);
    pen.speak({box.x, y, box.w, step}, shown.about, row.rule);
    y += step;
  }
  return y - box.y;
}

/// Bars of what can come of a throw: the likeliest white, its chance above, its name below.
double bars(Pen& pen, const OddsView& odds, Box box) {
  const Theme& theme = pen.theme();
  const double high = pen.px(44), names = pen.px(20), values = pen.px(20), title = pen.px(22);
  if (odds.outlooks.empty() || title + values + high + names > box.h) return 0;
  const std::string head = odds.of + (odds.expected.empty() ? "" : "   " + odds.expected);
  pen.text(box.x, box.y + title / 2, pen.fitted("Chance: " + head, box.w, type::kSmall), type::kSmall, theme.second);
  int top = 1;
  for (const OutlookView& outlook : odds.outlooks) top = std::max(top, outlook.per_mille);
  const double cell = std::min(pen.px(140), box.w / static_cast<double>(odds.outlooks.size())), base = box.y + title + values + high;
  for (std::size_t i = 0; i < odds.outlooks.size(); ++i) {
    const OutlookView& outlook = odds.outlooks[i];
    const double x = box.x + cell * static_cast<double>(i), tall = std::max(pen.px(2), high * outlook.per_mille / top);
    pen.rect({x, base - tall, cell - pen.px(8), tall}, outlook.per_mille == top ? theme.paper : theme.key_edge);
    char text[16];
    std::snprintf(text, sizeof text, outlook.per_mille >= 100 || outlook.per_mille % 10 == 0 ? "%.0f %%" : "%.1f %%",
                  outlook.per_mille / 10.0);
    const double middle = x + (cell - pen.px(8)) / 2;
    pen.text(middle - pen.width_of(text, type::kAside, Face::Bold) / 2, base - tall - pen.px(10), text, type::kAside, theme.text,
             Face::Bold);
    const std::string name = pen.fitted(outlook.text, cell - pen.px(10), type::kSmall);
    pen.text(middle - pen.width_of(name, type::kSmall) / 2, base + names / 2, name, type::kSmall, theme.second);
  }
  pen.line({box.x, base}, {box.x + cell * static_cast<double>(odds.outlooks.size()) - pen.px(8), base}, theme.key_edge);
  return title + values + high + names + pen.px(8);
}

/// What is about to be thrown: the need and what makes it up, and what can come of it.
double odds_part(Pen& pen, const OddsView& odds, Box box) {
  ThrowView shown{.text = odds.title, .aside = odds.chance, .whose = odds.whose, .cards = odds.cards, .compared = true, .need = odds.need};
  shown.rows = odds.rows;
  shown.about = odds.about;
  const double kept = odds.outlooks.empty() ? 0 : pen.px(114);
  double used = throw_rows(pen, shown, {box.x, box.y, box.w, box.h - kept});
  used += pen.px(6);
  return used + bars(pen, odds, {box.x, box.y + used, box.w, box.h - used});
}

/// What has become of a unit, in its glyph, by the first word of these that the sentence holds.
std::optional<engine::Glyph> glyph_of(std::string_view sentence) {
  using engine::Glyph;
  struct Named {
    std::string_view word;
    Glyph glyph;
  };
  constexpr std::array kNamed{
      Named{"lost", Glyph::Gone},           Named{"dispersed", Glyph::Gone},          Named{"destroyed", Glyph::Gone},
      Named{"slain", Glyph::Gone},          Named{"demoralised", Glyph::Demoralised}, Named{"breaks", Glyph::Gone},
      Named{"shaken", Glyph::Shaken},       Named{"rallies", Glyph::Rallying},        Named{"routs", Glyph::Routed},
      Named{"disorder", Glyph::Disordered}, Named{"disrupted", Glyph::Disordered}};
  const auto says = [&](const Named& one) {
    const std::size_t at = sentence.find(one.word);
    return at != std::string_view::npos && !sentence.substr(0, at).ends_with(", ");  // "Automatic moves, routs": a step's name
  };
  const auto found = std::find_if(kNamed.begin(), kNamed.end(), says);
  if (found == kNamed.end() || sentence.find("not ") != std::string_view::npos || sentence.find("no ") != std::string_view::npos) return {};
  return found->glyph;
}

/// What is told first of what followed: who is gone, then who won, then the rest.
int weight_of(std::string_view sentence) {
  const auto glyph = glyph_of(sentence);
  if (glyph == engine::Glyph::Gone || glyph == engine::Glyph::Routed || glyph == engine::Glyph::Demoralised) return 0;
  return sentence.find(" wins") != std::string_view::npos || sentence.find(" win ") != std::string_view::npos ? 1 : 2;
}

/// What followed that finds room: its lines by its place, and the height they take.
struct Followed {
  std::map<std::size_t, std::vector<std::string>> lines;
  double used = 0;
};
double high(const Pen& pen, const std::vector<std::string>& lines) {
  return pen.px(14) + pen.px(24) * static_cast<double>(lines.size()) + pen.px(4);
}
Followed followed(const Pen& pen, const std::vector<std::string>& follows, double width, double height) {
  Followed shown;
  constexpr std::size_t kMost = 3;  // those before stand in the history
  for (const int weight : {0, 1, 2})
    for (std::size_t i = follows.size(); i-- > 0 && shown.lines.size() < kMost;) {
      if (weight_of(follows[i]) != weight) continue;
      auto lines =
          pen.wrapped(follows[i], width - (glyph_of(follows[i]) ? pen.px(28) : 0), type::kRow, Face::Bold, height > pen.px(300) ? 3 : 2);
      if (shown.used + high(pen, lines) > height + pen.px(4)) break;
      shown.used += high(pen, lines);
      shown.lines.emplace(i, std::move(lines));
    }
  return shown;
}

/// One sentence a consequence, as wide as the card. Where not all find room, losses and then the last ones; the others are counted where
/// no throw on the card tells of them. Returns the height used.
double consequences(Pen& pen, const std::vector<std::string>& follows, Box box, Box card, bool counted) {
  const Theme& theme = pen.theme();
  const auto [shown, used] = followed(pen, follows, box.w, box.h);
  if (shown.empty()) return 0;
  pen.rect({card.x, box.y, card.w, used - pen.px(4)}, theme.raised);  // one band as wide as the card
  double y = box.y;
  for (const auto& [place, lines] : shown) {
    double line = y + pen.px(5), x = box.x;
    if (const auto glyph = glyph_of(follows[place])) {
      draw_glyph(pen, *glyph, {x, line + pen.px(2)}, pen.px(20), theme.text);
      x += pen.px(28);
    }
    for (const std::string& words : lines) {
      pen.text(x, line + pen.px(12), words, type::kRow, theme.text, Face::Bold);
      line += pen.px(24);
    }
    y += high(pen, lines);
  }
  const double count = pen.px(20);
  if (!counted || shown.size() == follows.size() || used + count > box.h) return used;
  pen.text(box.x, y + count / 2, std::to_string(follows.size() - shown.size()) + " more", type::kSmall, theme.third);
  return used + count;
}

/// What just happened: its title, the throws with what made up their needs while there is room, what follows.
double told_result(Pen& pen, const ResultView& shown, Box box, Box card, std::optional<double> rolled_s) {
  const double bottom = box.y + box.h;
  double y = box.y;
  const std::size_t lines = box.h < pen.px(190) ? 1 : 2;
  for (const std::string& words : pen.wrapped(shown.title, box.w, type::kTitle * 0.8, Face::Bold, lines)) {
    pen.text(box.x, y + pen.px(13), words, type::kTitle * 0.8, pen.theme().text, Face::Bold);
    y += pen.px(26);
  }
  y += pen.px(4);
  // What follows keeps its lines in nearly half of the card; while everything finds room, what makes up each need stands below it, else
  // that of the last throw alone.
  const double kept = shown.follows.empty() ? 0 : std::max(pen.px(38), followed(pen, shown.follows, box.w, (bottom - y) * 0.45).used);
  double room = bottom - y - kept, full = 0;
  if (!shown.throws.empty() && room < pen.px(kThrow)) room = std::min(bottom - y, pen.px(kThrow));  // what was thrown is told first
  for (const ThrowView& thrown : shown.throws)
    full += throw_height(pen, thrown, box.w) + pen.px(28) * static_cast<double>(thrown.rows.size());
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
    const double used = throw_rows(pen, thrown, {box.x, y, box.w, room}, last ? rolled_s : std::nullopt);
    y += used, room -= used;
  }
  y += pen.px(4);
  if (rolled_s) return y - box.y;  // what follows is told once they lie
  return y - box.y + consequences(pen, shown.follows, {box.x, y, box.w, bottom - y}, card, shown.throws.empty());
}

/// Measures that are kept, the newest first: between whom, how far, and the keys that put them away.
double measures_part(Pen& pen, const ViewState& view, Box box) {
  const double row = pen.px(30), head = pen.px(34);
  if (view.measures.empty() || head + row > box.h) return 0;
  const Theme& theme = pen.theme();
  double y = box.y;
  pen.text(box.x, y + pen.px(12), "Measures", type::kRow, theme.text, Face::Bold);
  double at = box.x + box.w;
  const bool many = view.measures.size() > 1;
  for (const auto& [key, words] : {std::pair{"Ctrl C", "copy"}, {"Shift Esc", "all"}, {"Escape", many ? "last away" : "away"}}) {
    if (!many && key == std::string_view("Shift Esc")) continue;
    at -= pen.width_of(words, type::kSmall);
    pen.text(at, y + pen.px(12), words, type::kSmall, theme.second);
    at -= pen.key_cap_width(key, 22) + pen.px(6);
    pen.key_cap(at, y + pen.px(12), key, true, 22);
    at -= pen.px(12);
  }
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

/// A line of the history with its bar.
void history_line(Pen& pen, const LogLine& line, Box box, Paint letters, Face face = Face::Medium) {
  const Theme& theme = pen.theme();
  pen.rect({box.x, box.y + pen.px(4), pen.px(3), box.h - pen.px(8)}, line.whose && line.tone == Tone::Text ? theme.line(*line.whose)
                                                                     : line.tone == Tone::Text             ? theme.key_edge
                                                                     : line.tone == Tone::Blocked          ? theme.refused
                                                                                                           : theme.doubt);
  pen.text(box.x + pen.px(12), box.y + box.h / 2, pen.fitted(line.text, box.w - pen.px(16), type::kAside, face), type::kAside, letters,
           face);
}

/// Of a replay: the commands before this one, it, and those to come, from above down.
void commands_round(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const std::vector<LogLine>&done = view.log, &ahead = view.replay->ahead;
  const double step = pen.px(26);
  const auto room = static_cast<std::size_t>(std::max(0.0, (box.h - pen.px(10)) / step));
  if (room < 2 || done.size() + ahead.size() == 0) return;
  pen.line({box.x, box.y + pen.px(4)}, {box.x + box.w, box.y + pen.px(4)}, theme.key_edge);
  double y = box.y + pen.px(10);
  const std::size_t to_come = std::min(ahead.size(), room - std::min(done.size(), (room + 1) / 2));
  const std::size_t first = done.size() - std::min(done.size(), room - to_come);
  for (std::size_t i = first; i < done.size(); ++i, y += step) {
    const bool here = i + 1 == done.size();
    if (here) pen.rect({box.x, y, box.w, step}, theme.raised, {}, 1, 3);
    history_line(pen, done[i], {box.x, y, box.w, step}, here ? theme.text : theme.second, here ? Face::Bold : Face::Medium);
  }
  for (std::size_t i = 0; i < to_come; ++i, y += step) history_line(pen, ahead[i], {box.x, y, box.w, step}, theme.third);
}

}  // namespace

void result_card(Pen& pen, const ViewState& view, Box box) {
  if (box.h < pen.px(60)) return;
  const Theme& theme = pen.theme();
  pen.rect(box, theme.card, {}, 1, 6);
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), bottom = box.y + box.h - pen.px(kTop);
  double y = box.y + pen.px(kTop);
  y += measures_part(pen, view, {x, y, width, bottom - y});
  if (view.question && view.question->odds) {
    y += odds_part(pen, *view.question->odds, {x, y, width, bottom - y}) + pen.px(4);
    if (view.card && !view.card->throws.empty() && y + pen.px(60) < bottom)  // what fell before in the same business
      for (const ThrowView& thrown : view.card->throws) {
        ThrowView plain = thrown;
        plain.rows.clear();
        y += throw_rows(pen, plain, {x, y, width, bottom - y});
      }
  } else if (view.card && !refused_now(view) && bottom - y > pen.px(40)) {
    y += told_result(pen, *view.card, {x, y, width, bottom - y}, box, view.rolled_s);
  }
  if (view.replay) return commands_round(pen, view, {x, y, width, bottom - y});
  if (view.log.empty() || y + pen.px(52) > bottom) return;
  pen.text(x, y + pen.px(10), "History", type::kSmall, theme.third);
  pen.line({x + pen.width_of("History", type::kSmall) + pen.px(10), y + pen.px(10)}, {x + width, y + pen.px(10)}, theme.key_edge);
  y += pen.px(26);
  const double step = pen.px(23);
  const auto room = static_cast<std::size_t>(std::max(0.0, (bottom - y) / step));
  const std::size_t first = view.log.size() > room ? view.log.size() - room : 0;
  for (std::size_t i = view.log.size(); i-- > first;) {  // newest first
    history_line(pen, view.log[i], {x, y, width, step}, theme.second);
    y += step;
  }
}

}  // namespace polemarch::ui::page
