/// Plain English: commands for menus, events for the log and the report, the state in short lines.
#include <algorithm>
#include <cstdlib>

#include "engine/core/pending.hpp"
#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/text/fight_words.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"
#include "models/counted.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

std::string tell_order(const State& state, const OrderResolved& e) {
  std::string what;
  switch (e.test.kind) {
    case OrderKind::Unit:
      what = "orders " + names(state, e.test.units);
      break;
    case OrderKind::Division:
      what = "orders the division (" + names(state, e.test.units) + ")";
      break;
    case OrderKind::GeneralAdvance:
      what = "calls a General Advance";
      break;
    case OrderKind::FollowMe:
      what = "calls Follow me to " + names(state, e.test.units);
      break;
    case OrderKind::Rally:
      what = "rallies " + names(state, e.test.units);
      break;
    case OrderKind::Courage:
      what = "asks " + names(state, e.test.units) + " where its courage is";
      break;
  }
  // What came of it first: a line of the history may be too short for the dice.
  const int under = e.test.needed - e.roll;
  std::string dice = ": rolled " + std::to_string(e.roll) + ", needs " + std::to_string(e.test.needed) + " or less";
  if (under != 0 && e.blunder.empty()) dice += ", " + std::to_string(std::abs(under)) + (under > 0 ? " under" : " over");
  const std::string text = called(state, e.test.general) + " " + what + ", ";
  if (!e.blunder.empty()) return text + e.blunder + (e.success ? "" : ", not obeyed") + dice;
  if (!e.success) return text + "not obeyed" + dice;
  return text + (e.moves > 0 && e.test.kind != OrderKind::Rally && e.test.kind != OrderKind::Courage ? counted(e.moves, "move") : "done") +
         dice;
}

/// ", 14.2 in away": how far a general is from the unit he speaks to. What he needs and how likely that is stands beside the order.
std::string say_away(const State& state, const UnitId& general, const UnitId& unit) {
  const auto at = state.units.find(unit);
  if (at == state.units.end() || !at->second.on_table) return {};
  return ", " + geometry::inches_text(gap_between(general_at(state, general), at->second).value) + " away";
}

std::string tell_end(const BattleEnded& e) { return (e.winner == "draw" ? "A draw: " : e.winner + " wins: ") + e.ended_by.value_or(e.why); }

std::string say_order(const State& state, const GiveOrder& c) {
  const UnitId general = ordering_general(state, c);
  const bool known = state.generals.contains(general) && (c.unit.empty() || state.units.contains(c.unit));
  std::string what = "his division";
  if (!c.unit.empty()) what = called(state, c.unit);
  if (general.empty()) return "order " + what;
  if (!known) return called(state, general) + " orders " + what;
  if (c.unit.empty()) what += ", " + counted(units_under(state, general, OrderKind::Division).size(), "unit");
  return called(state, general) + " orders " + what + say_away(state, general, c.unit);
}

/// Orders given beside the unit: no distance counts, but how far he goes to join it.
std::string say_beside(const State& state, const UnitId& named, const UnitId& unit, const std::string& what) {
  const UnitId general = named.empty() ? joined_general(state, unit) : named;
  return state.generals.contains(general) ? what + say_away(state, general, unit) : what;
}

/// "17 %": a chance of so many faces of a die.
std::string per_cent(int faces) { return std::to_string((per_mille_of(faces, 6) + 5) / 10) + " %"; }

/// ", 11.2 in, 2 dice": how far a shot goes and how many dice it has; of shots that answer a move what hits instead, and how often.
std::string say_shot(const State& state, const UnitId& unit, const UnitId& target, ShotKind kind) {
  const auto from = state.units.find(unit), at = state.units.find(target);
  if (from == state.units.end() || at == state.units.end() || !from->second.in_play() || !at->second.in_play()) return {};
  const ShotPlan plan = plan_shot(state, unit, target, kind);
  if (plan.dice <= 0) return {};
  const std::string dice = ", " + counted(plan.dice, "die", "dice");
  if (kind != ShotKind::Shooting) {
    int faces = 0;
    for (int die = 1; die <= 6; ++die) faces += hits(die, plan.needed, state.config) ? 1 : 0;
    return dice + ", " + std::to_string(std::clamp(plan.needed, 2, 6)) + "+, " + per_cent(faces) + (plan.dice == 1 ? "" : " each");
  }
  return ", " + geometry::inches_text(gap_between(from->second, at->second).value) + dice;
}

/// " (2 of 5 casualties)": what it has taken by now, of its stamina.
std::string of_stamina(const State& state, const CasualtiesTaken& e) {
  if (e.casualties == 0) return {};
  return " (" + std::to_string(e.casualties) + " of " + std::to_string(state.units.at(e.unit).profile.stamina) + " casualties)";
}

/// ", 6.0 in": how far it goes.
std::string say_evade(const State& state, const EvadeCharge& c) {
  const auto unit = state.units.find(c.unit);
  if (unit == state.units.end() || !unit->second.in_play()) return {};
  return ", " + geometry::inches_text(wanted_evade(state, c).distance.value);
}

/// "right of A2", or how far from the table's corner.
std::string say_place(const State& state, Side side, const UnitId& self, const Pose& at) {
  std::string text = beside_whom(state, side, self, at);
  if (!text.empty()) return text;
  const Length deep = side == Side::A ? at.y : state.table_depth - at.y, along = side == Side::A ? at.x : state.table_width - at.x;
  return geometry::inches_text(along) + " from the left, " + geometry::inches_text(deep) + " deep";
}

std::string say_move_general(const State& state, const MoveGeneral& c) {
  const auto who = state.generals.find(c.general);
  if (who == state.generals.end()) return "move " + called(state, c.general);
  const std::string place = say_place(state, who->second.side, c.general, c.to.pose);
  if (state.phase == Phase::Deployment) return "place " + called(state, c.general) + " " + place;
  const Vec2 way = geometry::vec(c.to.pose.centre()) - geometry::vec(who->second.stand.at.pose.centre());
  const Length length = geometry::rounded(geometry::length_of(way));
  return "move " + called(state, c.general) + (length.um < 500 ? "" : " " + place + ", " + geometry::inches_text(length));
}

std::string say_fight(const State& state, const FightCombat& c) {
  std::string sides[2];
  if (state.units.contains(c.unit))
    for (const UnitId& id : combat_of(state, c.unit)) {
      std::string& text = sides[state.units.at(id).side == Side::A ? 0 : 1];
      text += (text.empty() ? "" : ", ") + called(state, id);
    }
  if (sides[0].empty() || sides[1].empty()) return "fight the combat of " + called(state, c.unit);
  return "fight: " + sides[0] + " against " + sides[1];
}

/// "A1: wheel 30 degrees left, 6.0 in ahead": a whole move by its turn and its way, others by their name.
std::string say_move(const State& state, const MoveUnit& c) {
  std::string text = "move " + called(state, c.unit);
  if (!c.in.empty()) {
    const Terrain* building = terrain_named(state, c.in);
    return text + " into the " + (building == nullptr ? "building" : building->kind) + " (" + c.in + ")";
  }
  const auto unit = state.units.find(c.unit);
  if (c.formation && !c.to && c.poses.empty()) return called(state, c.unit) + " forms " + std::string(word_of(*c.formation));
  if (c.to && unit != state.units.end() && state.phase == Phase::Deployment)
    return "place " + called(state, c.unit) + " " + say_place(state, unit->second.side, c.unit, c.to->pose);
  if (!c.to || unit == state.units.end()) return text;
  const Pose from = pose_of(unit->second), to = c.to->pose;
  const Vec2 way = geometry::vec(to.centre()) - geometry::vec(from.centre());
  const Length length = geometry::rounded(geometry::length_of(way));
  const std::int64_t turn = (to.heading - from.heading).normalised().mdeg,
                     degrees = ((turn > 180'000 ? 360'000 - turn : turn) + 500) / 1000;
  text += ":";
  if (degrees > 0) text += " turn " + std::to_string(degrees) + (turn > 180'000 ? " degrees right" : " degrees left");
  const Vec2 ahead = geometry::unit_vector(to.heading);
  const double along = geometry::dot(way, ahead);
  if (length.um < 500) return text + (degrees > 0 ? "" : " stay");
  const bool straight = along * along >= 0.999 * geometry::dot(way, way);
  return text + (degrees > 0 ? ", " : " ") + geometry::inches_text(length) + (!straight ? " off" : along > 0 ? " ahead" : " back");
}

}  // namespace

std::string Rules::tell(const State& state, const Event& event) {
  return std::visit(
      Overloaded{[&](const StepOpened<Step>& e) { return e.waits.empty() ? std::string() : "Asked: " + e.waits.front().question; },
                 [](const WaitAnswered& e) { return e.answer.value ? "Answer " + typed(*e.answer.value) : "Answered"; },
                 [](const StepClosed&) { return std::string(); },
                 [&](const PlacementOwed& e) { return (e.owed.removed ? "Take off " : "Put in its place: ") + called(state, e.owed.unit); },
                 [&](const Placed& e) {
                   return e.poses.empty() ? std::string() : engine::with_verb(called(state, e.unit), "is in place", "are in place");
                 },
                 [&](const PhaseBegan& e) {
                   return "Turn " + std::to_string(e.turn) + ", " + std::string(name_of(e.side)) + ": " + std::string(word_of(e.phase));
                 },
                 [&](const UnitPlaced& e) { return called(state, e.unit) + " is placed"; },
                 [&](const UnitMoved& e) {
                   return called(state, e.unit) + ": " + std::string(word_of(e.kind)) + ", " + geometry::inches_text(e.distance) +
                          (e.in.empty() ? "" : ", into " + e.in);
                 },
                 [&](const UnitCharged& e) {
                   return called(state, e.unit) + " charges " + called(state, e.target) + " in the " + std::string(word_of(e.on)) + ", " +
                          geometry::inches_text(e.distance);
                 },
                 [&](const OrderResolved& e) { return tell_order(state, e); },
                 [&](const OrderReopened& e) {
                   std::string text = called(state, e.by) + " has the order dice rolled again";
                   for (const auto& [unit, count] : e.restored)
                     text += ", " + called(state, unit) + " takes back " + counted(count, "casualty marker");
                   return text;
                 },
                 [&](const GeneralJoined& e) { return called(state, e.general) + " joins " + called(state, e.unit); },
                 [&](const GeneralMoved& e) { return called(state, e.general) + " moves"; },
                 [&](const DisorderSet& e) { return called(state, e.unit) + (e.disordered ? " is disordered" : " is in order again"); },
                 [&](const RallyFailed& e) { return called(state, e.unit) + " does not rally"; },
                 [&](const CasualtiesRemoved& e) { return called(state, e.unit) + " loses " + counted(e.count, "casualty marker"); },
                 [&](const ShotFired& e) {
                   const std::string how = e.kind == ShotKind::Closing      ? " fires closing shots at "
                                           : e.kind == ShotKind::Traversing ? " fires traversing shots at "
                                                                            : " shoots at ";
                   return called(state, e.unit) + how + called(state, e.target) + ": " + counted(e.hits, "hit") + " with " +
                          (e.dice == 1 ? "1 die" : std::to_string(e.dice) + " dice");
                 },
                 [&](const CasualtiesTaken& e) {
                   return called(state, e.unit) + ": " + counted(e.hits, "hit") + ", " + std::to_string(e.saved) + " saved" +
                          of_stamina(state, e) + (e.shaken ? ", shaken" : "");
                 },
                 [&](const TestBecameDue& e) { return called(state, e.unit) + " has to take a break test" + test_words(state, e); },
                 [&](const BreakTested& e) {
                   const std::string sum = e.modifier == 0 ? ""
                                                           : std::to_string(e.roll) + (e.modifier < 0 ? " - " : " + ") +
                                                                 std::to_string(std::abs(e.modifier)) + " = ";
                   const std::string test = "break test " + sum + std::to_string(e.score);
                   if (e.result == "break") return called(state, e.unit) + ": " + test;  // that it breaks is told as a loss
                   return called(state, e.unit) + " " + result_words(state, e) + " (" + test + ")";
                 },
                 [&](const UnitDrivenBack& e) { return driven_words(state, e); },
                 [&](const UnitBroke& e) { return called(state, e.unit) + (e.shattered ? " is shattered" : " breaks"); },
                 [&](const CombatResolved& e) { return score_words(state, e); },
                 [&](const ContactEnded& e) {  // who evades or breaks before a blow says so himself
                   return state.phase != Phase::HandToHand ? std::string()
                                                           : called(state, e.unit) + " and " + called(state, e.foe) + " part";
                 },
                 [&](const FollowUpOpened& e) { return called(state, e.unit) + " may follow " + called(state, e.foe); },
                 [&](const UnitFollowedUp& e) {
                   return called(state, e.unit) + " follows " + called(state, e.foe) + (e.left ? ", out of " + *e.left : "");
                 },
                 [&](const DivisionBroke& e) { return "Division " + e.division + " is broken"; },
                 [](const BattleEnded& e) { return tell_end(e); },
                 [&](const SixHitsCounted& e) {
                   return called(state, e.unit) + ": " + counted(e.total, "hit") + " by dice that needed a 6, so far";
                 },
                 [&](const UnitEvaded& e) { return called(state, e.unit) + " evades, " + geometry::inches_text(e.distance); },
                 [&](const UnitCountercharged& e) { return called(state, e.unit) + " countercharges"; },
                 [&](const GeneralLost& e) { return called(state, e.general) + " is lost with " + called(state, e.unit); },
                 [&](const CommanderReplaced& e) { return called(state, e.general) + " takes command of the army"; }},
      event);
}

std::string Rules::say(const State& state, const Command& command) {
  return std::visit(
      Overloaded{
          [&](const AnswerWait& c) {
            std::string text = "answer";
            for (const std::string& choice : c.answer.choices) text += " " + choice;
            return text;
          },
          [&](const PlaceBases& c) { return c.unit.empty() ? std::string("put it in its place") : "place " + called(state, c.unit); },
          [&](const EndPhase& c) {
            if (c.first) return std::string(name_of(*c.first)) + " begins the battle";
            if (state.phase == Phase::Deployment) return std::string("begin the battle");
            return state.phase == Phase::HandToHand ? std::string("end the turn") : "end " + std::string(word_of(state.phase));
          },
          [](const DeployArmy&) { return std::string("deploy all who have no place, in line"); },
          [&](const RallyUnit& c) {
            const std::string text = "rally " + called(state, c.unit) + (c.general.empty() ? "" : " with " + called(state, c.general));
            return c.general.empty() ? text : say_beside(state, c.general, c.unit, text);
          },
          [&](const MoveUnit& c) { return say_move(state, c); },
          [&](const EvadeCharge& c) { return called(state, c.unit) + " evades" + say_evade(state, c); },
          [&](const CounterCharge& c) { return called(state, c.unit) + " countercharges, +1 to hit"; },  // HC-HTH-03
          [&](const ChargeUnit& c) { return called(state, c.unit) + " charges " + called(state, c.target); },
          [&](const GiveOrder& c) { return say_order(state, c); },
          [](const hail_caesar::GeneralAdvance&) { return std::string("General Advance"); },
          [&](const JoinUnit& c) {
            std::string text = called(state, c.general) + " joins " + called(state, c.unit);
            return state.generals.contains(c.general) ? text + say_away(state, c.general, c.unit) : text;
          },
          [&](const FollowMe& c) {
            return say_beside(state, c.general, c.unit, called(state, c.general) + ": Follow me, " + called(state, c.unit));
          },
          [&](const WhereIsYourCourage& c) {
            return say_beside(state, c.general, c.unit, called(state, c.general) + ": Where is your courage, " + called(state, c.unit));
          },
          [&](const Reroll& c) { return called(state, c.general) + " has the order dice rolled again"; },
          [&](const MoveGeneral& c) { return say_move_general(state, c); },
          [&](const Shoot& c) {
            return called(state, c.unit) + " shoots at " + called(state, c.target) + say_shot(state, c.unit, c.target, ShotKind::Shooting) +
                   (c.seen == true ? ", the players see it" : "");
          },
          [&](const ClosingShot& c) {
            return called(state, c.unit) + ": closing shots at " + called(state, c.target) +
                   say_shot(state, c.unit, c.target, ShotKind::Closing);
          },
          [&](const TraversingShot& c) {
            return called(state, c.unit) + ": traversing shots at " + called(state, c.target) +
                   say_shot(state, c.unit, c.target, ShotKind::Traversing);
          },
          [&](const FightCombat& c) { return say_fight(state, c); },
          [&](const FollowUp& c) {
            return called(state, c.unit) + (c.target.empty() ? " follows up" : " follows " + called(state, c.target));
          },
          [&](const EndBattle& c) {
            return c.winner ? std::string(name_of(other(*c.winner))) + " gives up" : std::string("stop the battle as a draw");
          }},
      command);
}

}  // namespace polemarch::hail_caesar
