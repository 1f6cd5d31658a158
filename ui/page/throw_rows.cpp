#include "ui/page/throw_rows.hpp"

#include <algorithm>
#include <optional>

#include "models/per_cent.hpp"
#include "ui/page/plates.hpp"

namespace polemarch::ui::page {

namespace {

/// How long the dice roll on the screen before they lie: one after the other, all together no longer than kAllRolled.
constexpr double kRolled = 0.18, kAllRolled = 0.7;  // s

/// A die or card that still rolls shows any face but counts for nothing.
ValueView rolling(const ThrowView& shown, std::size_t i, double rolled_s) {
  const int step = static_cast<int>(rolled_s / 0.06);
  return {shown.cards ? 0 : (step * 5 + static_cast<int>(i) * 3) % shown.faces + 1, false, false};
}

constexpr double kBelow = 44;      ///< what a row of dice takes that stands below the words
constexpr double kSmaller = 0.66;  ///< dice too many for one row, in two at most

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

/// How dice stand below the words: one row, or smaller where they are more than a row takes.
struct DiceRows {
  double by = 1, room = 0, height = 0;
  int count = 1;
};
DiceRows dice_rows(const Pen& pen, const ThrowView& shown, double width) {
  DiceRows rows{.room = width - pen.px(44), .height = pen.px(kBelow)};
  double all = 0;
  for (const ValueView& value : shown.values) all += room_of(pen, shown, value);
  if (all <= rows.room) return rows;
  rows.by = kSmaller;
  all = 0;
  for (const ValueView& value : shown.values) all += room_of(pen.smaller(kSmaller), shown, value);
  rows.count = all <= rows.room ? 1 : 2;
  rows.height = pen.px(kBelow * kSmaller * rows.count + 4);
  return rows;
}

/// Who throws and for what, without at whom, which the card says above it: of a title too long for its row.
std::string without_target(std::string title) {
  for (const std::string_view at : {" against ", " at ", " from "}) {
    const std::size_t from = title.find(at), what = title.find(", ", std::min(from, title.size()));
    if (what != std::string::npos) return title.erase(from, what - from);
  }
  return title;
}

/// Bars of what can come of a throw: the likeliest white, with a rim where the card is white too, its chance above, its name below.
double bars(Pen& pen, const OddsView& odds, Box box) {
  const Theme& theme = pen.theme();
  if (odds.outlooks.empty()) return 0;
  const double cell = std::min(pen.px(140), box.w / static_cast<double>(odds.outlooks.size())), room = cell - pen.px(4);
  const bool wide = std::any_of(odds.outlooks.begin(), odds.outlooks.end(),
                                [&](const OutlookView& outlook) { return pen.width_of(outlook.text, type::kSmall) > room; });
  const double line = pen.px(16), high = pen.px(44), names = pen.px(20) + (wide ? line : 0), values = pen.px(20), title = pen.px(22);
  if (title + values + high + names > box.h) return 0;
  const std::string head = odds.of + (odds.expected.empty() ? "" : "   " + odds.expected);
  pen.text(box.x, box.y + title / 2, pen.fitted("Chance: " + head, box.w, type::kSmall), type::kSmall, theme.second);
  const std::optional<Paint> rim = theme.card.r > 128 ? std::optional(theme.text) : std::nullopt;
  int top = 1;
  for (const OutlookView& outlook : odds.outlooks) top = std::max(top, outlook.per_mille);
  const double base = box.y + title + values + high;
  for (std::size_t i = 0; i < odds.outlooks.size(); ++i) {
    const OutlookView& outlook = odds.outlooks[i];
    const double x = box.x + cell * static_cast<double>(i), tall = std::max(pen.px(2), high * outlook.per_mille / top);
    const bool likeliest = outlook.per_mille == top;
    pen.rect({x, base - tall, cell - pen.px(8), tall}, likeliest ? theme.paper : theme.key_edge, likeliest ? rim : std::nullopt, 1.5);
    const std::string text = per_cent(outlook.per_mille);
    const double middle = x + (cell - pen.px(8)) / 2;
    pen.text(middle - pen.width_of(text, type::kAside, Face::Bold) / 2, base - tall - pen.px(10), text, type::kAside, theme.text,
             Face::Bold);
    double below = base + pen.px(10);
    for (const std::string& name : pen.wrapped(outlook.text, room, type::kSmall, Face::Medium, wide ? 2 : 1)) {
      pen.text(middle - pen.width_of(name, type::kSmall) / 2, below, name, type::kSmall, theme.second);
      below += line;
    }
  }
  pen.line({box.x, base}, {box.x + cell * static_cast<double>(odds.outlooks.size()) - pen.px(8), base}, theme.key_edge);
  return title + values + high + names + pen.px(8);
}

}  // namespace

double throw_height(Pen& pen, const ThrowView& shown, double width) {
  return pen.px(kThrow) + (dice_below(pen, shown, width) ? dice_rows(pen, shown, width).height : 0);
}

double throw_rows(Pen& pen, const ThrowView& shown, Box box, std::optional<double> rolled_s) {
  const Theme& theme = pen.theme();
  const double line = pen.px(kThrow), middle = box.y + line / 2;
  const DiceRows rows = dice_rows(pen, shown, box.w);
  const bool below_it = dice_below(pen, shown, box.w) && line + rows.height <= box.h;
  const double height = below_it ? line + rows.height : line;
  if (height > box.h) return 0;
  pen.rect({box.x, box.y + pen.px(4), pen.px(4), height - pen.px(8)}, shown.whose ? theme.line(*shown.whose) : theme.key_edge);
  // Values from the right; those that find no room are counted.
  Pen small = below_it ? pen.smaller(rows.by) : pen;
  const double room = below_it ? rows.room : box.w * 0.5, each_row = below_it ? rows.height / rows.count : line;
  std::size_t fits = 0;
  double wide = 0;
  for (int row = below_it ? rows.count : 1; row > 0; --row, wide = row > 0 ? 0 : wide)
    for (; fits < shown.values.size(); ++fits) {
      const double width = room_of(small, shown, shown.values[fits]);
      if (wide + width > room) break;
      wide += width;
    }
  const std::string more = fits < shown.values.size() ? "+" + std::to_string(shown.values.size() - fits) : "";
  const double right = box.x + box.w, first = box.x + pen.px(14);
  double x = below_it ? first : right - wide - (more.empty() ? 0 : pen.width_of(more, type::kAside) + pen.px(6));
  double lay = below_it ? box.y + line + each_row / 2 - pen.px(2) : middle;
  const double values_from = below_it ? right + pen.px(10) : x;
  const double each = std::min(kRolled, kAllRolled / std::max(1.0, static_cast<double>(shown.values.size())));
  for (std::size_t i = 0; i < fits; ++i) {
    const bool rolls = rolled_s && *rolled_s < each * static_cast<double>(i + 1);
    const ValueView& value = rolls ? rolling(shown, i, *rolled_s) : shown.values[i];
    if (below_it && x + room_of(small, shown, value) > first + room) x = first, lay += each_row;
    x += draw_value(small, x, lay, value, shown.cards, shown.faces, shown.compared && !rolls) + small.px(6);
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
  const std::string title = pen.width_of(shown.text, type::kRow) > end - from ? without_target(shown.text) : shown.text;
  pen.text(from, middle - (below.empty() ? 0 : pen.px(9)), pen.fitted(title, end - from, type::kRow), type::kRow, theme.text);
  if (!below.empty()) pen.text(from, middle + pen.px(12), pen.fitted(below, end - from, type::kAside), type::kAside, theme.second);
  double y = box.y + height;
  pen.line({box.x, y}, {box.x + box.w, y}, theme.raised);
  const double step = pen.px(kNeedRow);
  const bool whole = y + step * static_cast<double>(shown.rows.size()) <= box.y + box.h;
  for (const RowView& row : shown.rows) {
    if (!whole && row.text != "in all") continue;  // some rows alone would not add up
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

double odds_part(Pen& pen, const OddsView& odds, Box box) {
  ThrowView shown{.text = odds.title, .aside = odds.chance, .whose = odds.whose, .cards = odds.cards, .compared = true, .need = odds.need};
  shown.rows = odds.rows;
  shown.about = odds.about;
  const double bars_high = pen.px(114);
  const double kept = odds.outlooks.empty() || bars_high + pen.px(kThrow + 6) > box.h ? 0 : bars_high;  // what is thrown goes before them
  double used = throw_rows(pen, shown, {box.x, box.y, box.w, box.h - kept});
  used += pen.px(6);
  return used + bars(pen, odds, {box.x, box.y + used, box.w, box.h - used});
}

}  // namespace polemarch::ui::page
