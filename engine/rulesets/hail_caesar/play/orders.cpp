/// Order tests and what comes of them; joins and generals' moves. Rules HC-ORD-*, HC-CFG-01.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// Behind the middle of the unit, touching it; to the left of the others where one of them stands there.
MeasuredPose beside_pose(const State& state, const UnitId& general, const UnitId& unit, const std::vector<UnitId>& others) {
  constexpr double kTouching = 0.1;  // mm
  const geometry::Shape body = body_of(unit_at(state, unit));
  const Footprint& own = general_at(state, general).stand.footprint;
  const Vec2 left = geometry::left_of(body.ahead);
  Vec2 at = body.centre - (body.half_depth + own.depth.mm() / 2) * body.ahead;
  const auto taken = [&](const UnitId& id) {
    const geometry::Shape other = shape_of(general_at(state, id));
    const Vec2 way = other.centre - at;
    return std::fabs(geometry::dot(way, left)) < own.frontage.mm() / 2 + other.half_front - kTouching &&
           std::fabs(geometry::dot(way, body.ahead)) < own.depth.mm() / 2 + other.half_depth - kTouching;
  };
  for (std::size_t n = 0; n < 2 * others.size() && std::any_of(others.begin(), others.end(), taken); ++n)
    at = at + own.frontage.mm() * left;
  return {{geometry::rounded(at.x), geometry::rounded(at.y), pose_of(unit_at(state, unit)).heading}, {}};
}

void owe_general(Unfold& u, const UnitId& general, const std::string& rule) {
  const General& who = u.state().generals.at(general);
  u.owe({.unit = general, .bases = {who.stand.base}, .poses = {who.stand.at.pose}, .who = viewer_of(who.side), .rule = rule});
}

/// The generals with a unit but for this one.
std::vector<UnitId> others_with(const State& state, const UnitId& unit, const UnitId& general) {
  std::vector<UnitId> others = joined_generals(state, unit);
  std::erase(others, general);
  return others;
}

void join(Unfold& u, const UnitId& general, const UnitId& unit) {
  u.settle(general);
  const bool fight = u.state().phase == Phase::HandToHand;
  u.emit(GeneralJoined{general, unit, beside_pose(u.state(), general, unit, others_with(u.state(), unit, general)), fight});
  owe_general(u, general, fight ? "HC-HTH-02" : "HC-ORD-07");
}

void open_test(Unfold& u, const OrderTest& test) {
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
  u.ask(test, ask_dice(side, "HC-CFG-01", question, dice.count, dice.faces));
}

/// The test of an order for which the general has to be with the unit: he joins it first. Where he stands with it already the order is
/// his join of this turn (HC-ORD-08).
template <class Ordered>
void test_beside(Unfold& u, const Ordered& command) {
  const OrderTest test = test_of(u.state(), command);
  const General& who = general_at(u.state(), test.general);
  if (who.joined != command.unit)
    join(u, test.general, command.unit);
  else if (!who.joined_this_turn)
    u.emit(GeneralJoined{test.general, command.unit, who.stand.at, false});
  open_test(u, test);
}

/// It has no move by an order, made or to be made.
bool had_no_move(const State& state, const UnitId& unit) {
  const TurnFlags& turn = state.units.at(unit).turn;
  return turn.moves_left == 0 && turn.moves_made == 0;
}

/// An order test with everything that comes of it: `evolve` writes it down as it stands.
OrderResolved resolved(const State& state, const OrderTest& test, int roll, int moves, bool success, std::string blunder) {
  OrderResolved event{test, roll, moves, success, std::move(blunder), false, {}, {}, {}, {}, {}};
  switch (test.kind) {
    case OrderKind::Courage:
      event.beside = true;
      if (success && state.config.command.wiyc_effect == "unbreak") event.steadied = test.units;
      break;
    case OrderKind::Rally:
      event.beside = true;
      event.rally_tried = test.units;
      if (!state.units.at(test.units.front()).turn.ordered) event.ordered = test.units;  // HC-ORD-06: it is the unit's order
      event.rallied = test.units.front();
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
  u.settle(general);
  u.emit(GeneralJoined{general, unit, beside_pose(u.state(), general, unit, others_with(u.state(), unit, general)), true});
  owe_general(u, general, "HC-CFG-T1");
}

void carry_generals(Unfold& u, const UnitId& unit) {
  std::vector<UnitId> carried;
  for (const UnitId& general : joined_generals(u.state(), unit)) {
    u.settle(general);
    u.emit(GeneralMoved{general, beside_pose(u.state(), general, unit, carried), true});
    owe_general(u, general, "HC-ORD-11");
    carried.push_back(general);
  }
}

void carry_out(Unfold& u, const RallyUnit& c) {
  const State& state = u.state();
  // Without a general beside it, it can only be the Elite unit's own rally, ruled to stand in another step.
  if (state.phase != Phase::Rally && !test_of(state, c).general.empty()) return test_beside(u, c);
  const Unit& unit = state.units.at(c.unit);
  if (state.config.command.elite_auto) return u.emit(DisorderSet{c.unit, false, "HC-INI-01"});
  const std::string question = c.unit.text + " rallies on " + std::to_string(unit.profile.elite_number) + " or more";
  u.ask(EliteRally{c.unit}, ask_dice(unit.side, "HC-INI-01", question, 1));
}

void resume(Unfold& u, const EliteRally& step, const Answers& answers) {
  if (answers[0].values[0] >= u.state().units.at(step.unit).profile.elite_number)
    u.emit(DisorderSet{step.unit, false, "HC-INI-01"});
  else
    u.emit(RallyFailed{step.unit});
}

void carry_out(Unfold& u, const FollowMe& c) { test_beside(u, c); }
void carry_out(Unfold& u, const WhereIsYourCourage& c) { test_beside(u, c); }
void carry_out(Unfold& u, const GiveOrder& c) { open_test(u, test_of(u.state(), c)); }
void carry_out(Unfold& u, const GeneralAdvance& c) { open_test(u, test_of(u.state(), c)); }
void carry_out(Unfold& u, const JoinUnit& c) { join(u, c.general, c.unit); }

void carry_out(Unfold& u, const Reroll& c) {
  const UnitId by = c.general.empty() ? army_commander(u.state(), u.state().active) : c.general;
  const LastTest last = *u.state().last_test;
  // What another order gave them stays (HC-ORD-19).
  OrderReopened event{by, last.test, last.healed, engine::Checked<UnitId>{}, engine::Checked<UnitId>{}};
  if (last.test.kind == OrderKind::Courage)
    event.steadied = last.test.units;
  else if (last.test.kind != OrderKind::Rally || had_no_move(u.state(), last.test.units.front()))
    event.ordered = last.test.units;
  u.emit(std::move(event));
  open_test(u, last.test);
}

void carry_out(Unfold& u, const MoveGeneral& c) {
  u.settle(c.general);
  if (u.state().phase == Phase::Deployment) return u.emit(UnitPlaced{c.general, {{u.state().generals.at(c.general).stand.base, c.to}}});
  u.emit(GeneralMoved{c.general, c.to, false});
}

void resume(Unfold& u, const OrderTest& test, const Answers& answers) {
  const int roll = total(answers[0]);
  const CommandOptions& config = u.state().config.command;
  const bool blunder = std::find(config.blunder_roll.begin(), config.blunder_roll.end(), roll) != config.blunder_roll.end();
  if (blunder && !config.blunder_table.empty()) {
    const Side side = u.state().generals.at(test.general).side;
    return u.ask(BlunderRoll{test, roll}, ask_dice(side, "HC-CFG-01", "a blunder: roll on the table", 1));
  }
  const int moves = blunder ? 0 : moves_for(u.state(), test.kind, test.needed, roll);
  const bool success = !blunder && roll <= test.needed;
  OrderResolved event = resolved(u.state(), test, roll, success ? moves : 0, success, blunder ? "blunder" : "");
  if (success && test.kind == OrderKind::Rally) {
    const UnitId unit = test.units.front();
    const int heal = std::min(config.rally_order_heal, u.state().units.at(unit).casualties);
    if (heal > 0) event.healed[unit] = heal;
  }
  const std::map<UnitId, int> healed = event.healed;
  u.emit(std::move(event));
  for (const auto& [unit, heal] : healed) u.emit(CasualtiesRemoved{unit, heal});
}

void resume(Unfold& u, const BlunderRoll& step, const Answers& answers) {
  const int die = total(answers[0]);
  int moves = 0;
  std::string text = "blunder";
  for (const Blunder& entry : u.state().config.command.blunder_table)
    if (entry.d6 == die) text = entry.text, moves = entry.moves;
  // An order that gives no move is not obeyed, whatever its table has the unit do.
  if (step.test.kind == OrderKind::Rally || step.test.kind == OrderKind::Courage) moves = 0;
  u.emit(resolved(u.state(), step.test, step.roll, moves, moves > 0, text));
}

}  // namespace polemarch::hail_caesar
