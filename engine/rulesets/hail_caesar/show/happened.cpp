/// Dice and losses in the one shape of every room (engine/core/telling.hpp): an answer to a question of dice, read by the step it
/// belongs to.
#include <algorithm>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"

namespace polemarch::hail_caesar {
namespace {

using engine::Thrown;

std::string order_purpose(OrderKind kind) {
  switch (kind) {
    case OrderKind::Unit:
      return "order to a unit";
    case OrderKind::Division:
      return "order to the division";
    case OrderKind::GeneralAdvance:
      return "General Advance";
    case OrderKind::FollowMe:
      return "Follow me";
    case OrderKind::Rally:
      return "to rally";
    case OrderKind::Courage:
      return "Where is your courage";
  }
  return "order";
}

/// What a step calls its dice; need, chance and rows are those of the odds shown beforehand (Showing::pending).
struct StepThrow {
  Thrown thrown;

  void named(std::string purpose, UnitId thrower, UnitId at = {}) {
    thrown.purpose = std::move(purpose);
    thrown.thrower = std::move(thrower);
    if (!at.empty()) thrown.at = std::move(at);
  }
  void operator()(const OrderTest& s) {
    named(order_purpose(s.kind), s.general, s.units.empty() ? UnitId{} : s.units.front());
    thrown.outcome = thrown.good > 0 ? "obeyed" : "not obeyed";
  }
  void operator()(const BlunderRoll& s) {
    named("blunder", s.test.general);
    thrown.rule = "HC-ORD-T2";
  }
  void operator()(const EliteRally& s) { named("to rally", s.unit); }
  void hits_of(std::string purpose, const UnitId& unit, const UnitId& foe) {
    named(std::move(purpose), unit, foe);
    thrown.outcome = std::to_string(thrown.good) + (thrown.good == 1 ? " hit" : " hits");
  }
  void saves_of(const UnitId& unit, const UnitId& foe) {
    named("to save", unit, foe);
    thrown.outcome = std::to_string(thrown.good) + " saved";
  }
  void operator()(const Shot& s) {
    hits_of(s.kind == ShotKind::Closing      ? "closing shots"
            : s.kind == ShotKind::Traversing ? "traversing shots"
                                             : "shooting",
            s.unit, s.target);
  }
  void operator()(const ShotSaves& s) { saves_of(s.shot.target, s.shot.unit); }
  void operator()(const BreakTest& s) { named(s.table == BreakTable::Ranged ? "break test, ranged" : "break test, hand-to-hand", s.unit); }
  void operator()(const Combat& s) {
    const auto at = static_cast<std::size_t>(s.at);
    if (s.stage == CombatStage::Dice && at < s.attacks.size()) {
      hits_of("hand-to-hand", s.attacks[at].unit, s.attacks[at].foe);
    } else if (s.stage == CombatStage::Saves && at < s.saving.size()) {
      const UnitId id = s.saving[at];
      if (const auto striker = striker_of(s, id)) saves_of(id, *striker);
    }
  }
  void operator()(const TestsDue&) {}
  void operator()(const BreakChoice&) {}
};

std::optional<Thrown> thrown_of(const State& state, const engine::WaitAnswered& answered) {
  auto thrown = engine::dice_of(state.agenda, answered);
  if (!thrown) return std::nullopt;
  for (Thrown& fallen : Showing::fallen(state, *state.agenda.find(answered.wait), thrown->values)) thrown = std::move(fallen);
  StepThrow told{std::move(*thrown)};
  const Step& step = state.agenda.lane_of(answered.wait)->stack.back().step;
  std::visit(told, step);
  told.thrown.aim = engine::aim_of(step);
  return told.thrown;
}

/// Whom a unit has in contact or is shot at by.
UnitId foe_of(const State& state, const UnitId& unit) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack)
      if (const auto* shot = std::get_if<ShotSaves>(&open.step); shot != nullptr && shot->shot.target == unit) return shot->shot.unit;
  const auto found = state.units.find(unit);
  return found == state.units.end() || found->second.contacts.empty() ? UnitId{} : found->second.contacts.front().foe;
}

}  // namespace

engine::Happened Rules::happened(const State& state, const std::vector<Event>& events) {
  engine::Happened out;
  for (const Event& event : events) {
    if (const auto* answered = std::get_if<engine::WaitAnswered>(&event))
      if (auto thrown = thrown_of(state, *answered)) out.throws.push_back(std::move(*thrown));
    if (const auto* order = std::get_if<OrderResolved>(&event); order != nullptr && !out.throws.empty()) {
      std::string& outcome = out.throws.back().outcome;
      const bool moves = order->test.kind != OrderKind::Rally && order->test.kind != OrderKind::Courage;
      if (order->success && order->moves > 0) outcome = std::to_string(order->moves) + (order->moves == 1 ? " move" : " moves");
      if (!order->success && moves) outcome = "no move";
      if (!order->success && !moves) outcome = "failed";
      if (!order->blunder.empty()) outcome = order->blunder;
    }
    if (const auto* broke = std::get_if<UnitBroke>(&event)) {
      engine::Lost lost{.unit = broke->unit,
                        .bases = {},
                        .what = "the unit",
                        .by = foe_of(state, broke->unit),
                        .how = broke->shattered ? "shattered" : "broken",
                        .at = {},
                        .rule = broke->shattered ? "HC-HTH-16" : "HC-BRK-08"};
      if (const auto unit = state.units.find(broke->unit); unit != state.units.end() && !unit->second.stands.empty())
        lost.at = unit->second.stands.front().at.pose;
      out.losses.push_back(std::move(lost));
    }
    if (const auto* general = std::get_if<GeneralLost>(&event)) {
      const auto who = state.generals.find(general->general);
      out.losses.push_back({.unit = general->general,
                            .bases = {},
                            .what = "the general",
                            .by = who == state.generals.end() ? UnitId{} : foe_of(state, who->second.joined),
                            .how = "lost with his unit",
                            .at = {},
                            .rule = "HC-CFG-T1"});
    }
  }
  return out;
}

}  // namespace polemarch::hail_caesar
