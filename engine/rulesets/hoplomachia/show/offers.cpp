#include <algorithm>

#include "engine/core/unfold.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

bool Offers::about(const UnitId& unit) const {
  if (std::holds_alternative<engine::AboutNothing>(about_) || std::holds_alternative<engine::WaitId>(about_)) return false;
  if (const auto* one = std::get_if<UnitId>(&about_); one != nullptr && *one != unit) return false;
  return engine::may_answer(viewer_, viewer_of(taxis_at(state_, unit).side));
}

void Offers::add(Command command, Viewer audience) {
  engine::Verdict verdict = Rules::judge(state_, viewer_, command);
  if (!verdict.allowed() && !verdict.may_be_overruled()) return;
  out_.push_back({std::move(command), std::move(verdict), {}, true, audience});
}
void Offers::to_fill_in(Command command, std::vector<std::string> needed) {
  engine::Verdict verdict = Rules::judge(state_, viewer_, command);
  out_.push_back({std::move(command), std::move(verdict), std::move(needed), false});
}

std::vector<engine::Offer<Command>> Rules::offers(const State& state, Viewer viewer, const engine::About& about) {
  Offers offers(state, viewer, about);
  if (state.at.phase == Phase::Ended) return {};
  offer_frame(offers);
  offer_fight(offers);
  return offers.take();
}

namespace {

/// Where a unit would be set up: side by side in its zone, in the order of their ids, facing the enemy.
engine::PlaceBases set_up(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const bool a = unit.side == Side::A;
  const Angle heading = a ? 90_deg : 270_deg;
  Length along{};
  Length total{};
  for (const auto& [other_id, other_unit] : state.units) {
    if (other_unit.side != unit.side) continue;
    Length width{};
    for (const Lochos& lochos : other_unit.lochoi) width += lochos.stands.front().footprint.frontage * 5 / 4;
    if (other_id < id) along += width + 20_mm;
    total += width + 20_mm;
    if (other_id == id) along += width / 2;
  }
  const Length zone = (state.depth - state.battle.metaichmion) / 2;
  const Length back = zone > 60_mm ? zone - 30_mm : 40_mm;
  const Length start = (state.width - total) / 2;
  const Length x = a ? start + along : state.width - start - along;
  const Point front{x, a ? back : state.depth - back};
  return {std::nullopt, id, formed(unit, unit.arrangement, front, heading)};
}

void offer_setting_up(Offers& offers) {
  const State& state = offers.state();
  for (const auto& [id, unit] : state.units)
    if (offers.about(id) && !unit.on_table() && !state.armies[unit.side].ready) offers.add(set_up(state, id));
  if (offers.about_nothing()) offers.add(Ready{});
}

}  // namespace

void offer_frame(Offers& offers) {
  const State& state = offers.state();
  if (state.at.phase == Phase::Deployment) return offer_setting_up(offers);
  if (offers.about_nothing() && state.at.phase == Phase::Salpinx) {
    offers.add(Signal{}, offers.viewer());
    for (int i = 0; i <= static_cast<int>(OrderType::RecallEkdromoi); ++i) offers.add(Signal{static_cast<OrderType>(i)}, offers.viewer());
  }
  if (offers.about_nothing() && state.at.phase == Phase::Commands) offers.add(EndCommands{});
  if (state.at.phase == Phase::Commands) {
    for (const auto& [key, who] : state.strategoi)
      for (const auto& [id, unit] : state.units) {
        if (unit.side != who.side || !unit.on_table() || !offers.about(id)) continue;
        for (const OrderType order :
             {OrderType::March, OrderType::Halt, OrderType::BeginApproach, OrderType::Charge, OrderType::Withdrawal})
          offers.add(VerbalOrder{key, id, "", order, {}});
      }
  }
  if (is_action(state.at.phase)) {
    const auto next = next_to_act(state);
    for (const auto& [id, unit] : state.units) {
      if (!offers.about(id) || !unit.on_table()) continue;
      if (state.at.phase == Phase::Marches)
        if (const auto most = allowance(state, unit, unit.arrangement)) {
          offers.add(MoveUnit{id, {{.ahead = *most}}, {}, {}});
          offers.add(MoveUnit{id, {{.ahead = *most / 2}}, {}, {}});
        }
      if (next == id) offers.add(StandStill{id});
    }
  }
}

}  // namespace polemarch::hoplomachia
