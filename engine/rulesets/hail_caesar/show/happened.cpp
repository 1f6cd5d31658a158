/// Dice and losses in the one shape of every room (engine/core/telling.hpp): an answer to a question of dice, read by the step it
/// belongs to.
#include <algorithm>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {
namespace {

using engine::Better;
using engine::Counted;
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

std::string blanks(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

int count_of(const std::vector<int>& values, auto&& good) { return static_cast<int>(std::count_if(values.begin(), values.end(), good)); }

/// The fields a step knows of its dice; `faces` of one die.
struct StepThrow {
  const State& state;
  Thrown thrown;
  int faces = 6;

  int sum() const {
    int all = 0;
    for (const int value : thrown.values) all += value;
    return all;
  }
  void each(int need, int good) {
    thrown.need = std::clamp(need, 1, faces);
    thrown.good = good;
    thrown.per_mille = engine::per_mille_at_least(need, faces);
  }
  void operator()(const OrderTest& s) {
    thrown.purpose = order_purpose(s.kind);
    thrown.rule = "HC-CFG-01";
    thrown.thrower = s.general;
    if (!s.units.empty()) thrown.at = s.units.front();
    thrown.need = s.needed;
    thrown.better = Better::Low;
    thrown.counted = Counted::Sum;
    thrown.good = sum() <= s.needed ? 1 : 0;
    thrown.per_mille = 1000 - engine::per_mille_sum_at_least(s.needed + 1, static_cast<int>(thrown.values.size()), faces);
    thrown.outcome = thrown.good > 0 ? "obeyed" : "not obeyed";
  }
  void operator()(const BlunderRoll& s) {
    thrown.purpose = "blunder";
    thrown.rule = "HC-ORD-T2";
    thrown.thrower = s.test.general;
  }
  void operator()(const EliteRally& s) {
    thrown.purpose = "to rally";
    thrown.rule = "HC-INI-01";
    thrown.thrower = s.unit;
    const int need = state.units.at(s.unit).profile.elite_number;
    each(need, count_of(thrown.values, [&](int die) { return die >= need; }));
    thrown.outcome = thrown.good > 0 ? "in order again" : "stays Disordered";
  }
  void hits_of(const UnitId& unit, const UnitId& foe, int needed, std::string purpose, std::string rule) {
    thrown.purpose = std::move(purpose);
    thrown.rule = std::move(rule);
    thrown.thrower = unit;
    thrown.at = foe;
    each(needed, count_of(thrown.values, [&](int die) { return hits(die, needed, state.config); }));
    thrown.outcome = std::to_string(thrown.good) + (thrown.good == 1 ? " hit" : " hits");
  }
  void saves_of(const UnitId& unit, const UnitId& foe, int save, int modifier) {
    thrown.purpose = "to save";
    thrown.rule = "HC-SAV-T1";
    thrown.thrower = unit;
    thrown.at = foe;
    const SavePlan plan{.save = save, .modifier = modifier, .lines = {}, .doubts = {}};
    each(save - modifier, count_of(thrown.values, [&](int die) { return saves(die, plan, state.config); }));
    thrown.rows = {{"HC-SAV-T1", "morale save", save, {}}};
    if (modifier != 0) thrown.rows.push_back({"HC-SAV-T1", "the die counts for more or less", -modifier, {}});
    if (engine::sum_of(thrown.rows) != thrown.need) thrown.rows.clear();  // beyond what a die shows
    thrown.outcome = std::to_string(thrown.good) + " saved";
  }
  void operator()(const Shot& s) {
    hits_of(s.unit, s.target, s.needed,
            s.kind == ShotKind::Closing      ? "closing shots"
            : s.kind == ShotKind::Traversing ? "traversing shots"
                                             : "shooting",
            "HC-SHO-T2");
  }
  void operator()(const ShotSaves& s) { saves_of(s.shot.target, s.shot.unit, s.save, s.modifier); }
  void operator()(const BreakTest& s) {
    thrown.purpose = s.table == BreakTable::Ranged ? "break test, ranged" : "break test, hand-to-hand";
    thrown.rule = s.rules.empty() ? "HC-BRK-T1" : s.rules.front();
    thrown.thrower = s.unit;
    thrown.counted = Counted::Sum;
    if (s.modifier != 0)
      thrown.outcome = std::to_string(sum()) + (s.modifier < 0 ? " - " : " + ") + std::to_string(std::abs(s.modifier)) + " = " +
                       std::to_string(sum() + s.modifier);
  }
  void operator()(const Combat& s) {
    const auto at = static_cast<std::size_t>(s.at);
    if (s.stage == CombatStage::Dice && at < s.attacks.size()) {
      hits_of(s.attacks[at].unit, s.attacks[at].foe, s.attacks[at].needed, "hand-to-hand", "HC-HTH-T1");
    } else if (s.stage == CombatStage::Saves && at < s.saving.size()) {
      const UnitId id = s.saving[at];
      const auto attack = std::find_if(s.attacks.begin(), s.attacks.end(), [&](const Attack& a) { return a.foe == id; });
      if (attack == s.attacks.end()) return;
      const SavePlan plan = plan_save(state, id, attack->unit, {});
      saves_of(id, attack->unit, plan.save, plan.modifier);
    }
  }
  void operator()(const TestsDue&) {}
  void operator()(const BreakChoice&) {}
};

std::optional<Thrown> thrown_of(const State& state, const engine::WaitAnswered& answered) {
  auto thrown = engine::dice_of(state.agenda, answered);
  if (!thrown) return std::nullopt;
  StepThrow told{state, std::move(*thrown), state.agenda.find(answered.wait)->chance->highest};
  std::visit(told, state.agenda.lane_of(answered.wait)->stack.back().step);
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
    if (const auto* tested = std::get_if<BreakTested>(&event); tested != nullptr && !out.throws.empty())
      out.throws.back().outcome += (out.throws.back().outcome.empty() ? "" : ": ") + blanks(tested->result);
    if (const auto* order = std::get_if<OrderResolved>(&event); order != nullptr && !out.throws.empty())
      if (order->success && order->moves > 0)
        out.throws.back().outcome = std::to_string(order->moves) + (order->moves == 1 ? " move" : " moves");
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
    if (const auto* general = std::get_if<GeneralLost>(&event))
      out.losses.push_back({.unit = general->general,
                            .bases = {},
                            .what = "the general",
                            .by = {},
                            .how = "lost with his unit",
                            .at = {},
                            .rule = "HC-CFG-T1"});
  }
  return out;
}

}  // namespace polemarch::hail_caesar
