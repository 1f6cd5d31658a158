/// Order tests and what comes of them; joins and generals' moves. Rules HC-ORD-*, HC-CFG-01.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// Behind the middle of the unit, touching it.
MeasuredPose beside_pose(const State& state, const UnitId& general, const UnitId& unit) {
  const geometry::Shape body = body_of(unit_at(state, unit));
  const double back = body.half_depth + general_at(state, general).stand.footprint.depth.mm() / 2;
  const Vec2 at = body.centre - back * body.ahead;
  return {{geometry::rounded(at.x), geometry::rounded(at.y), pose_of(unit_at(state, unit)).heading}, {}};
}

void owe_general(Unfold& u, const UnitId& general, const std::string& rule) {
  const General& who = u.state().generals.at(general);
  OwedPlacement owed;
  owed.unit = general;
  owed.bases = {who.stand.base};
  owed.poses = {who.stand.at.pose};
  owed.who = viewer_of(who.side);
  owed.rule = rule;
  u.emit(owe(u.state().agenda, std::move(owed)));
}

void join(Unfold& u, const UnitId& general, const UnitId& unit) {
  settle_owed(u, general);
  const bool fight = u.state().phase == Phase::HandToHand;
  u.emit(GeneralJoined{general, unit, beside_pose(u.state(), general, unit), fight});
  owe_general(u, general, fight ? "HC-HTH-02" : "HC-ORD-07");
}

void open_test(Unfold& u, int lane, OrderTest test) {
  const Dice dice = u.state().config.command.order_dice;
  const Side side = u.state().generals.at(test.general).side;
  std::string what;
  switch (test.kind) {
    case OrderKind::Unit:
      what = "order to " + test.units.front().text;
      break;
    case OrderKind::Division:
      what = "order to the division";
      break;
    case OrderKind::GeneralAdvance:
      what = "General Advance";
      break;
    case OrderKind::FollowMe:
      what = "Follow me, " + test.units.front().text;
      break;
    case OrderKind::Rally:
      what = "rally " + test.units.front().text;
      break;
    case OrderKind::Courage:
      what = "Where is your courage, " + test.units.front().text;
      break;
  }
  const std::string question = test.general.text + ": " + what + ", " + std::to_string(test.needed) + " or less";
  open_step_on(u, lane, std::move(test), {dice_wait(side, "HC-CFG-01", question, dice.count, dice.faces)});
}

/// An order test with everything that comes of it: `evolve` writes it down as it stands.
OrderResolved resolved(const State& state, const OrderTest& test, int roll, int moves, bool success, std::string blunder) {
  OrderResolved event{test, roll, moves, success, std::move(blunder), false, {}, {}, {}};
  switch (test.kind) {
    case OrderKind::Courage:
      event.beside = true;
      if (success && state.config.command.wiyc_effect == "unbreak") event.steadied = test.units;
      break;
    case OrderKind::Rally:
      event.beside = true;
      event.rally_tried = test.units;
      break;
    case OrderKind::FollowMe:
      event.beside = true;
      event.ordered = test.units;
      break;
    case OrderKind::Unit:
    case OrderKind::Division:
    case OrderKind::GeneralAdvance:
      event.ordered = test.units;
      break;
  }
  return event;
}

}  // namespace

void send_general(Unfold& u, const UnitId& general, const UnitId& unit) {
  settle_owed(u, general);
  u.emit(GeneralJoined{general, unit, beside_pose(u.state(), general, unit), true});
  owe_general(u, general, "HC-CFG-T1");
}

void carry_general(Unfold& u, const UnitId& unit) {
  const UnitId general = joined_general(u.state(), unit);
  if (general.empty()) return;
  settle_owed(u, general);
  u.emit(GeneralMoved{general, beside_pose(u.state(), general, unit), true});
  owe_general(u, general, "HC-ORD-11");
}

void decide_orders(Unfold& u, const Command& command) {
  const State& state = u.state();
  std::visit(Overloaded{[&](const RallyUnit& c) {
                          // Without a general beside it, it can only be the Elite unit's own rally, ruled to stand in another step.
                          if (state.phase == Phase::Rally || test_of(state, command).general.empty()) {
                            const Unit& unit = state.units.at(c.unit);
                            if (state.config.command.elite_auto) return u.emit(DisorderSet{c.unit, false, "HC-INI-01"});
                            const std::string question =
                                c.unit.text + " rallies on " + std::to_string(unit.profile.elite_number) + " or more";
                            return open_step_on(u, 0, EliteRally{c.unit}, {dice_wait(unit.side, "HC-INI-01", question, 1)});
                          }
                          const OrderTest test = test_of(state, command);
                          if (general_at(state, test.general).joined != c.unit) join(u, test.general, c.unit);
                          open_test(u, 0, test);
                        },
                        [&](const FollowMe& c) {
                          const OrderTest test = test_of(state, command);
                          if (general_at(state, test.general).joined != c.unit) join(u, test.general, c.unit);
                          open_test(u, 0, test);
                        },
                        [&](const WhereIsYourCourage& c) {
                          const OrderTest test = test_of(state, command);
                          if (general_at(state, test.general).joined != c.unit) join(u, test.general, c.unit);
                          open_test(u, 0, test);
                        },
                        [&](const GiveOrder&) { open_test(u, 0, test_of(state, command)); },
                        [&](const GeneralAdvance&) { open_test(u, 0, test_of(state, command)); },
                        [&](const JoinUnit& c) { join(u, c.general, c.unit); },
                        [&](const Reroll& c) {
                          const UnitId by = c.general.empty() ? army_commander(state, state.active) : c.general;
                          const OrderTest test = state.last_test->test;
                          u.emit(OrderReopened{by, test});
                          open_test(u, 0, test);
                        },
                        [&](const MoveGeneral& c) {
                          settle_owed(u, c.general);
                          if (state.phase == Phase::Deployment)
                            return u.emit(UnitPlaced{c.general, {{state.generals.at(c.general).stand.base, c.to}}});
                          u.emit(GeneralMoved{c.general, c.to, false});
                        },
                        [](const auto&) {}},
             command);
}

void finish_order_test(Unfold& u, int lane, const OrderTest& test, int roll) {
  const CommandConfig& config = u.state().config.command;
  const bool blunder = std::find(config.blunder_roll.begin(), config.blunder_roll.end(), roll) != config.blunder_roll.end();
  if (blunder && !config.blunder_table.empty()) {
    const Side side = u.state().generals.at(test.general).side;
    open_step_on(u, lane, BlunderRoll{test, roll}, {dice_wait(side, "HC-CFG-01", "a blunder: roll on the table", 1)});
    return;
  }
  const int moves = blunder ? 0 : moves_for(u.state(), test.kind, test.needed, roll);
  const bool success = !blunder && roll <= test.needed;
  u.emit(resolved(u.state(), test, roll, success ? moves : 0, success, blunder ? "blunder" : ""));
  if (success && test.kind == OrderKind::Rally) {
    const UnitId unit = test.units.front();
    const int heal = std::min(config.rally_order_heal, u.state().units.at(unit).casualties);
    if (heal > 0) u.emit(CasualtiesRemoved{unit, heal});
  }
}

void finish_blunder(Unfold& u, const BlunderRoll& step, int die) {
  int moves = 0;
  std::string text = "blunder";
  for (const Blunder& entry : u.state().config.command.blunder_table)
    if (entry.d6 == die) text = entry.text, moves = entry.moves;
  u.emit(resolved(u.state(), step.test, step.roll, moves, moves > 0, text));
}

}  // namespace polemarch::hail_caesar
