#include <algorithm>
#include <array>

#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"
#include "ui/page/plates.hpp"

namespace polemarch::ui::page {

namespace {

constexpr double kRow = 35, kLeastRow = 34, kTouchRow = 44, kGroup = 22, kFigures = 66;

double figures(Pen& pen, const std::vector<FigureView>& all, Box box) {
  if (all.empty()) return 0;
  const std::size_t count = std::min<std::size_t>(all.size(), 4);
  const double each = box.w / static_cast<double>(count), height = pen.px(56);
  pen.rect({box.x, box.y, box.w, height}, pen.theme().raised);
  std::vector<double> cells;  // as wide as its words; where not all have room, those that want least have theirs
  double wanted = 0;
  for (std::size_t i = 0; i < count; ++i) {
    cells.push_back(pen.px(22) + std::max(std::min(each - pen.px(22), pen.width_of(all[i].value, type::kFigure, Face::Bold)),
                                          pen.width_of(all[i].label, type::kSmall)));
    wanted += cells.back();
  }
  if (wanted <= box.w) {
    for (double& cell : cells) cell += (box.w - wanted) / static_cast<double>(count);
  } else {
    for (double& cell : cells) cell -= pen.px(7);  // closer together before a caption is cut
    std::vector<double> rising = cells;
    std::sort(rising.begin(), rising.end());
    double left_over = box.w, most = each;
    for (std::size_t i = 0; i < count; ++i) {
      most = left_over / static_cast<double>(count - i);
      if (rising[i] > most) break;
      left_over -= rising[i];
    }
    for (double& cell : cells) cell = std::min(cell, most);
  }
  double left = box.x;
  for (std::size_t i = 0; i < count; ++i) {
    const double cell = cells[i], x = left + pen.px(10);
    left += cell;
    if (i > 0) pen.line({x - pen.px(10), box.y + pen.px(8)}, {x - pen.px(10), box.y + height - pen.px(8)}, pen.theme().key_edge);
    double size = type::kFigure;  // words such as "to be placed" are written smaller
    while (size > type::kSmall && pen.width_of(all[i].value, size, Face::Bold) > cell - pen.px(20)) size -= 2;
    pen.text(x, box.y + pen.px(20), pen.fitted(all[i].value, cell - pen.px(18), size, Face::Bold), size, pen.theme().text, Face::Bold);
    pen.text(x, box.y + pen.px(43), pen.fitted(all[i].label, cell - pen.px(14), type::kSmall), type::kSmall, pen.theme().second);
  }
  return pen.px(kFigures);
}

/// A key, the order, what it needs and how likely it is; in half a row without the chance.
void order(Pen& pen, const OptionView& offer, const std::vector<const OptionView*>& all, Box row, const std::array<std::string, 2>& names,
           bool half) {
  const double middle = row.y + row.h / 2;
  const double cap = pen.key_cap(row.x, middle, offer.key, true);
  const double x = row.x + std::max(cap, pen.px(28)) + pen.px(12);
  double right = row.x + row.w;
  if (!offer.chance.empty() && !half) {
    pen.text_right(right, middle, offer.chance, type::kAside, pen.theme().second);
    right -= pen.px(52);
  }
  if (!offer.need.empty()) {
    right -= need_width(pen, offer.need);
    draw_need(pen, right, middle, offer.need, offer.need_card);
    right -= pen.px(8);
  }
  std::string detail = offer.need.empty() && !half ? offer.detail : std::string();
  for (std::size_t last = 0; pen.width_of(detail, type::kAside) > row.w * 0.4; detail.resize(last))  // what comes later is asked later
    if (last = detail.rfind(", "); last == std::string::npos) break;
  const std::string aside = pen.fitted(detail, row.w * 0.4, type::kAside);
  const double end = right - pen.width_of(aside, type::kAside) - pen.px(8);
  std::string_view words = offer.text;
  if (words.starts_with("move to ") && offer.region.size() == 4) words.remove_prefix(8);  // the place is marked on the table
  for (const std::string& name : names)                                                   // whose card this is stands above
    for (const std::string& mine : {"move " + name + ": ", "place " + name + " "})
      if (!name.empty() && words.starts_with(mine)) words.remove_prefix(mine.size());
  for (const std::string& name : names)
    if (!name.empty() && words.ends_with(" with " + name)) words.remove_suffix(name.size() + 6);
  const double size = half ? type::kAside : type::kRow;
  // What several too long orders begin with alike goes, so that what tells them apart stays.
  std::string tail;
  if (const std::size_t head = words.find(": "); head < words.size() && pen.width_of(words, size) > end - x) {
    const auto alike = [&](const OptionView* other) {
      return other != &offer && other->text.find(words.substr(0, head + 2)) < other->text.size();
    };
    if (std::any_of(all.begin(), all.end(), alike)) words = tail = "... " + std::string(words.substr(head + 2));
  }
  // Of an order too long for its row the last clauses go: how far away it is, what it needs. A list of who takes part loses nobody unseen.
  const std::size_t list = std::min(words.find(": "), words.size());
  while (pen.width_of(words, size) > end - x) {
    const std::string_view shorter = words.substr(0, std::min(words.find_last_of(",:"), words.size()));
    if (shorter.size() > list) break;
    if (shorter.size() == words.size() || pen.width_of(shorter, size) < (end - x) / 2) break;
    if (words.substr(shorter.size()).find(" and ") != std::string_view::npos) break;  // of a list nobody is left out
    words = shorter;
  }
  if (!half && pen.width_of(words, size) > end - x) {  // smaller, in two lines, before it is cut
    const std::vector<std::string> parts = pen.wrapped(words, end - x, type::kAside, Face::Medium, 2);
    double line = parts.size() == 1 ? middle : middle - pen.px(9);
    for (const std::string& part : parts) {
      pen.text(x, line, part, type::kAside, pen.theme().text);
      line += pen.px(17);
    }
  } else {
    pen.text(x, middle, pen.fitted(words, end - x, size), size, pen.theme().text);
  }
  pen.text_right(right, middle, aside, type::kAside, pen.theme().third);
  pen.hit(row, offer.intent);
}

/// Who leads it and what it has become, in signs and words at the right of its name, as many as find room.
void what_it_is(Pen& pen, const ViewState& view, double right, double middle, double room) {
  const auto unit = std::find_if(view.units.begin(), view.units.end(), [&](const UnitView& one) { return one.unit.text == view.selected; });
  if (unit == view.units.end()) return;
  for (auto mark = unit->marks.rbegin(); mark != unit->marks.rend(); ++mark) {
    if (mark->glyph == engine::Glyph::ActivationCard) continue;  // a figure has it
    std::string words = (mark->count > 0 ? std::to_string(mark->count) + " " : "") + std::string(engine::words_of(*mark));
    if (mark->count == 1 && mark->glyph == engine::Glyph::Casualties) words = "1 casualty";
    if (mark->count == 1 && mark->glyph == engine::Glyph::Hits) words = "1 hit";
    const double wide = pen.px(24) + pen.width_of(words, type::kAside) + pen.px(14);
    if (wide > room) continue;
    right -= pen.width_of(words, type::kAside);
    pen.text(right, middle, words, type::kAside, pen.theme().second);
    right -= pen.px(24);
    draw_glyph(pen, mark->glyph, {right, middle - pen.px(9)}, pen.px(18), pen.theme().second);
    right -= pen.px(14);
    room -= wide;
  }
}

/// "charge, shoot" of what may not be done now; a kind of which something may be done is not named.
std::string kinds_of(const std::vector<OptionView>& offers) {
  std::vector<std::string> kinds;
  const auto may = [&](const std::string& kind) {
    return std::any_of(offers.begin(), offers.end(), [&](const OptionView& one) { return one.allowed && one.group == kind; });
  };
  for (const OptionView& offer : offers)
    if (!offer.allowed && !offer.group.empty() && !may(offer.group) && std::find(kinds.begin(), kinds.end(), offer.group) == kinds.end())
      kinds.push_back(offer.group);
  std::string words;
  for (std::string kind : kinds) {
    if (kind[0] >= 'A' && kind[0] <= 'Z') kind[0] = static_cast<char>(kind[0] - 'A' + 'a');
    words += (words.empty() ? "" : ", ") + kind;
  }
  return words;
}

/// Orders that may not be given for one and the same reason.
struct Barred {
  std::string first, why, rule;
  std::size_t count = 0;
};
std::vector<Barred> barred_of(const std::vector<OptionView>& offers) {
  std::vector<Barred> all;
  for (const OptionView& offer : offers) {
    if (offer.allowed) continue;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Barred& one) { return one.why == offer.detail; });
    same == all.end() ? all.push_back({offer.text, offer.detail, offer.rule, 1}) : static_cast<void>(++same->count);
  }
  return all;
}

/// The card as it grows downwards.
struct Card {
  Pen& pen;
  const ViewState& view;
  double x, width;
  double floor;   ///< nothing is written below
  double bottom;  ///< nor below this, where there is a choice: what is kept free for the last result
  double y;

  double row() const { return pen.px(view.touch ? kTouchRow : 32); }
};

/// Plate, name and what has become of the unit; who is ordered with it.
void head(Card& card, const std::string& name) {
  Pen& pen = card.pen;
  const ViewState& view = card.view;
  const double middle = card.y + pen.px(15);
  const double plate = pen.plate(card.x, middle, view.selected, view.selected_side.value_or(Side::A));
  const std::string title = pen.fitted(name, card.width - plate - pen.px(10), type::kTitle, Face::Bold);
  pen.text(card.x + plate + pen.px(10), middle, title, type::kTitle, pen.theme().text, Face::Bold);
  what_it_is(pen, view, card.x + card.width, middle, card.width - plate - pen.px(28) - pen.width_of(title, type::kTitle, Face::Bold));
  card.y += pen.px(40);
  if (view.group.empty()) return;
  std::string words = "together with";
  for (const UnitId& one : view.group) words += " " + one.text;
  pen.text(card.x, card.y + pen.px(6), pen.fitted(words, card.width, type::kAside), type::kAside, pen.theme().second);
  card.y += pen.px(24);
}

/// What the rules say of the unit, as many lines as stand above `last`.
void told(Card& card, bool orders, double last) {
  Pen& pen = card.pen;
  const ViewState& view = card.view;
  // Beside orders what a room has to say of a unit stands behind W.
  const std::size_t lines = view.show_why               ? 40
                            : view.figures.empty()      ? 8
                            : !orders && !view.question ? 3
                            : view.placing              ? 1  // how it may be put down otherwise
                                                        : 0;
  const double y0 = card.y;
  std::size_t count = 0;
  for (const TextLine& line : view.advice) {
    const auto rows = pen.wrapped(line.text, card.width, type::kAside, Face::Medium, 2);
    if (count++ >= lines || card.y + pen.px(6) + pen.px(22) * static_cast<double>(rows.size()) > last) break;
    for (const std::string& words : rows) {
      pen.text(card.x, card.y + pen.px(11), words, type::kAside, pen.theme().second);
      card.y += pen.px(22);
    }
  }
  if (card.y > y0) card.y += pen.px(6);
}

/// Orders one below the other, or two by two; under the names of their kinds where there is room.
struct OrderRows {
  std::vector<const OptionView*> orders;
  bool halves = false, headed = false;
  double step = 0;

  double count() const { return static_cast<double>(std::max<std::size_t>(halves ? (orders.size() + 1) / 2 : orders.size(), 1)); }
};

void write(Card& card, const OrderRows& rows, const std::array<std::string, 2>& names) {
  Pen& pen = card.pen;
  const double x = card.x, width = card.width, half = (width - pen.px(16)) / 2;
  for (std::size_t i = 0; i < rows.orders.size(); ++i) {
    const OptionView& offer = *rows.orders[i];
    if (rows.headed && (i == 0 || offer.group != rows.orders[i - 1]->group)) {
      const double middle = card.y + pen.px(kGroup) / 2;
      const double word = pen.text(x, middle, offer.group, type::kSmall, pen.theme().third) + pen.px(10);
      pen.line({x + word, middle}, {x + width, middle}, pen.theme().key_edge);
      card.y += pen.px(kGroup);
    }
    const bool second = rows.halves && i % 2 == 1;
    const Box box = rows.halves ? Box{second ? x + half + pen.px(16) : x, card.y, half, rows.step} : Box{x, card.y, width, rows.step};
    order(pen, offer, rows.orders, box, names, rows.halves);
    if (!rows.halves || second || i + 1 == rows.orders.size()) card.y += rows.step;
  }
}

/// How many orders stand on the next page, and how many may not be given.
void foot(Card& card, std::size_t more, std::size_t refused) {
  if (more == 0 && refused == 0) return;
  Pen& pen = card.pen;
  const double middle = card.y + pen.px(17), right = card.x + card.width;
  double at = card.x;
  if (more > 0) {
    at += pen.key_cap(at, middle, "PageDown", true, 22) + pen.px(8);
    const double before = at - pen.px(40);
    at += pen.text(at, middle, std::to_string(more) + " more", type::kAside, pen.theme().second) + pen.px(18);
    pen.hit({before, card.y, at - before - pen.px(18), card.row()}, TurnPage{1});
  }
  if (refused > 0) {
    at += pen.key_cap(at, middle, "w", true, 22) + pen.px(8);
    pen.hit({at - pen.px(30), card.y, pen.px(150), card.row()}, AskWhy{});
    const std::string number = std::to_string(refused), kinds = kinds_of(card.view.offers);
    std::string why_not = "why not (" + number + "): " + kinds;
    if (kinds.empty() || pen.width_of(why_not, type::kAside) > right - at) why_not = "why not: " + number;
    pen.text(at, middle, pen.fitted(why_not, right - at, type::kAside), type::kAside, pen.theme().second);
  }
  card.y += card.row();
}

/// Why orders may not be given, each reason once; what finds no room is counted.
void reasons(Card& card, std::size_t unsaid) {
  Pen& pen = card.pen;
  const Theme& theme = pen.theme();
  const double x = card.x, width = card.width, indent = pen.px(14);
  for (const Barred& barred : barred_of(card.view.offers)) {
    if (card.y + pen.px(unsaid > barred.count ? 62 : 42) > card.floor) break;
    unsaid -= barred.count;
    const std::string words = barred.first + (barred.count > 1 ? ", and " + std::to_string(barred.count - 1) + " more" : "");
    const std::string shown = pen.width_of(words, type::kAside) > width ? std::to_string(barred.count) + " orders" : words;
    pen.text(x, card.y + pen.px(9), pen.fitted(barred.count > 1 ? shown : words, width, type::kAside), type::kAside, theme.third);
    const double rule = barred.rule.empty() ? 0 : pen.width_of(barred.rule, type::kSmall) + pen.px(12);
    const bool beside = pen.width_of(barred.why, type::kSmall) <= width - indent - rule;  // the reason goes before its number
    pen.text(x + indent, card.y + pen.px(28), pen.fitted(barred.why, width - indent, type::kSmall), type::kSmall, theme.refused);
    if (beside) pen.text_right(x + width, card.y + pen.px(28), barred.rule, type::kSmall, theme.third);
    card.y += pen.px(40);
  }
  if (unsaid == 0 || card.y + pen.px(20) > card.floor) return;
  pen.text(x, card.y + pen.px(9), std::to_string(unsaid) + " more", type::kSmall, theme.third);
  card.y += pen.px(20);
}

}  // namespace

/// Orders come before figures. Rows are never squeezed onto one another: they stand two by two, then what finds no room is counted.
double unit_card(Pen& pen, const ViewState& view, Box box, double kept) {
  if (view.selected.empty()) return 0;
  const std::size_t from = pen.mark();
  const double floor = box.y + box.h;
  Card card{pen, view, box.x + pen.px(kLeft), box.w - pen.px(kLeft + kRight), floor, floor - kept, box.y + pen.px(kTop)};
  std::string name = view.selected_title;
  if (name.starts_with(view.selected)) name.erase(0, name.find_first_not_of(' ', view.selected.size()));
  head(card, name);
  OrderRows rows;  // the orders with a digit: each has its row
  std::size_t allowed = 0, groups = 0;
  for (const OptionView& offer : view.offers) {
    if (!offer.allowed) continue;
    ++allowed;
    if (offer.key.starts_with("#")) continue;
    if (rows.orders.empty() || rows.orders.back()->group != offer.group) ++groups;
    rows.orders.push_back(&offer);
  }
  const double most = pen.px(view.touch ? kTouchRow : kRow), least = pen.px(view.touch ? kTouchRow : kLeastRow);
  const double below = pen.px((view.touch ? 46 : 34) + kTop);
  const auto fits = [&](std::size_t count, double above) { return card.y + above + static_cast<double>(count) * least + below <= floor; };
  if (!view.placing && (view.figures.empty() || fits(rows.orders.size(), pen.px(kFigures))))
    card.y += figures(pen, view.figures, {card.x, card.y, card.width, 0});
  rows.halves = !fits(rows.orders.size(), 0);
  while (rows.halves && !rows.orders.empty() && !fits((rows.orders.size() + 1) / 2, 0)) rows.orders.pop_back();
  const double heads = static_cast<double>(groups) * pen.px(kGroup), room = card.bottom - below - card.y;
  rows.headed = !rows.halves && groups > 0 && card.y + rows.count() * most + heads + below <= card.bottom;
  const double for_rows = room - (rows.headed ? heads : 0);
  rows.step = std::clamp(for_rows / rows.count(), least, most);
  const double spare = for_rows - rows.step * rows.count();
  // Why something may not be done goes before the rest of it.
  const double for_reasons =
      view.show_why ? std::min(pen.px(40) * static_cast<double>(barred_of(view.offers).size()), spare - pen.px(72)) : 0;
  told(card, !rows.orders.empty(), card.y + spare - std::max(0.0, for_reasons));
  write(card, rows, {name, name + " (" + view.selected + ")"});  // the second where both sides have such a unit
  const std::size_t refused = view.offers.size() - allowed;
  foot(card, allowed - rows.orders.size(), refused);
  if (view.show_why) reasons(card, refused);
  card.y += pen.px(kTop - 4);
  pen.behind(from, {box.x, box.y, box.w, card.y - box.y}, {});
  return card.y - box.y;
}

double muster_card(Pen& pen, const ViewState& view, Box box) {
  std::vector<const UnitView*> waiting;
  const auto owed = [&](const UnitView& unit) {  // taken off by hand: it comes no more
    return std::any_of(view.owed.begin(), view.owed.end(), [&](const OwedView& one) { return one.unit == unit.unit; });
  };
  for (const UnitView& unit : view.units)
    if (!unit.on_table && !unit.hidden && unit.can > 0 && !owed(unit)) waiting.push_back(&unit);
  if (view.placing || view.ended || waiting.empty() || box.h < pen.px(100)) return 0;
  const std::size_t from = pen.mark();
  const Theme& theme = pen.theme();
  const double x = box.x + pen.px(kLeft), width = box.w - pen.px(kLeft + kRight), bottom = box.y + box.h,
               step = pen.px(view.touch ? 44 : 32);
  double y = box.y + pen.px(kTop);
  pen.text(x, y + pen.px(12), "Still to be placed", type::kRow, theme.text, Face::Bold);
  pen.text_right(x + width, y + pen.px(12), std::to_string(waiting.size()), type::kAside, theme.second);
  y += pen.px(32);
  const double column = width / 2;
  std::size_t shown = 0;
  for (const UnitView* unit : waiting) {
    const bool second = shown % 2 == 1;
    if (!second && y + step > bottom - pen.px(kTop + 22)) break;
    const Box row{x + (second ? column : 0), y, column - pen.px(8), step};
    if (unit->unit.text == view.selected) pen.rect(row, theme.raised, theme.selected, 2, 4);
    const double plate = pen.plate(row.x + pen.px(4), y + step / 2, unit->unit.text, unit->side, 24) + pen.px(12);
    pen.text(row.x + plate, y + step / 2, pen.fitted(unit->name, row.w - plate, type::kAside), type::kAside, theme.text);
    pen.hit(row, SelectUnit{unit->unit});
    if (second) y += step;
    ++shown;
  }
  if (shown % 2 == 1) y += step;
  if (shown < waiting.size()) {
    pen.text(x, y + pen.px(10), std::to_string(waiting.size() - shown) + " more", type::kAside, theme.third);
    y += pen.px(22);
  }
  y += pen.px(kTop - 4);
  pen.behind(from, {box.x, box.y, box.w, y - box.y}, {});
  return y - box.y;
}

}  // namespace polemarch::ui::page
