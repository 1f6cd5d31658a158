/// What a person does on the table of the screen: picks units and orders, measures, looks closer.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "assistant/play/desk.hpp"
#include "assistant/present/measuring.hpp"
#include "assistant/present/table_scene.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::play {

void Desk::select_at(Vec2 at, bool add) {
  UnitId hit;
  Side side = Side::A;
  for (const engine::Place& place : session_.battle().places()) {
    Vec2 centre{place.pose.x.mm(), place.pose.y.mm()};
    double heading = place.pose.heading.deg();
    bool there = place.on_table;
    if (look_)
      for (const ObservedBase& base : look_->table.bases)
        if (base.base == place.base) {
          centre = {base.x_mm, base.y_mm};
          heading = base.heading_deg;
          there = base.state != Seen::Gone;
        }
    if (!there || !ui::contains(present::corners_of(place.footprint, centre, heading), at)) continue;
    hit = place.unit;
    side = place.side;
  }
  if (add && !hit.empty() && !selection_.unit.empty()) return add_unit(hit);
  if (order_at(at, hit)) return;
  if (hit.empty()) {
    select({});
    return;
  }
  // A click on an enemy names the target of the unit selected first; a second one gives the order, where there is one.
  for (const engine::Place& place : session_.battle().places())
    if (place.unit == selection_.unit && place.side != side) {
      selection_.target = hit;
      offer_page_ = 0;
      return;
    }
  select(hit);
}

void Desk::select(const UnitId& unit) {
  selection_ = {unit, std::nullopt};
  group_.clear();
  offer_page_ = 0;
}

/// Friends picked beside the selected unit, for what several do together; picked again they are left out.
void Desk::add_unit(const UnitId& unit) {
  if (unit == selection_.unit) return;
  std::optional<Side> mine, theirs;
  for (const engine::Place& place : session_.battle().places()) {
    if (place.unit == selection_.unit) mine = place.side;
    if (place.unit == unit) theirs = place.side;
  }
  if (!mine || mine != theirs) return;
  if (group_.erase(unit) == 0) group_.insert(unit);
  offer_page_ = 0;
}

namespace {

/// The units a command is about, where they are several: {"units":[...]} or {"moves":[{"unit":...}]}.
std::vector<std::string> units_in(const nlohmann::json& command) {
  std::vector<std::string> units;
  if (const auto list = command.find("units"); list != command.end() && list->is_array()) {
    for (const nlohmann::json& unit : *list)
      if (unit.is_string()) units.push_back(unit.get<std::string>());
  } else if (const auto moves = command.find("moves"); moves != command.end() && moves->is_array()) {
    for (const nlohmann::json& move : *moves)
      if (move.is_object() && move.contains("unit") && move["unit"].is_string()) units.push_back(move["unit"].get<std::string>());
  }
  return units;
}

}  // namespace

/// What those picked may do together: every order to more of them, with the others left out, where the rules allow that.
std::vector<engine::OfferText> Desk::orders_of_group(const std::vector<engine::OfferText>& offers, Viewer owner) const {
  std::vector<engine::OfferText> out;
  const engine::Battle& battle = session_.battle();
  for (const engine::OfferText& offer : offers) {
    nlohmann::json command = nlohmann::json::parse(offer.command);
    const std::vector<std::string> units = units_in(command);
    const auto has = [&](const std::string& id) { return std::find(units.begin(), units.end(), id) != units.end(); };
    const bool of_them = std::all_of(group_.begin(), group_.end(), [&](const UnitId& unit) { return has(unit.text); });
    if (units.size() < 2 || !of_them) continue;
    const auto left_out = [&](const std::string& id) { return id != selection_.unit.text && !group_.contains(UnitId{id}); };
    if (command.contains("units")) {
      nlohmann::json kept = nlohmann::json::array();
      for (const std::string& unit : units)
        if (!left_out(unit)) kept.push_back(unit);
      command["units"] = kept;
    } else {
      nlohmann::json kept = nlohmann::json::array();
      for (const nlohmann::json& move : command["moves"])
        if (!left_out(move["unit"].get<std::string>())) kept.push_back(move);
      command["moves"] = kept;
    }
    nlohmann::json spoken = command;
    spoken["by"] = name_of(owner);
    const auto verdict = battle.judge(spoken.dump());
    if (!verdict) continue;
    engine::OfferText mine = offer;
    mine.command = command.dump();
    mine.text = battle.say(spoken.dump());
    mine.verdict = *verdict;
    const bool told = std::any_of(out.begin(), out.end(), [&](const engine::OfferText& other) { return other.command == mine.command; });
    if (!told) out.push_back(std::move(mine));
  }
  return out;
}

bool Desk::order_at(Vec2 at, const UnitId& hit) {
  if (selection_.unit.empty() || hit == selection_.unit) return false;
  const ui::ViewState shown = view();
  if (shown.question && !shown.question->aside) return false;
  const ui::OptionView* found = nullptr;
  for (const ui::OptionView& offer : shown.offers) {
    if (!offer.allowed) continue;
    const bool meant = hit.empty() ? ui::contains(offer.region, at) : offer.target == hit && selection_.target == hit;
    if (!meant) continue;
    if (found != nullptr) return false;  // more than one: the panel has them, by number
    found = &offer;
  }
  if (found == nullptr) return false;
  wish(Intent(found->intent));
  return true;
}

void Desk::keep_measures(const MeasureFrom& wanted) {
  const present::Inputs in = inputs();
  const present::End from{present::unit_at(in, wanted.from), wanted.from}, to{present::unit_at(in, wanted.to), wanted.to};
  constexpr std::size_t kKept = 12;
  if (!from.unit.empty() && from.unit == to.unit) {
    for (present::Measured& measured : present::ranges_from(in, from.unit))
      if (measures_.size() < kKept) measures_.push_back(std::move(measured));
    return;
  }
  if (auto measured = present::measure(in, from, to)) measures_.push_back(std::move(*measured));
  if (measures_.size() > kKept) measures_.erase(measures_.begin());
}

void Desk::look_at(Vec2 at) { zoom_at_ = {std::clamp(at.x, 0.0, table_.width.mm()), std::clamp(at.y, 0.0, table_.depth.mm())}; }

void Desk::look_closer(const Zoom& zoom) {
  constexpr double kMost = 6;
  const double before = zoom_, wanted = zoom.by > 0 ? std::clamp(zoom_ * zoom.by, 1.0, kMost) : 1.0;
  zoom_ = wanted < 1.05 ? 1.0 : wanted;
  if (zoom_ == 1.0) return;
  if (before == 1.0) zoom_at_ = {table_.width.mm() / 2, table_.depth.mm() / 2};
  if (zoom.at)  // what the mouse points at keeps its place
    return look_at({zoom.at->x + (zoom_at_.x - zoom.at->x) * before / zoom_, zoom.at->y + (zoom_at_.y - zoom.at->y) * before / zoom_});
  for (const ui::UnitView& unit : view().units)
    if (unit.on_table && unit.unit == selection_.unit) look_at(unit.at);
}

/// Escape: the last measure, then the target, then the selection.
void Desk::step_back() {
  if (!measures_.empty()) return measures_.pop_back();
  if (!menu_group_.empty()) return menu_group_.clear();
  if (selection_.target) return selection_.target.reset();
  if (!group_.empty()) return group_.clear();
  select({});
}

}  // namespace polemarch::assistant::play
