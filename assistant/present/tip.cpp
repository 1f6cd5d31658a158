/// Everything between the selected unit and another: what is measured, what may be done to it, what the room says of the two.
#include <algorithm>

#include "assistant/present/measuring.hpp"
#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/present/throws.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::present {

namespace {

constexpr std::size_t kOrders = 4, kLines = 5;

const ui::UnitView* unit_named(const ui::ViewState& view, const UnitId& id) {
  for (const ui::UnitView& unit : view.units)
    if (unit.unit == id && unit.on_table) return &unit;
  return nullptr;
}

/// "arc of fire: inside" in the two columns of the tip: what stands last, where it is short.
ui::RowView in_columns(ui::RowView row) {
  constexpr std::size_t kShort = 24;
  const std::size_t colon = row.text.rfind(": ");
  if (!row.value.empty() || colon == std::string::npos || row.text.size() - colon > kShort) return row;
  row.value = row.text.substr(colon + 2);
  row.text.resize(colon);
  return row;
}

}  // namespace

void fill_tip(const Inputs& inputs, ui::ViewState& view) {
  const UnitId of = inputs.selection.unit, at = inputs.pointed.empty() ? inputs.selection.target.value_or(UnitId{}) : inputs.pointed;
  if (of.empty() || at.empty() || of == at) return;
  const ui::UnitView *from = unit_named(view, of), *to = unit_named(view, at);
  if (from == nullptr || to == nullptr) return;
  ui::TipView tip{of, at, say_unit(inputs, of) + " to " + say_unit(inputs, at), {}};
  if (inputs.table->grid) {
    const std::string cell = std::string(inputs.length.cell);
    tip.rows.push_back({cell == "box" ? "boxes" : cell + "s", {}, cells_between(*inputs.table->grid, from->at, to->at), {}});
  } else if (const auto measured = measure(inputs, {of, {}}, {at, {}})) {
    tip.rows.push_back({"gap", {}, say_measure(*measured, inputs.length), {}});
    const auto sees = [](const engine::AdviceShape& shape) {
      return shape.meaning == engine::Meaning::SightClear || shape.meaning == engine::Meaning::SightBlocked;
    };
    const auto tells = [](const engine::AdviceLine& line) {
      return line.meaning == engine::Meaning::SightClear || line.meaning == engine::Meaning::SightBlocked;
    };
    const bool room_says = (inputs.advice != nullptr && std::any_of(inputs.advice->shapes.begin(), inputs.advice->shapes.end(), sees)) ||
                           std::any_of(inputs.tip_advice.begin(), inputs.tip_advice.end(), tells);
    if (!inputs.tip_sight.empty()) {
      std::vector<engine::AdviceShape> drawn;  // of a target that is picked it stands in the scene already
      for (const engine::AdviceShape& shape : inputs.tip_sight)
        if (inputs.advice == nullptr || !std::any_of(inputs.advice->shapes.begin(), inputs.advice->shapes.end(), is_sight_wedge))
          drawn.push_back(shape);
      add_advice(view.scene, {.shapes = std::move(drawn), .lines = {}});
    } else if (!room_says) {
      add_sight(view.scene, *measured);
    }
    if (measured->seen && !room_says) {
      std::string seen = std::to_string(static_cast<int>(*measured->seen * 100 + 0.5)) + " %";
      for (std::size_t i = 0; i < measured->in_the_way.size() && i < 2; ++i)
        seen += (i == 0 ? ", past " : ", ") + name_or_id(inputs, UnitId{measured->in_the_way[i]});
      tip.rows.push_back({"seen past other units", {}, seen, {}});
    }
  }
  std::size_t orders = 0;
  for (const ui::OptionView& offer : view.offers) {
    if (offer.target != at || orders++ >= kOrders) continue;
    const std::string chance = offer.chance.empty() ? "" : ", " + offer.chance;
    std::string words = offer.text;
    for (const ui::RowView& row : tip.rows)  // "shoot at B3, 4.6 in, 3 dice" below the gap
      if (const std::string again = ", " + row.value; row.text == "gap" && words.find(again) != std::string::npos)
        words.erase(words.find(again), again.size());
    tip.rows.push_back({words, {}, offer.allowed ? (offer.need.empty() ? "may" : offer.need + chance) : "no", {}});
    if (!offer.allowed) tip.rows.push_back({offer.detail, {}, {}, {}});
  }
  std::size_t lines = 0;
  for (const engine::AdviceLine& line : inputs.tip_advice) {
    const std::string& said = line.reason.text;
    const auto says_it = [&](const ui::RowView& row) {  // "3 dice", or why an order is refused
      return row.text.ends_with(", " + said) || row.text == said || row.text.starts_with(said + " (");
    };
    if (std::any_of(tip.rows.begin(), tip.rows.end(), says_it)) continue;
    if (line.meaning == engine::Meaning::Measure && line.reason.text.starts_with("to " + at.text + " ")) continue;  // the gap
    if (lines++ >= kLines) break;
    tip.rows.push_back(in_columns(present::row_of(line.reason)));
  }
  view.tip = std::move(tip);
}

void fill_measures(const Inputs& inputs, ui::ViewState& view) {
  for (const Measured& measured : inputs.measures) {
    add_sight(view.scene, measured);
    const auto name = [&](const End& end) { return end.unit.empty() ? std::string("table") : end.unit.text; };
    std::string text = say_counted(measured, inputs.length);
    if (measured.seen && *measured.seen < 0.995) text += ", " + std::to_string(static_cast<int>(*measured.seen * 100 + 0.5)) + " % seen";
    ui::MeasureView shown{
        .title = name(measured.a) + " to " + name(measured.b), .text = std::move(text), .from = measured.from, .to = measured.to};
    const double one = inputs.length.one.mm();
    shown.of = measured.a.unit, shown.at = measured.b.unit;
    shown.value = measured.mm / one, shown.doubt = 1.96 * measured.sd_mm / one;
    shown.unit = inputs.length.name;
    shown.words = (shown.of.empty() ? "the table" : name_or_id(inputs, shown.of)) + " to " +
                  (shown.at.empty() ? "the table" : name_or_id(inputs, shown.at)) +
                  (shown.of.empty() && shown.at.empty() ? "" : ", edge to edge");
    if (measured.limit_mm) {
      shown.limit = *measured.limit_mm / one;
      shown.limit_name = measured.limit_name;
      shown.inside = chance_within(measured);
      shown.close = too_close(measured);
    }
    view.measures.push_back(std::move(shown));
  }
  view.clipboard = inputs.clipboard;
  view.clipboard_at = inputs.clipboard_at;
}

}  // namespace polemarch::assistant::present
