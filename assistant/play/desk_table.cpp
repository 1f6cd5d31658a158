/// What a person does on the table of the screen: picks units and orders, measures, looks closer.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "assistant/play/desk.hpp"
#include "assistant/present/base_scene.hpp"
#include "assistant/present/measuring.hpp"
#include "assistant/present/table_scene.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/groups.hpp"
#include "engine/core/leading.hpp"
#include "models/box_name.hpp"
#include "models/io/json_text.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::play {

void Desk::select_at(const SelectAt& click) {
  const Vec2 at = click.at;
  if (filling_ && filling_->wanted.as == FillIn::As::Names && table_.grid) {  // a box is named by a click, too
    if (const auto box = box_at(*table_.grid, at.x, at.y)) {
      std::string& typed = filling_->typed;
      if (!typed.empty() && typed.back() != ' ' && typed.back() != '/') typed += ' ';
      for (const char c : say_box(*box)) type(std::string(1, c));
    }
    return;
  }
  const UnitId under = present::unit_under(inputs(), at), hit = click.on.empty() ? under : click.on;
  if (hit.empty() && ask_whose_at(at)) return;
  tying_.reset();
  if (under.empty() && !hit.empty() && !click.add && order_at(at, {})) return;  // a place that the plate lies over
  if (click.add && !hit.empty() && !selection_.unit.empty()) return add_unit(hit);
  if (order_at(at, hit)) return;
  if (hit.empty()) {
    const std::vector<engine::Place> places = session_.battle().places();
    const auto stands = [&](const engine::Place& place) { return place.unit == selection_.unit && place.on_table; };
    if (selection_.unit.empty() || std::any_of(places.begin(), places.end(), stands)) return select({});
    const auto box = table_.grid ? box_at(*table_.grid, at.x, at.y) : std::nullopt;  // it stays in the hand
    return note(selection_.unit.text + " may not be put " + (box ? "in " + say_box(*box) : "there") + ": its places are outlined");
  }
  // A click on an enemy names the target of the unit selected first; a second one gives the order, where there is one. While that enemy
  // alone is to play it is picked itself.
  std::optional<Side> side;
  for (const engine::Place& place : session_.battle().places())
    if (place.unit == hit) side = place.side;
  const bool its_turn = side && session_.battle().now().who == viewer_of(*side);
  for (const engine::Place& place : session_.battle().places())
    if (place.unit == selection_.unit && place.side != side && !its_turn) {
      selection_.target = hit;
      offer_page_ = 0;
      return;
    }
  select(hit);
}

void Desk::know_parts() {
  std::vector<UnitId> units;
  for (const engine::Place& place : session_.battle().places())
    if (units.empty() || units.back() != place.unit) units.push_back(place.unit);
  namer_.know_parts(units);
}

void Desk::select(const UnitId& unit) {
  selection_ = {unit, std::nullopt};
  place_.reset();
  group_.clear();
  offer_page_ = 0;
}

/// Before the battle: the selected unit that is still beside the table and those who are put down with it, in their order.
std::vector<UnitId> Desk::still_to_place() const {
  const engine::Beside* room = engine::beside(session_.battle());
  if (room == nullptr || selection_.unit.empty()) return {};
  for (const engine::PlacingTurn& turn : room->placing().turns)
    if (std::find(turn.left.begin(), turn.left.end(), selection_.unit) != turn.left.end()) {
      std::vector<UnitId> left = turn.left;
      if (std::is_sorted(left.begin(), left.end())) std::stable_sort(left.begin(), left.end(), present::comes_before);
      return left;  // a room that lists them by their letters alone says nothing of who comes first
    }
  return {};
}

/// The selected unit stands now: the hand takes the next of those it was to be placed with, or nothing.
void Desk::take_next(const std::vector<UnitId>& placed_with) {
  if (placed_with.empty() || !still_to_place().empty()) return;
  auto next = std::find(placed_with.begin(), placed_with.end(), selection_.unit);
  for (std::size_t i = 1; i < placed_with.size(); ++i) {
    if (++next == placed_with.end()) next = placed_with.begin();
    select(*next);
    if (!still_to_place().empty()) return;
  }
  select({});
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

/// What those picked may do together: every order to more of them, with the others left out, where the rules allow that.
std::vector<engine::OfferText> Desk::orders_of_group(const std::vector<engine::OfferText>& offers, Viewer owner) const {
  std::vector<engine::OfferText> out;
  const engine::Battle& battle = session_.battle();
  const engine::Groups* rooms = engine::groups(battle);
  if (rooms == nullptr) return out;
  std::set<UnitId> together = group_;
  together.insert(selection_.unit);
  for (const engine::OfferText& offer : offers) {
    nlohmann::json whole = io::parsed(offer.command);
    whole["by"] = name_of(owner);  // a room reads no command that nobody gives
    const std::vector<UnitId> units = rooms->acting(whole.dump());
    const auto has = [&](const UnitId& unit) { return std::find(units.begin(), units.end(), unit) != units.end(); };
    if (units.size() < 2 || !std::all_of(group_.begin(), group_.end(), has)) continue;
    const std::string command = rooms->narrowed(whole.dump(), together);
    nlohmann::json spoken = io::parsed(command);
    spoken["by"] = name_of(owner);
    const auto verdict = battle.judge(spoken.dump());
    if (!verdict) continue;
    engine::OfferText mine = offer;
    mine.command = command;
    mine.text = battle.say(spoken.dump());
    mine.verdict = *verdict;
    const bool told = std::any_of(out.begin(), out.end(), [&](const engine::OfferText& other) { return other.command == mine.command; });
    if (!told) out.push_back(std::move(mine));
  }
  return out;
}

/// Puts a unit that is still beside the table down round a point, its bases as the first order has them that puts it anywhere, be that
/// place taken; turned so that the first base heads that way; on a grid in the middle of a box. False where no order does.
bool Desk::put_down(const UnitId& unit, Vec2 to, std::optional<double> heading_deg) {
  const engine::Battle& battle = session_.battle();
  const engine::Leading* room = engine::leading(battle);
  const auto box = table_.grid ? box_at(*table_.grid, to.x, to.y) : std::nullopt;  // a box is meant, not a point in it
  if (const auto middle = box ? middle_of(*table_.grid, *box) : std::nullopt) to = {middle->x.mm(), middle->y.mm()};
  if (table_.grid && !box) return false;
  Viewer owner = settings_.viewer;
  for (const engine::Place& place : battle.places()) {
    if (place.unit != unit) continue;
    if (place.on_table) return false;
    if (owner == Viewer::Both) owner = viewer_of(place.side);
  }
  if (room == nullptr) return false;
  for (const engine::OfferText& offer : battle.offers(owner, unit)) {
    nlohmann::json command = io::parsed(offer.command);
    command["by"] = name_of(owner);
    const auto poses = command.find("poses");
    const bool may_stand = offer.verdict.allowed() || offer.verdict.may_be_overruled();
    if (!may_stand || poses == command.end() || !poses->is_array() || poses->empty()) continue;
    const engine::Lead lead = room->lead(command.dump());
    if (!lead.set_down || !lead.takes(unit)) continue;
    Vec2 middle{0, 0};
    for (const nlohmann::json& pose : *poses)
      middle.x += pose.value("x_mm", 0.0) / static_cast<double>(poses->size()),
          middle.y += pose.value("y_mm", 0.0) / static_cast<double>(poses->size());
    const double turn_deg = heading_deg ? *heading_deg - poses->front().value("heading_deg", 0.0) : 0.0;
    const double turn = turn_deg * std::numbers::pi / 180.0, c = std::cos(turn), s = std::sin(turn);
    for (nlohmann::json& pose : *poses) {
      const double dx = pose.value("x_mm", 0.0) - middle.x, dy = pose.value("y_mm", 0.0) - middle.y;
      pose["x_mm"] = to.x + dx * c - dy * s;
      pose["y_mm"] = to.y + dx * s + dy * c;
      pose["heading_deg"] = std::fmod(pose.value("heading_deg", 0.0) + turn_deg + 720.0, 360.0);
    }
    give(command.dump(), "typed");
    return true;
  }
  return false;
}

bool Desk::order_at(Vec2 at, const UnitId& hit) {
  if (selection_.unit.empty() || hit == selection_.unit) return false;
  const ui::ViewState shown = view();
  if (shown.question && !shown.question->aside) return false;
  const bool in_hand = !still_to_place().empty();  // it may be put where somebody stands: a leader with his unit
  const ui::OptionView* found = nullptr;
  for (const ui::OptionView& offer : shown.offers) {
    if (!offer.allowed) continue;
    const bool meant = hit.empty() || in_hand ? ui::contains(offer.region, at) : offer.target == hit && selection_.target == hit;
    if (!meant) continue;
    if (found != nullptr) {  // more than one: the panel has them first, by number
      if (!hit.empty() && !in_hand) return false;
      place_ = at;
      offer_page_ = 0;
      return true;
    }
    found = &offer;
  }
  if (found == nullptr) return in_hand && hit.empty() && put_down(selection_.unit, at, {});
  wish(Intent(found->intent));
  return true;
}

void Desk::keep_measures(const MeasureFrom& wanted) {
  const present::Inputs in = inputs();
  const present::End from{present::unit_at(in, wanted.from), wanted.from}, to{present::unit_at(in, wanted.to), wanted.to};
  constexpr std::size_t kKept = 12;
  if (!from.unit.empty() && from.unit == to.unit) {
    for (present::Measured& measured : present::ranges_from(in, from.unit))
      if (measures_.size() < kKept) {
        present::count_on_grid(in, measured);
        measures_.push_back(std::move(measured));
      }
    return;
  }
  if (auto measured = present::measure(in, from, to)) {
    present::find_limit(in, *measured);
    present::count_on_grid(in, *measured);
    measures_.push_back(std::move(*measured));
  }
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
  if (told_.close()) return;
  if (tying_) return tying_.reset();
  if (card_) return card_.reset();
  if (!measures_.empty()) return measures_.pop_back();
  if (!menu_group_.empty()) return menu_group_.clear();
  if (place_) return place_.reset();
  if (selection_.target) return selection_.target.reset();
  if (!group_.empty()) return group_.clear();
  select({});
}

}  // namespace polemarch::assistant::play
