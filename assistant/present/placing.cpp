/// Who places when, before the battle: whose turn it is, who is still beside the table, what comes next.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "assistant/present/parts.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/telling.hpp"
#include "models/box_name.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::present {

namespace {

using engine::PlacingTurn;

/// "Valens's command", or whose army it is.
std::string name_of_turn(const Inputs& inputs, const PlacingTurn& turn) {
  return turn.what.empty() ? say_who(inputs, viewer_of(turn.side)) : turn.what;
}

std::string state_of(const Inputs& inputs, const ui::UnitView& unit, bool placed) {
  if (unit.moving) return "in the hand";
  if (!placed) return unit.unit == inputs.selection.unit ? "in the hand" : "left";
  if (inputs.table->grid)
    if (const auto box = box_at(*inputs.table->grid, unit.at.x, unit.at.y)) return say_box(*box);
  return "stands";
}

/// Those who are placed now: who stands already, who is still to come.
void list_units(const Inputs& inputs, const std::vector<const PlacingTurn*>& now, ui::ViewState& view) {
  std::size_t placed = 0, all = 0;
  for (const PlacingTurn* turn : now) {
    placed += turn->placed.size(), all += turn->placed.size() + turn->left.size();
    for (const bool there : {true, false})
      for (const UnitId& id : there ? turn->placed : turn->left) {
        const auto unit = std::find_if(view.units.begin(), view.units.end(), [&](const ui::UnitView& one) { return one.unit == id; });
        if (unit == view.units.end()) continue;
        if (there && now.size() > 1) continue;  // both at once: only who is left
        view.placing->units.push_back({id, unit->name.empty() ? id.text : unit->name, state_of(inputs, *unit, there), there});
      }
  }
  std::stable_sort(view.placing->units.begin(), view.placing->units.end(),
                   [](const ui::PlacedRow& a, const ui::PlacedRow& b) { return a.done != b.done ? a.done : comes_before(a.unit, b.unit); });
  view.placing->title = now.size() == 1 ? with_capital(name_of_turn(inputs, *now.front())) : "Still to be placed";
  view.placing->count = now.size() == 1 ? std::to_string(placed) + " of " + std::to_string(all) + " placed"
                                        : std::to_string(all - placed) + " of " + std::to_string(all);
}

/// The large sentence: what is put down now and how many then.
std::string sentence(const Inputs& inputs, const PlacingTurn& turn, const ui::ViewState& view) {
  const std::string more = std::to_string(turn.left.size());
  const bool selected = std::find(turn.left.begin(), turn.left.end(), inputs.selection.unit) != turn.left.end();
  if (selected) {
    const std::string name = inputs.selection.unit.text,
                      then = turn.left.size() > 1 ? ", then " + std::to_string(turn.left.size() - 1) + " more" : "";
    const bool marked =
        std::any_of(view.offers.begin(), view.offers.end(), [](const auto& offer) { return offer.allowed && !offer.region.empty(); });
    return "Put " + name + (marked && inputs.table->grid ? " in a marked " + std::string(inputs.length.cell) : " on the table") + then;
  }
  return turn.what.empty() ? more + " still to place: pick one" : "Place " + turn.what + ": " + more + " still to place";
}

/// What begins the battle or says ready waits for whoever is not placed yet: how many of its side, else of both.
void count_left(const std::array<std::array<std::size_t, 2>, 2>& on_table, const std::array<std::size_t, 2>& left_now,
                std::vector<ui::OptionView>& menu) {
  const bool stages = left_now[0] + left_now[1] > 0;  // who comes in a later stage does not hold this one up
  const auto left_of = [&](std::size_t side) { return stages ? left_now[side] : on_table[side][1] - on_table[side][0]; };
  for (ui::OptionView& entry : menu) {
    const auto* command = std::get_if<GiveCommand>(&entry.intent);
    if (entry.allowed || !entry.ends || command == nullptr) continue;
    const std::string by = io::parsed_or_discarded(command->json).value("by", std::string());
    const std::size_t own = by == "A" ? left_of(0) : by == "B" ? left_of(1) : 0, left = own > 0 ? own : left_of(0) + left_of(1);
    if (left > 0) entry.detail = std::to_string(left) + " still to place";
  }
}

/// A side may begin with another of its turns: the one whose unit is in the hand.
void begin_with(const UnitId& unit, engine::PlacingOrder& order) {
  const auto now =
      std::find_if(order.turns.begin(), order.turns.end(), [](const PlacingTurn& turn) { return turn.when == PlacingTurn::When::Now; });
  const auto wanted = std::find_if(order.turns.begin(), order.turns.end(), [&](const PlacingTurn& turn) {
    return turn.when == PlacingTurn::When::Later && std::find(turn.left.begin(), turn.left.end(), unit) != turn.left.end();
  });
  if (now == order.turns.end() || wanted == order.turns.end() || wanted->side != now->side) return;
  std::swap(*now, *wanted);
  std::swap(now->when, wanted->when);
}

}  // namespace

void fill_placing(const Inputs& inputs, ui::ViewState& view) {
  const engine::Beside* room = engine::beside(*inputs.battle);
  if (room == nullptr || view.ended || inputs.help_level == ui::HelpLevel::Measure) return;
  engine::PlacingOrder order = room->placing();
  if (order.turns.empty()) return;
  begin_with(inputs.selection.unit, order);
  view.placing.emplace();
  view.placing->way = order.way;
  std::vector<const PlacingTurn*> now;
  const PlacingTurn* next = nullptr;
  std::array<std::array<std::size_t, 2>, 2> on_table{};  // placed and all, by side
  std::array<std::size_t, 2> left_now{};
  std::size_t done = 0;
  for (const PlacingTurn& turn : order.turns) {
    const std::size_t side = turn.side == Side::A ? 0 : 1;
    on_table[side][0] += turn.placed.size(), on_table[side][1] += turn.placed.size() + turn.left.size();
    ui::PlacingRow row{.side = turn.side, .text = with_capital(name_of_turn(inputs, turn)), .state = {}, .done = {}, .now = {}};
    row.done = turn.when == PlacingTurn::When::Done, row.now = turn.when == PlacingTurn::When::Now;
    row.state = row.done  ? std::to_string(turn.placed.size()) + " placed"
                : row.now ? "now, " + std::to_string(turn.left.size()) + " left"
                          : std::to_string(turn.left.size()) + " to place";
    done += row.done;
    if (row.now) now.push_back(&turn), left_now[side] += turn.left.size();
    if (turn.when == PlacingTurn::When::Later && next == nullptr) next = &turn;
    view.placing->rows.push_back(std::move(row));
  }
  std::erase_if(view.counters, [](const ui::CounterView& counter) { return !counter.counts_down; });
  for (const Side side : {Side::A, Side::B}) {
    const auto& [placed, all] = on_table[side == Side::A ? 0 : 1];
    if (all > 0) view.counters.push_back({side, "on the table", static_cast<int>(placed), {}, static_cast<int>(all), false});
  }
  std::erase_if(now, [](const PlacingTurn* turn) { return turn->left.empty(); });
  count_left(on_table, left_now, view.menu);
  if (now.empty()) return;
  list_units(inputs, now, view);
  const bool own_eyes = inputs.viewer == Viewer::A || inputs.viewer == Viewer::B;
  const auto mine =
      std::find_if(now.begin(), now.end(), [&](const PlacingTurn* turn) { return !own_eyes || viewer_of(turn->side) == inputs.viewer; });
  const auto in_hand = std::find_if(now.begin(), now.end(), [&](const PlacingTurn* turn) {
    return std::find(turn->left.begin(), turn->left.end(), inputs.selection.unit) != turn->left.end();
  });
  if (now.size() == 1)
    view.phase = order.turns.size() > 2 ? std::to_string(done + 1) + " of " + std::to_string(order.turns.size()) : view.phase;
  if (view.question && !view.question->aside) return;
  const PlacingTurn* placing = in_hand != now.end() ? *in_hand : now.size() == 1 ? now.front() : nullptr;
  if (placing != nullptr) view.to_play = placing->side;
  if (in_hand != now.end() && inputs.can_drag && !inputs.table->grid)
    view.advice.insert(view.advice.begin(), {"or click where its middle stands; T types it", Tone::Text, {}});
  if (mine != now.end() && (now.size() == 1 || in_hand != now.end()))
    view.call = sentence(inputs, in_hand != now.end() ? **in_hand : **mine, view);
  std::string left;  // of two that place the same at once the side says which
  const bool alike = now.size() > 1 && now.front()->what == now.back()->what;
  for (const PlacingTurn* turn : now)
    left += (left.empty() ? "" : ", ") +
            engine::with_verb(alike ? say_who(inputs, viewer_of(turn->side)) : name_of_turn(inputs, *turn), "has ", "have ") +
            std::to_string(turn->left.size()) + " left";
  view.now += "; " + left;
  if (next != nullptr) view.now += "; then " + say_who(inputs, viewer_of(next->side)) + (next->what.empty() ? "" : ", " + next->what);
}

}  // namespace polemarch::assistant::present
