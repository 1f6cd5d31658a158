/// Rally, orders, joins, re-rolls. Rules HC-INI-01, 08, HC-ORD-01..12, 19..23, HC-HTH-02, 15.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

UnitId ordering_general(const State& state, const GiveOrder& command) {
  if (!command.general.empty()) return command.general;
  if (!command.unit.empty()) {
    const auto at = state.units.find(command.unit);
    if (at == state.units.end()) return {};
    const UnitId own = general_of(state, at->second);
    return own.empty() ? army_commander(state, at->second.side) : own;
  }
  const auto division = state.divisions.find(division_key(state.active, command.division));
  if (division == state.divisions.end()) return {};
  return led(state, division->second) ? division->second.general : army_commander(state, state.active);
}

OrderTest test_of(const State& state, const Command& command) {
  OrderTest test;
  std::visit(Overloaded{[&](const GiveOrder& c) {
                          test.general = ordering_general(state, c);
                          test.kind = c.unit.empty() ? OrderKind::Division : OrderKind::Unit;
                          test.units = c.unit.empty() ? units_under(state, test.general, OrderKind::Division, c.division)
                                                      : std::vector<UnitId>{c.unit};
                        },
                        [&](const GeneralAdvance& c) {
                          test.general = c.general.empty() ? army_commander(state, state.active) : c.general;
                          test.kind = OrderKind::GeneralAdvance;
                          test.units = units_under(state, test.general, OrderKind::GeneralAdvance);
                        },
                        [&](const FollowMe& c) {
                          test = {OrderKind::FollowMe, c.general, {c.unit}, 0};
                        },
                        [&](const WhereIsYourCourage& c) {
                          test = {OrderKind::Courage, c.general, {c.unit}, 0};
                        },
                        [&](const RallyUnit& c) {
                          test = {OrderKind::Rally, c.general.empty() ? joined_general(state, c.unit) : c.general, {c.unit}, 0};
                        },
                        [](const auto&) {}},
             command);
  if (test.general.empty() && test.units.size() == 1) test.general = joined_general(state, test.units.front());
  // Beside the unit he has joined a general shouts over no distance.
  const bool beside = test.kind == OrderKind::FollowMe || test.kind == OrderKind::Courage || test.kind == OrderKind::Rally;
  if (!test.general.empty())
    test.needed = beside ? general_at(state, test.general).rating : plan_order(state, test.general, test.units, test.kind).needed;
  return test;
}

namespace {

Verdict with_lines(OrderPlan plan) { return with_doubts(allow(std::move(plan.lines)), plan.doubts); }

std::optional<Verdict> orders_step(const State& state, Side side) {
  if (state.phase != Phase::Orders) return wrong_phase(state, "orders are given in the orders step", "HC-SEQ-04");
  if (side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  return std::nullopt;
}

Verdict judge_order(const State& state, Viewer by, const GiveOrder& command) {
  const UnitId general = ordering_general(state, command);
  if (!command.unit.empty())
    if (auto problem = not_ready(state, by, command.unit)) return *problem;
  if (auto problem = general_not_ready(state, by, general)) return *problem;
  const General& who = general_at(state, general);
  if (auto problem = orders_step(state, who.side)) return *problem;
  if (who.joined_this_turn) return refuse("HC-ORD-08", general.text + " joined a unit and gives no further orders this turn");
  if (!command.unit.empty()) {
    const Unit& unit = unit_at(state, command.unit);
    if (unit.side != who.side) return refuse("HC-ORD-02", "that is not his unit");
    if (!who.army_commander && general_of(state, unit) != general)
      return refuse("HC-ORD-03", command.unit.text + " is not of his division");
    if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
    if (auto bar = order_bar(state, command.unit)) return *bar;
    OrderPlan plan = plan_order(state, general, {command.unit}, OrderKind::Unit);
    plan.lines.push_back({"HC-ORD-02", "needs " + std::to_string(plan.needed) + " or less", static_cast<double>(plan.needed), {}, {}, {}});
    return with_lines(std::move(plan));
  }
  const auto division = state.divisions.find(division_key(who.side, command.division));
  if (division != state.divisions.end()) {
    const bool his = led(state, division->second) ? division->second.general == general : who.army_commander;
    if (!his) return refuse("HC-ORD-03", command.division + " is not his division");
  }
  const std::vector<UnitId> units = units_under(state, general, OrderKind::Division, command.division);
  if (units.empty()) return refuse("HC-ORD-03", who.division.empty() ? "he has no division" : "no unit of his division can be ordered");
  OrderPlan plan = plan_order(state, general, units, OrderKind::Division);
  plan.lines.push_back({"HC-ORD-03",
                        "needs " + std::to_string(plan.needed) + " or less, for " + std::to_string(units.size()) + " units",
                        static_cast<double>(plan.needed),
                        {},
                        {},
                        {}});
  return with_lines(std::move(plan));
}

Verdict judge_general_advance(const State& state, Viewer by, const GeneralAdvance& command) {
  const UnitId general = command.general.empty() ? army_commander(state, state.active) : command.general;
  if (auto problem = general_not_ready(state, by, general)) return *problem;
  const General& who = general_at(state, general);
  if (auto problem = orders_step(state, who.side)) return *problem;
  if (!who.army_commander) return refuse("HC-ORD-04", "General Advance is the army commander's order");
  if (who.joined_this_turn) return refuse("HC-ORD-08", general.text + " joined a unit and gives no further orders this turn");
  if (units_under(state, general, OrderKind::GeneralAdvance).empty()) return refuse("HC-ORD-04", "no unit can be ordered");
  return with_lines(plan_order(state, general, {}, OrderKind::GeneralAdvance));
}

Verdict judge_join(const State& state, Viewer by, const JoinUnit& command) {
  if (auto problem = general_not_ready(state, by, command.general)) return *problem;
  const General& who = general_at(state, command.general);
  if (state.phase == Phase::HandToHand) {  // either side (HC-HTH-15)
    const auto with = state.units.find(who.joined);
    if (with != state.units.end() && with->second.turn.fought && who.joined != command.unit)
      return refuse("HC-HTH-02", "he fought with " + who.joined.text + " this turn");
    return join_reach(state, command.general, command.unit);
  }
  if (state.phase != Phase::Orders) return wrong_phase(state, "generals join in the orders or the hand-to-hand step", "HC-HTH-02");
  if (who.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (who.joined_this_turn) return refuse("HC-ORD-08", "he joined a unit already this turn");
  return join_reach(state, command.general, command.unit);
}

/// Rally, courage and follow-me: the general is with the unit, or joins it now.
std::optional<Verdict> beside(const State& state, Viewer by, const UnitId& general, const UnitId& unit, const std::string& rule) {
  if (auto problem = not_ready(state, by, unit)) return problem;
  if (auto problem = general_not_ready(state, by, general)) return problem;
  const General& who = general_at(state, general);
  if (auto problem = orders_step(state, who.side)) return problem;
  if (who.side != unit_at(state, unit).side) return refuse("HC-ORD-07", "a general joins a unit of his own side");
  if (who.joined_order_used) return refuse(rule, "he gave such an order already this turn");
  if (who.joined == unit && who.joined_this_turn) return std::nullopt;
  if (who.joined_this_turn) return refuse("HC-ORD-08", "he joined another unit this turn");
  const Verdict reach = join_reach(state, general, unit);
  if (!reach.allowed()) return reach;
  return std::nullopt;
}

Verdict judge_rally(const State& state, Viewer by, const RallyUnit& command) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  if (state.phase == Phase::Rally) {
    if (unit.side != state.active) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
    if (!unit.profile.elite) return refuse("HC-INI-01", "only Elite units rally in the first step");
    if (!unit.disordered) return refuse("HC-INI-08", "the Elite rally is from Disorder; it is not disordered");
    if (unit.turn.rally_tried) return refuse("HC-INI-01", "it tried already this turn");
    if (state.config.command.elite_auto) return allow({{"HC-INI-01", "Elite: automatic", {}, {}, {}, {}}});
    return allow({{"HC-AMB-09",
                   "needs " + std::to_string(unit.profile.elite_number) + " or more",
                   static_cast<double>(unit.profile.elite_number),
                   {},
                   {},
                   {}}});
  }
  if (state.phase != Phase::Orders) return wrong_phase(state, "Elite units rally in the first step, others by an order", "HC-SEQ-04");
  const UnitId general = command.general.empty() ? joined_general(state, command.unit) : command.general;
  if (auto problem = beside(state, by, general, command.unit, "HC-ORD-09")) return *problem;
  const General& who = general_at(state, general);
  if (who.joined == command.unit && who.rallied == command.unit) return refuse("HC-ORD-09", "once on each join; he tried already");
  if (unit.casualties < 2) return refuse("HC-ORD-09", "a Rally order is for a unit that received 2 hits", unit.casualties, 2, "hits");
  if (unit.turn.ordered) return refuse("HC-ORD-06", "it was ordered this turn: a Rally order is one of its own");
  return allow({{"HC-ORD-09", "rating to roll or less", static_cast<double>(general_at(state, general).rating), {}, {}, {}}});
}

Verdict judge_courage(const State& state, Viewer by, const WhereIsYourCourage& command) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const UnitId general = command.general.empty() ? joined_general(state, command.unit) : command.general;
  if (auto problem = beside(state, by, general, command.unit, "HC-ORD-10")) return *problem;
  if (!general_at(state, general).army_commander) return refuse("HC-ORD-10", "only an army commander gives this order");
  if (!of_broken_division(state, unit_at(state, command.unit))) return refuse("HC-ORD-10", command.unit.text + " is of no Broken Division");
  return allow({{"HC-ORD-10", "rating to roll or less", static_cast<double>(general_at(state, general).rating), {}, {}, {}}});
}

Verdict judge_follow_me(const State& state, Viewer by, const FollowMe& command) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const UnitId general = command.general.empty() ? joined_general(state, command.unit) : command.general;
  if (auto problem = beside(state, by, general, command.unit, "HC-ORD-11")) return *problem;
  if (in_combat(unit_at(state, command.unit))) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  if (auto bar = order_bar(state, command.unit)) return *bar;
  return allow(
      {{"HC-ORD-11", "rating to roll or less, for a triple move", static_cast<double>(general_at(state, general).rating), {}, {}, {}}});
}

Verdict judge_reroll(const State& state, Viewer by, const Reroll& command) {
  const UnitId who = command.general.empty() ? army_commander(state, state.active) : command.general;
  if (auto problem = general_not_ready(state, by, who)) return *problem;
  const Side side = general_at(state, who).side;
  if (state.phase != Phase::Orders) return wrong_phase(state, "order dice are rolled again in the orders step", "HC-ORD-19");
  return reroll_verdict(state, side, who);
}

Verdict judge_move_general(const State& state, Viewer by, const MoveGeneral& command) {
  if (state.phase == Phase::Deployment)
    return speaks_for(by, general_at(state, command.general).side)
               ? allow()
               : refuse("HC-SEQ-01", command.general.text + " is not " + std::string(name_of(by)) + "'s");
  if (auto problem = general_not_ready(state, by, command.general)) return *problem;
  const General& who = general_at(state, command.general);
  if (auto problem = orders_step(state, who.side)) return *problem;
  if (who.moved) return refuse("HC-CFG-T1", "he moved already this turn");
  if (who.joined_this_turn) return refuse("HC-ORD-08", "he joined a unit this turn");
  const geometry::Shape before = shape_of(who), after = geometry::placed(who.stand.footprint, command.to);
  const Vec2 way = after.centre - before.centre;
  const double length = geometry::length_of(way);
  Measure moved{geometry::rounded(length), {}};
  if (length > 0) {
    const Vec2 u = (1.0 / length) * way;
    moved.sd = geometry::rounded(geometry::standard_deviation(after, {u.x, u.y, 0}, before, {-u.x, -u.y, 0}));
  }
  const Length limit = inches(state.config.command.general_move_in);
  return geometry::verdict_of(geometry::allowance(moved, limit, state.tolerance), "HC-CFG-T1", "general's move", moved, limit);
}

}  // namespace

Verdict judge_orders(const State& state, Viewer by, const Command& command) {
  return std::visit(Overloaded{[&](const RallyUnit& c) { return judge_rally(state, by, c); },
                               [&](const GiveOrder& c) { return judge_order(state, by, c); },
                               [&](const GeneralAdvance& c) { return judge_general_advance(state, by, c); },
                               [&](const JoinUnit& c) { return judge_join(state, by, c); },
                               [&](const FollowMe& c) { return judge_follow_me(state, by, c); },
                               [&](const WhereIsYourCourage& c) { return judge_courage(state, by, c); },
                               [&](const Reroll& c) { return judge_reroll(state, by, c); },
                               [&](const MoveGeneral& c) { return judge_move_general(state, by, c); },
                               [](const auto&) { return impossible("not a command of the orders step"); }},
                    command);
}

}  // namespace polemarch::hail_caesar
