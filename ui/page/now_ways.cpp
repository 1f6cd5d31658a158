#include <algorithm>

#include "ui/page/now_parts.hpp"
#include "ui/page/now_words.hpp"

namespace polemarch::ui::page {

namespace {

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

/// The entries of the menu as NOW shows them.
struct Ways {
  std::vector<const OptionView*> entries;
  std::size_t left_out = 0, refused = 0;  ///< for want of room; those that may not be said now
  const OptionView* repairs = nullptr;    ///< what is no way on stands below the ways, small
};

Ways ways_of(const ViewState& view) {
  const bool asked = view.question && !view.question->aside;
  Ways ways;
  for (std::size_t i = 0; i < view.menu.size() && (!view.replay || i < kReelButtons); ++i) {
    const OptionView& entry = view.menu[i];
    if (entry.gives_up && entry.allowed && !view.touch) {
      ways.repairs = &entry;
      continue;
    }
    if (!entry.allowed && asked) continue;
    if (const auto* look = std::get_if<LookAtHand>(&entry.intent))  // its key stands beside the hand
      if (std::any_of(view.hands.begin(), view.hands.end(),
                      [&](const HandView& hand) { return hand.side == look->side && !hand.key.empty(); }))
        continue;
    if (!entry.allowed && !entry.ends && !view.show_why)  // what ends something says why it may not yet, the rest when asked
      ++ways.refused;
    else
      ways.entries.push_back(&entry);
  }
  return ways;
}

/// The likely way on is filled: `first`.
void button(Pen& pen, const Laid& one, bool first) {
  const OptionView& entry = *one.entry;
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
    pen.text(one.box.x + pen.px(10) + one.cap, one.lines.size() == 1 ? middle : middle + pen.px(i == 0 ? -10 : 10), one.lines[i], one.size,
             ink, Face::Bold);
  const double rule = rule_width(pen, entry), said = pen.width_of(one.lines.back(), one.size, Face::Bold);
  if (rule > 0 && said + rule <= one.box.w - pen.px(19))  // behind its last line
    pen.text_right(one.box.x + one.box.w - pen.px(10), one.lines.size() == 1 ? middle : middle + pen.px(10), entry.rule, type::kSmall,
                   pen.theme().third);
}

/// Below the buttons: how many found no room, how many may not be said now, and what puts something right.
double below(Pen& pen, const Ways& ways, Box box) {
  if (ways.left_out + ways.refused == 0 && ways.repairs == nullptr) return 0;
  double at = box.x, y = box.y;
  if (ways.left_out > 0)
    at += pen.text(at, y + pen.px(18), std::to_string(ways.left_out) + " more", type::kAside, pen.theme().third) + pen.px(18);
  if (ways.refused > 0) {
    at += pen.key_cap(at, y + pen.px(18), "w", true, 22) + pen.px(8);
    const double from = at - pen.px(30);
    at += pen.text(at, y + pen.px(18), "not now: " + std::to_string(ways.refused), type::kAside, pen.theme().second);
    pen.hit({from, y, at - from, pen.px(36)}, AskWhy{});
    at += pen.px(18);
  }
  if (ways.repairs != nullptr) {
    const double wide = pen.key_cap_width(ways.repairs->key, 22) + pen.px(8) + pen.width_of(ways.repairs->text, type::kAside);
    if (at > box.x && at + wide > box.x + box.w) at = box.x, y += pen.px(30);
    const double from = at;
    at += pen.key_cap(at, y + pen.px(18), ways.repairs->key, true, 22) + pen.px(8);
    at += pen.text(at, y + pen.px(18), ways.repairs->text, type::kAside, pen.theme().second);
    pen.hit({from, y, at - from, pen.px(36)}, ways.repairs->intent);
  }
  y += pen.px(30);
  return y - box.y;
}

}  // namespace

double key_button(Pen& pen, double x, double y, const std::string& key, const std::string& words, const Intent& intent, bool first) {
  const double height = pen.px(44), cap = key.empty() ? 0 : pen.key_cap_width(key) + pen.px(10);
  const double width = cap + pen.width_of(words, type::kButton, Face::Bold) + pen.px(20);
  pen.rect({x, y, width, height}, first ? pen.theme().text : pen.theme().raised, {}, 1, 5);
  if (!key.empty()) pen.key_cap(x + pen.px(8), y + height / 2, key, true);
  pen.text(x + pen.px(10) + cap, y + height / 2, words, type::kButton, first ? pen.theme().card : pen.theme().text, Face::Bold);
  pen.hit({x, y, width, height}, intent);
  return width;
}

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

double buttons(Pen& pen, const ViewState& view, Box box) {
  const bool all_stand = view.placing && view.placing->units.empty();  // they may be put elsewhere, and need not
  const bool nothing_else =
      !(view.question && !view.question->aside) && view.owed.empty() &&
      (all_stand || std::none_of(view.units.begin(), view.units.end(), [](const UnitView& unit) { return unit.can > 0; }));
  Ways ways = ways_of(view);
  double y = box.y;
  const std::string stem = stem_of(view.menu);
  if (!stem.empty()) {
    pen.text(box.x, y + pen.px(12), pen.fitted(stem, box.w, type::kButton, Face::Bold), type::kButton, pen.theme().second, Face::Bold);
    y += pen.px(30);
  }
  const Box rows{box.x, y, box.w, box.y + box.h - y - pen.px(ways.refused > 0 || ways.repairs != nullptr ? 30 : 0)};
  std::vector<Laid> laid = lay_buttons(pen, ways.entries, stem, rows, 44, ways.left_out);
  const bool high = !laid.empty() && !view.selected.empty() && laid.back().box.y > rows.y + pen.px(100);  // more than two rows
  if ((ways.left_out > 0 || high) && !view.touch) laid = lay_buttons(pen, ways.entries, stem, rows, 36, ways.left_out);
  bool filled = false;
  for (const Laid& one : laid) {
    const bool likely = view.replay ? &one == laid.data() : nothing_else && one.entry->ends,
               first = likely && one.entry->allowed && !filled;
    button(pen, one, first);
    filled = filled || first;
    y = std::max(y, one.box.y + one.box.h);
  }
  y += below(pen, ways, {box.x, y, box.w, 0});
  return y - box.y;
}

}  // namespace polemarch::ui::page
