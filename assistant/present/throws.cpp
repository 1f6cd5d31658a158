#include "assistant/present/throws.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "engine/core/faces.hpp"
#include "models/per_cent.hpp"

namespace polemarch::assistant::present {

namespace {

std::string signed_number(int value) { return (value > 0 ? "+" : "") + std::to_string(value); }

/// Words without the number they end in: it stands in a column of its own.
std::string bare(std::string text, int value) {
  for (const std::string& ending : {" " + signed_number(value), " " + signed_number(-value), ": " + std::to_string(value)})
    if (text.size() > ending.size() && text.ends_with(ending)) return text.substr(0, text.size() - ending.size());
  return text;
}

/// The base number plain, or as `base` where it is given; what follows with the sign that the book prints; the sum last where there is more
/// than one.
std::vector<ui::RowView> rows_of(const std::vector<engine::ThrowRow>& rows, const std::string& sum, const std::string& base = {}) {
  std::vector<ui::RowView> out;
  for (const engine::ThrowRow& row : rows) {
    const std::string first = !base.empty() ? base : sum.empty() ? signed_number(row.printed()) : std::to_string(row.value);
    out.push_back({bare(row.text, row.value), row.rule, out.empty() ? first : signed_number(row.printed()), row.whose});
  }
  if (rows.size() > 1) out.push_back({"in all", {}, sum, {}});
  return out;
}

std::string speaker(const engine::Thrown& thrown) {
  std::string text = thrown.thrower.empty() ? "Side " + std::string(name_of(thrown.who)) : thrown.thrower.text;
  const std::string_view link = engine::link_of(thrown);
  const std::string at = thrown.at.empty() ? "" : std::string(link) + thrown.at.text;
  const std::string purpose = thrown.purpose.empty() ? "" : ", " + thrown.purpose;
  return text + (link == " for " ? purpose + at : at + purpose);
}

std::vector<UnitId> about(const engine::Thrown& thrown) {
  std::vector<UnitId> units;
  for (const UnitId& unit : {thrown.thrower, thrown.at})
    if (!unit.empty()) units.push_back(unit);
  return units;
}

std::vector<ui::RowView> all_rows(const engine::Thrown& thrown, int values) {
  std::vector<ui::RowView> rows;
  const bool one_modifier =  // of dice whose sum is looked up in a table
      thrown.rows.size() == 1 && thrown.need == 0 && thrown.counted == engine::Counted::Sum && thrown.rows.front().value != 0;
  if (thrown.rows.size() > 1 || one_modifier) {
    // What the book adds to the throw leaves the need as it is: "4+, partly obscured -1, in all 5+".
    const bool to_throw =
        thrown.need > 0 && std::any_of(thrown.rows.begin(), thrown.rows.end(), [](const engine::ThrowRow& row) { return row.to_throw; });
    rows = rows_of(thrown.rows,
                   one_modifier      ? std::string()
                   : thrown.need > 0 ? say_need(thrown.need, thrown.better)
                                     : std::to_string(engine::sum_of(thrown.rows)),
                   to_throw ? say_need(thrown.rows.front().value, thrown.better) : std::string());
  }
  if (thrown.dice.size() > 1)
    for (ui::RowView& row : rows_of(thrown.dice, std::to_string(values) + (thrown.source == "dice" ? (values == 1 ? " die" : " dice")
                                                                                                   : (values == 1 ? " card" : " cards"))))
      rows.push_back(std::move(row));
  return rows;
}

bool needs_differ(const engine::Pending& pending) {
  return std::adjacent_find(pending.needs.begin(), pending.needs.end(), std::not_equal_to<>()) != pending.needs.end();
}

/// Of dice that do not all need the same: whose they are and what they need, a row for those that are alike.
std::vector<ui::RowView> rows_by_need(const engine::Pending& pending) {
  const engine::Thrown& thrown = pending.thrown;
  const std::string one = thrown.source == "dice" ? " die" : " card", many = thrown.source == "dice" ? " dice" : " cards";
  std::vector<ui::RowView> rows;
  for (std::size_t i = 0, next = 0; i < pending.needs.size(); i = next) {
    const UnitId unit = i < pending.throwers.size() ? pending.throwers[i] : UnitId();
    for (next = i + 1; next < pending.needs.size() && pending.needs[next] == pending.needs[i] &&
                       (next < pending.throwers.size() ? pending.throwers[next] : UnitId()) == unit;)
      ++next;
    const std::string dice = std::to_string(next - i) + (next - i == 1 ? one : many);
    rows.push_back({unit.empty() ? dice : unit.text + ", " + dice, thrown.rule, say_need(pending.needs[i], thrown.better), thrown.who});
  }
  return rows;
}

}  // namespace

std::string say_need(int need, engine::Better better) {
  return better == engine::Better::High ? std::to_string(need) + "+" : std::to_string(need) + " or less";
}

std::string say_chance(int per_mille) { return per_cent(per_mille); }

ui::ThrowView throw_view(const engine::Thrown& thrown, const std::vector<int>& needs) {
  ui::ThrowView view;
  view.text = speaker(thrown);
  view.whose = thrown.who;
  view.cards = thrown.source != "dice";
  view.faces = engine::faces_of(thrown);
  view.compared = thrown.need > 0;
  if (view.compared) view.need = say_need(thrown.need, thrown.better);
  if (thrown.per_mille)
    view.aside = say_chance(*thrown.per_mille) + (thrown.counted == engine::Counted::Each && thrown.values.size() > 1 ? " each" : "");
  const auto good = [&](std::size_t i) {
    const int need = needs.size() == thrown.values.size() ? needs[i] : thrown.need;
    return thrown.better == engine::Better::High ? thrown.values[i] >= need : thrown.values[i] <= need;
  };
  for (const int value : thrown.rerolled) view.values.push_back({value, false, true});
  for (std::size_t i = 0; i < thrown.values.size(); ++i)
    view.values.push_back({thrown.values[i], view.compared && (thrown.counted == engine::Counted::Sum ? thrown.good > 0 : good(i)), false});
  view.rows = all_rows(thrown, static_cast<int>(thrown.values.size()));
  view.outcome = thrown.outcome;
  view.about = about(thrown);
  return view;
}

ui::OddsView odds_view(const engine::Pending& pending) {
  const engine::Thrown& thrown = pending.thrown;
  ui::OddsView view;
  view.title = speaker(thrown);
  view.whose = thrown.who;
  view.cards = thrown.source != "dice";
  view.about = about(thrown);
  view.about.insert(view.about.end(), pending.throwers.begin(), pending.throwers.end());
  if (needs_differ(pending)) {  // no one number and no one chance is that of all
    view.rows = rows_by_need(pending);
  } else {
    if (thrown.need > 0) view.need = say_need(thrown.need, thrown.better);
    if (thrown.per_mille)
      view.chance = say_chance(*thrown.per_mille) + (thrown.counted == engine::Counted::Each && pending.count > 1 ? " each" : "");
    view.rows = all_rows(thrown, pending.count);
  }
  for (const engine::Outlook& outlook : pending.beside) view.rows.push_back({outlook.text, {}, say_chance(outlook.per_mille), {}});
  view.of = pending.of;
  for (const engine::Outlook& outlook : pending.outlooks) view.outlooks.push_back({outlook.text, outlook.per_mille});
  if (pending.expected && pending.outlooks.size() != 1) {  // what is certain needs no mean
    char text[48];
    std::snprintf(text, sizeof text, "%.2f to be expected", *pending.expected / 100.0);
    view.expected = text;
  }
  return view;
}

}  // namespace polemarch::assistant::present
