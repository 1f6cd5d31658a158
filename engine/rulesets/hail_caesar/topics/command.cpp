#include "engine/rulesets/hail_caesar/topics/command.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"
#include "engine/rulesets/hail_caesar/topics/sight.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::allow;
using engine::Reason;
using engine::refuse;
using engine::Ruling;
using engine::Verdict;

}  // namespace

Verdict initiative_verdict(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  const std::vector<Foe> foes = nearest_enemies(state, unit, 1);
  if (foes.empty()) return refuse("HC-INI-04", "there is no enemy on the table");
  const Length limit = inches(state.config.command.initiative_in);
  const Ruling near = geo::within(foes.front().gap, limit);
  Verdict by_distance =
      settled(state, geo::verdict_of(near, "HC-INI-04", "nearest enemy " + foes.front().unit.text, foes.front().gap, limit), unit.side);
  if (by_distance.allowed() || !unit.open_order()) return by_distance;
  bool unclear = false;
  for (const Foe& foe : enemies_by_distance(state, id)) {
    const View view = view_of(state, id, foe.unit);
    if (view.ruling == Ruling::Allowed) return allow({{"HC-INI-05", "open order, it sees " + foe.unit.text, {}, {}, {}, {}}});
    unclear = unclear || view.ruling == Ruling::TooCloseToCall;
  }
  if (unclear) by_distance.ruling = Ruling::TooCloseToCall;
  by_distance.reasons.push_back({"HC-INI-05", unclear ? "the players judge what it sees" : "it sees no enemy", {}, {}, {}, {}});
  return settled(state, std::move(by_distance), unit.side);
}

OrderPlan plan_order(const State& state, const UnitId& general, const std::vector<UnitId>& units, OrderKind kind) {
  const General& who = general_at(state, general);
  const CommandOptions& config = state.config.command;
  OrderPlan plan;
  plan.needed = who.rating;
  plan.lines.push_back(
      {"HC-CFG-01", "rating of " + general.text + ": " + std::to_string(who.rating), static_cast<double>(who.rating), {}, {}, {}});
  if (kind == OrderKind::GeneralAdvance) {
    plan.lines.push_back({"HC-ORD-05", "General Advance: no distance modifier", 0, {}, {}, {}});
    plan.lines.push_back({"HC-ORD-04", "needs " + std::to_string(plan.needed) + " or less", static_cast<double>(plan.needed), {}, {}, {}});
    return plan;
  }
  const Length step = inches(config.order_distance_step_in);
  int steps = 0;
  Length farthest{-1};
  Reason distance{"HC-CFG-01", "distance steps", {}, {}, "in", {}};
  bool enemy_near = false;
  for (const UnitId& id : units) {
    const Unit& unit = unit_at(state, id);
    const Measure gap = gap_between(who, unit);
    int n = 0;
    for (bool reached = step.um > 0; reached && n < 20; n += reached ? 1 : 0) {
      const Length limit = step * (n + 1);
      // A full step is one from exactly there on.
      Condition full = is_within({limit - gap.value, gap.sd}, Length{0});
      if (n < steps) full.doubtful = false;  // another unit is as far
      const Reason reason{
          "HC-CFG-01",    "distance step " + std::to_string(n + 1) + " to " + id.text, gap.value.inches(), limit.inches(), "in",
          gap.sd.inches()};
      reached = counts(state, full, {}, other(who.side), reason, plan.doubts);
    }
    steps = std::max(steps, n);
    if (gap.value > farthest)
      farthest = gap.value, distance.text = "general to " + id.text + ": " + geo::inches_text(gap), distance.value = gap.value.inches(),
      distance.limit = config.order_distance_step_in;
    if (config.order_enemy_near_mod == 0) continue;
    const Proximity proximity = proximity_of(state, id);
    const bool measured = !proximity.near.empty() && proximity.near.front().gap.value <= proximity.limit;
    const Condition near{measured, proximity.ruling == Ruling::TooCloseToCall};
    const Side helped = config.order_enemy_near_mod > 0 ? who.side : other(who.side);
    enemy_near = counts(state, near, {}, helped, {"HC-CFG-01", "enemy near " + id.text, {}, {}, {}, {}}, plan.doubts) || enemy_near;
  }
  plan.lines.push_back(distance);
  if (steps > 0)
    plan.lines.push_back({"HC-CFG-01", "full distance steps -" + std::to_string(steps), -static_cast<double>(steps), {}, {}, {}});
  plan.needed -= steps;
  if (enemy_near && config.order_enemy_near_mod != 0) {
    plan.needed += config.order_enemy_near_mod;
    plan.lines.push_back({"HC-CFG-01", "enemy near", static_cast<double>(config.order_enemy_near_mod), {}, {}, {}});
  }
  return plan;
}

int moves_for(const State& state, OrderKind kind, int needed, int roll) {
  const int margin = needed - roll;
  if (margin < 0) return 0;
  if (kind == OrderKind::FollowMe) return state.config.command.follow_me_moves;
  if (kind == OrderKind::GeneralAdvance) return state.config.command.general_advance_moves;
  if (kind == OrderKind::Rally || kind == OrderKind::Courage) return 0;  // it gives no move
  int moves = 0;
  for (const auto& [least, count] : state.config.command.order_margin_moves)
    if (margin >= least) moves = std::max(moves, count);
  return moves;
}

std::vector<double> chances(const State& state, OrderKind kind, int needed) {
  const Dice dice = state.config.command.order_dice;
  std::vector<double> by_total{1.0};  // by_total[t] = chance of total t so far
  for (int d = 0; d < dice.count; ++d) {
    std::vector<double> next(by_total.size() + static_cast<std::size_t>(dice.faces), 0.0);
    for (std::size_t t = 0; t < by_total.size(); ++t)
      for (int face = 1; face <= dice.faces; ++face) next[t + static_cast<std::size_t>(face)] += by_total[t] / dice.faces;
    by_total = std::move(next);
  }
  std::vector<double> result(3, 0.0);
  for (std::size_t t = 0; t < by_total.size(); ++t) {
    const auto& blunders = state.config.command.blunder_roll;
    const bool blunder = std::find(blunders.begin(), blunders.end(), static_cast<int>(t)) != blunders.end();
    const int moves = blunder ? 0 : moves_for(state, kind, needed, static_cast<int>(t));
    for (int n = 1; n <= 3; ++n)
      if (moves >= n) result.at(static_cast<std::size_t>(n - 1)) += by_total[t];
  }
  return result;
}

Verdict join_reach(const State& state, const UnitId& general, const UnitId& unit) {
  const General& who = general_at(state, general);
  const Unit& whom = unit_at(state, unit);
  if (who.side != whom.side) return refuse("HC-ORD-07", "a general joins a unit of his own side");
  const Measure gap = gap_between(who, whom);
  const Length limit = inches(state.config.command.general_join_in);
  return settled(state, geo::verdict_of(geo::within(gap, limit), "HC-ORD-07", "general to " + unit.text, gap, limit), who.side);
}

UnitId army_commander(const State& state, Side side) {
  for (const auto& [id, general] : state.generals)
    if (general.side == side && general.army_commander && general.on_table) return id;
  return {};
}

bool nobody_commands(const State& state) {
  return state.phase != Phase::Deployment && !state.generals.empty() &&
         std::none_of(state.generals.begin(), state.generals.end(), [](const auto& general) { return general.second.on_table; });
}

std::optional<Verdict> order_bar(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  const CommandOptions& config = state.config.command;
  if (unit.turn.ordered) return refuse("HC-ORD-01", "it was ordered already this turn");
  if (unit.turn.retirement_used) return refuse("HC-ORD-17", "it made its retirement move this turn");
  if (unit.turn.initiative_used && !config.initiative_then_order) return refuse("HC-INI-03", "it used its initiative this turn");
  if (unit.disordered && config.disorder_blocks_orders) return refuse("HC-CFG-T1", "Disordered units are not ordered");
  return std::nullopt;
}

bool led(const State& state, const Division& division) {
  const auto general = state.generals.find(division.general);
  return general != state.generals.end() && general->second.on_table;
}

std::vector<UnitId> units_under(const State& state, const UnitId& general, OrderKind kind, const std::string& division) {
  const General& who = general_at(state, general);
  std::vector<UnitId> units;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != who.side || !unit.in_play() || in_combat(unit) || order_bar(state, id)) continue;
    const bool mine = kind == OrderKind::GeneralAdvance ||
                      (division.empty() ? general_of(state, unit) == general
                                        : division_key(unit.side, unit.profile.division) == division_key(who.side, division));
    if (mine) units.push_back(id);
  }
  return units;
}

namespace {

/// Is there a general who may still order it this turn?
bool may_be_ordered(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  if (order_bar(state, id)) return false;
  for (const UnitId& general : {general_of(state, unit), army_commander(state, unit.side)})
    if (!general.empty() && !general_at(state, general).joined_this_turn) return true;
  return false;
}

}  // namespace

FreeRight free_right(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  const bool failed = unit.turn.order_failed;
  if (unit.turn.free_move_used || unit.turn.retirement_used) return {{}, "HC-ORD-26", "it made its single move already"};
  const bool broken = of_broken_division(state, unit) || (unit.turn.steadied && !may_be_ordered(state, id));
  const bool untested_broken = broken && !unit.turn.ordered;
  const bool retires = (untested_broken || (of_broken_division(state, unit) && failed)) &&
                       !(unit.turn.follow_me_failed && state.config.command.follow_me_blocks_retirement);
  std::string free_rule;
  if (unit.formation == Formation::Column)
    free_rule = "HC-ORD-13";
  else if (unit.profile.size == Size::Tiny)
    free_rule = "HC-ORD-14";
  else if (unit.profile.baggage || unit.profile.move_class == MoveClass::Wagons || unit.profile.move_class == MoveClass::Baggage)
    free_rule = "HC-ORD-15";
  if (failed && !free_rule.empty() && state.config.command.order_fail == "no_move" && !retires)
    return {{}, "HC-CFG-T1", "a failed order leaves no move (order_fail)"};
  if (!free_rule.empty() && failed && state.config.command.order_fail != "no_move") {
    if (!unit.turn.follow_me_failed) return {MoveKind::Free, free_rule, {}};
    if (!retires) return {{}, "HC-ORD-12", "a failed Follow-me leaves no Free Move"};
  }
  if (retires) return {MoveKind::Retirement, failed ? "HC-ORD-16" : "HC-ORD-17", {}};
  if (failed && free_rule.empty()) return {{}, "HC-ORD-13", "its order failed; only a Column, a Tiny unit or baggage moves then"};
  if (unit.turn.moves_left > 0) return {{}, "HC-ORD-13", "its order did not fail; it makes ordered moves"};
  if (unit.turn.ordered) return {{}, "HC-ORD-01", "its order leaves it no more moves"};
  return {{}, "HC-ORD-01", "it has no moves: order it first"};
}

Verdict reroll_verdict(const State& state, Side side, const UnitId& by) {
  if (!state.last_test) return engine::impossible("there is no order roll to repeat", "HC-ORD-19");
  const General& commander = general_at(state, by);
  if (!commander.army_commander) return refuse("HC-ORD-19", by.text + " is not the army commander");
  if (commander.replacement) return refuse("HC-ORD-23", "a replacement army commander has no re-roll");
  const auto used = state.reroll_used.find(std::string(name_of(side)));
  if (used != state.reroll_used.end() && used->second) return refuse("HC-AMB-15", "the re-roll of this turn is used");
  const UnitId tested = state.last_test->test.general;
  if (tested == by)
    return allow({{state.last_test->test.kind == OrderKind::GeneralAdvance ? "HC-ORD-20" : "HC-ORD-19", "his own roll", {}, {}, {}, {}}});
  const General& other = general_at(state, tested);
  if (other.side != side && !state.config.command.reroll_enemy)
    return refuse("HC-ORD-22", "enemy generals only where the table agreed to it (reroll_enemy)");
  const Measure gap = gap_between(commander, other);
  return settled(state, geo::verdict_of(geo::within(gap, 12_in), "HC-ORD-21", "commander to " + tested.text, gap, 12_in), side);
}

}  // namespace polemarch::hail_caesar
