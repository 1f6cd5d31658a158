/// The sentence that is always on the screen, how the battle ended, and the units there are.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::assistant::present {

namespace {

/// "Turn 3, orders", "Bound 3, command orders" or "Deployment".
std::string moment(const engine::Now& now, std::string_view turn_word) {
  std::string text = now.turn > 0 ? std::string(turn_word) + " " + std::to_string(now.turn) : std::string();
  if (!now.phase.empty()) text += (text.empty() ? "" : ", ") + now.phase;
  return with_capital(text);
}

/// The rectangle round these points along a heading: front-left, front-right, rear-right, rear-left.
std::vector<Vec2> box_along(const std::vector<Vec2>& points, double heading_deg) {
  const double h = heading_deg * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
  double front = -1e12, rear = 1e12, left = -1e12, right = 1e12;
  for (const Vec2 p : points) {
    const double along = p.x * c + p.y * s, across = -p.x * s + p.y * c;
    front = std::max(front, along), rear = std::min(rear, along);
    left = std::max(left, across), right = std::min(right, across);
  }
  const auto at = [&](double along, double across) { return Vec2{along * c - across * s, along * s + across * c}; };
  return {at(front, left), at(front, right), at(rear, right), at(rear, left)};
}

}  // namespace

void fill_now(const Inputs& inputs, ui::ViewState& view) {
  view.side_names = inputs.side_names;
  for (const engine::Counter& counter : inputs.battle->counters())
    view.counters.push_back({counter.side, counter.name, counter.value, counter.limit, counter.start, counter.counts_down});
  if (const auto ending = inputs.battle->ending()) {
    const auto winner = [&] {
      const std::string name = say_who(inputs, viewer_of(*ending->winner));
      return engine::with_verb(name, "has", "have") + " won: ";
    };
    view.ended = ui::EndedView{ending->winner ? std::string(name_of(*ending->winner)) : "draw",
                               ending->winner ? winner() + ending->text : "The battle is drawn: " + ending->text};
    view.now = view.call = view.ended->text;
    view.moment = "The end";
    return;
  }
  const engine::Now now = inputs.battle->now();
  const std::string when = moment(now, inputs.turn_word);
  view.moment = with_capital(now.turn > 0 ? std::string(inputs.turn_word) + " " + std::to_string(now.turn) : now.phase);
  view.phase = now.turn > 0 ? now.phase : std::string();
  view.turn = now.turn;
  if (const engine::Beside* beside = engine::beside(*inputs.battle)) view.last_turn = beside->last_turn();
  if (now.who == Viewer::A || now.who == Viewer::B) view.to_play = now.who == Viewer::A ? Side::A : Side::B;
  view.call = with_capital(now.todo);
  view.now = when.empty() ? "" : when + ". ";
  if (view.question && !view.question->aside) {
    view.now += with_capital(view.question->who) + ": " + view.question->text;
  } else if (inputs.viewer != Viewer::Both && inputs.viewer != Viewer::Umpire && now.who != Viewer::Both && now.who != inputs.viewer) {
    view.call = "Waiting for " + say_who(inputs, now.who) + ": " + now.todo;
    view.now += view.call;
  } else {
    view.now += with_capital(say_who(inputs, now.who)) + ": " + now.todo;
  }
  if (const auto holder = inputs.battle->held_by()) {
    view.call = with_capital(engine::with_verb(say_who(inputs, *holder), "holds", "hold") + " the game: X lets it go on");
    view.now += ". " + view.call;
  }
  if (inputs.can_drag) return;  // nobody waits for hands where the screen is the table
  if (view.owed.empty()) return;
  const std::string things = view.owed.size() == 1 ? "One thing" : std::to_string(view.owed.size()) + " things";
  view.call = things + " to do by hand, then " + now.todo;
}

void fill_units(const Inputs& inputs, ui::ViewState& view) {
  struct Middle {
    double x = 0, y = 0, heading = 0;
    int count = 0;
    bool hidden = false, round = false;
    double unseen_s = 0;
    bool ruled = false;         ///< the rules have it on the table
    std::vector<Vec2> corners;  ///< of all bases
  };
  std::map<UnitId, Middle> middles;
  std::map<BaseId, const ObservedBase*> seen;
  if (inputs.seen != nullptr)
    for (const ObservedBase& base : inputs.seen->bases) seen[base.base] = &base;
  for (const engine::Place& place : inputs.battle->places()) {
    if (!middles.contains(place.unit)) {
      ui::UnitView unit{.unit = place.unit, .name = {}, .side = place.side};
      if (inputs.namer != nullptr) unit.name = inputs.namer->name(place.unit);
      if (const engine::Shows* room = engine::shows(*inputs.battle)) unit.marks = room->marks(place.unit, inputs.viewer);
      unit.moving = inputs.moving.contains(place.unit);
      if (const auto can = inputs.can.find(place.unit); can != inputs.can.end()) unit.can = can->second;
      view.units.push_back(std::move(unit));
    }
    Middle& middle = middles[place.unit];
    double x = place.pose.x.mm(), y = place.pose.y.mm(), heading = place.pose.heading.deg();
    bool there = place.on_table;
    if (const auto found = seen.find(place.base); found != seen.end()) {
      x = found->second->x_mm, y = found->second->y_mm, heading = found->second->heading_deg;
      there = found->second->state != Seen::Gone;
    }
    middle.ruled = middle.ruled || place.on_table;
    if (const auto hidden = inputs.hidden_for.find(place.base); hidden != inputs.hidden_for.end() && (there || place.on_table))
      middle.hidden = true, middle.unseen_s = std::max(middle.unseen_s, hidden->second);
    if (!there) continue;
    if (middle.count++ == 0) middle.heading = heading, middle.round = place.footprint.outline == Outline::Circle;
    middle.x += x, middle.y += y;
    for (const Vec2 corner : corners_of(place.footprint, {x, y}, heading)) middle.corners.push_back(corner);
  }
  for (ui::UnitView& unit : view.units) {
    const Middle& middle = middles.at(unit.unit);
    unit.on_table = middle.count > 0, unit.round = middle.round;
    unit.hidden = middle.hidden && (unit.on_table || middle.ruled), unit.unseen_s = middle.unseen_s;
    if (!unit.on_table) continue;
    unit.at = {middle.x / middle.count, middle.y / middle.count};
    unit.heading_deg = middle.heading;
    unit.outline = box_along(middle.corners, middle.heading);
  }
}

}  // namespace polemarch::assistant::present
