/// Plain English: commands for menus, events for the log and the report, the state in short lines.
#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

std::string called(const State& state, const UnitId& id) {
  if (const auto unit = state.units.find(id); unit != state.units.end() && unit->second.profile.name != id.text)
    return id.text + " " + unit->second.profile.name;
  if (const auto general = state.generals.find(id); general != state.generals.end() && general->second.name != id.text)
    return id.text + " " + general->second.name;
  return id.text;
}

std::string names(const State& state, const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : ", ") + called(state, id);
  return text;
}

std::string plural(int n, const std::string& word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); }

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
  std::string text =
      called(state, e.test.general) + " " + what + ": " + std::to_string(e.roll) + " for " + std::to_string(e.test.needed) + ", ";
  if (!e.blunder.empty()) text += e.blunder + ", ";
  if (!e.success) return text + "failed";
  return text + (e.moves > 0 && e.test.kind != OrderKind::Rally && e.test.kind != OrderKind::Courage ? plural(e.moves, "move") : "done");
}

/// "A1: wheel 30 degrees left, 6.0 in ahead": a whole move by its turn and its way, others by their name.
std::string say_move(const State& state, const MoveUnit& c) {
  std::string text = "move " + called(state, c.unit);
  if (!c.in.empty()) return text + " into " + c.in;
  const auto unit = state.units.find(c.unit);
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

std::string tell_result(const std::string& key) {
  std::string text = key;
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

}  // namespace

std::string Rules::tell(const State& state, const Event& event) {
  return std::visit(
      Overloaded{[&](const StepOpened<Step>& e) { return e.waits.empty() ? std::string() : "Asked: " + e.waits.front().question; },
                 [&](const WaitAnswered& e) {
                   std::string text = "Answer";
                   if (!e.answer.value) return text;
                   for (const int value : e.answer.value->values) text += " " + std::to_string(value);
                   for (const std::string& choice : e.answer.value->choices) text += " " + choice;
                   return text;
                 },
                 [](const StepClosed&) { return std::string(); },
                 [&](const PlacementOwed& e) { return (e.owed.removed ? "Take off " : "Put in its place: ") + called(state, e.owed.unit); },
                 [&](const Placed& e) { return e.poses.empty() ? std::string() : called(state, e.unit) + " stands where it should"; },
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
                 [&](const OrderReopened& e) { return called(state, e.by) + " has the order dice rolled again"; },
                 [&](const GeneralJoined& e) { return called(state, e.general) + " joins " + called(state, e.unit); },
                 [&](const GeneralMoved& e) { return called(state, e.general) + " moves"; },
                 [&](const DisorderSet& e) { return called(state, e.unit) + (e.disordered ? " is Disordered" : " is in order again"); },
                 [&](const RallyFailed& e) { return called(state, e.unit) + " does not rally"; },
                 [&](const CasualtiesRemoved& e) { return called(state, e.unit) + " loses " + plural(e.count, "casualty marker"); },
                 [&](const ShotFired& e) {
                   const std::string how = e.kind == ShotKind::Closing      ? " (closing shots)"
                                           : e.kind == ShotKind::Traversing ? " (traversing shots)"
                                                                            : "";
                   return called(state, e.unit) + " shoots at " + called(state, e.target) + how + ": " + plural(e.hits, "hit") + " with " +
                          std::to_string(e.dice) + " dice";
                 },
                 [&](const CasualtiesTaken& e) {
                   return called(state, e.unit) + ": " + plural(e.hits, "hit") + ", " + std::to_string(e.saved) + " saved, " +
                          std::to_string(e.casualties) + " of " + std::to_string(state.units.at(e.unit).profile.stamina) +
                          (e.shaken ? ", Shaken" : "");
                 },
                 [&](const TestBecameDue& e) { return called(state, e.unit) + " has to take a break test"; },
                 [&](const BreakTested& e) {
                   return called(state, e.unit) + ": break test " + std::to_string(e.score) + ", " + tell_result(e.result);
                 },
                 [&](const UnitDrivenBack& e) { return called(state, e.unit) + (e.how == "retreat" ? " retreats" : " gives ground"); },
                 [&](const UnitBroke& e) { return called(state, e.unit) + (e.shattered ? " is shattered" : " breaks"); },
                 [&](const CombatResolved& e) {
                   return "Combat of " + names(state, e.units) + ": A " + std::to_string(e.score_a) + ", B " + std::to_string(e.score_b) +
                          (e.winner == "draw" ? ", a draw" : ", " + e.winner + " wins");
                 },
                 [&](const ContactEnded& e) { return called(state, e.unit) + " and " + called(state, e.foe) + " part"; },
                 [&](const FollowUpOpened& e) { return called(state, e.unit) + " may follow " + called(state, e.foe); },
                 [&](const UnitFollowedUp& e) { return called(state, e.unit) + " follows " + called(state, e.foe); },
                 [&](const DivisionBroke& e) { return "Division " + e.division + " is broken"; },
                 [&](const BattleEnded& e) { return (e.winner == "draw" ? "A draw: " : e.winner + " wins: ") + e.why; },
                 [&](const SixHitsCounted& e) {
                   return called(state, e.unit) + ": " + plural(e.total, "hit") + " by dice that needed a 6, so far";
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
          [&](const PlaceBases& c) { return "place " + called(state, c.unit); },
          [&](const EndPhase&) {
            return state.phase == Phase::Deployment ? std::string("begin the battle") : "end " + std::string(word_of(state.phase));
          },
          [&](const RallyUnit& c) {
            return "rally " + called(state, c.unit) + (c.general.empty() ? "" : " with " + called(state, c.general));
          },
          [&](const MoveUnit& c) { return say_move(state, c); },
          [&](const EvadeCharge& c) { return called(state, c.unit) + " evades"; },
          [&](const CounterCharge& c) { return called(state, c.unit) + " countercharges"; },
          [&](const ChargeUnit& c) { return called(state, c.unit) + " charges " + called(state, c.target); },
          [&](const GiveOrder& c) {
            return called(state, c.general) + " orders " + (c.unit.empty() ? "his division" : called(state, c.unit));
          },
          [&](const hail_caesar::GeneralAdvance&) { return std::string("General Advance"); },
          [&](const JoinUnit& c) { return called(state, c.general) + " joins " + called(state, c.unit); },
          [&](const FollowMe& c) { return called(state, c.general) + ": Follow me, " + called(state, c.unit); },
          [&](const WhereIsYourCourage& c) { return called(state, c.general) + ": Where is your courage, " + called(state, c.unit); },
          [&](const Reroll& c) { return called(state, c.general) + " has the order dice rolled again"; },
          [&](const MoveGeneral& c) { return "move " + called(state, c.general); },
          [&](const Shoot& c) { return called(state, c.unit) + " shoots at " + called(state, c.target); },
          [&](const ClosingShot& c) { return called(state, c.unit) + ": closing shots at " + called(state, c.target); },
          [&](const TraversingShot& c) { return called(state, c.unit) + ": traversing shots at " + called(state, c.target); },
          [&](const FightCombat& c) { return "fight the combat of " + called(state, c.unit); },
          [&](const FollowUp& c) { return called(state, c.unit) + " follows up"; },
          [&](const EndBattle&) { return std::string("end the battle"); }},
      command);
}

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  if (state.phase == Phase::Ended) {
    lines.push_back(state.winner == "draw" ? "The battle is drawn" : state.winner + " has won");
  } else if (state.phase == Phase::Deployment) {
    lines.push_back("Deployment");
  } else {
    lines.push_back("Turn " + std::to_string(state.turn) + ", " + std::string(name_of(state.active)) + ": " +
                    std::string(word_of(state.phase)));
  }
  for (const Side side : {Side::A, Side::B}) {
    int left = 0, all = 0, broken = 0;
    for (const auto& [id, unit] : state.units)
      if (unit.side == side) ++all, left += unit.broken || unit.shattered ? 0 : 1;
    for (const auto& [key, division] : state.divisions) broken += division.side == side && division.broken ? 1 : 0;
    lines.push_back(std::string(name_of(side)) + ": " + std::to_string(left) + " of " + plural(all, "unit") +
                    (broken > 0 ? ", " + plural(broken, "division") + " broken" : ""));
  }
  if (state.phase == Phase::Orders) {
    // Free Moves must be taken before shooting (HC-ORD-25).
    std::string waiting;
    for (const auto& [id, unit] : state.units)
      if (unit.side == state.active && unit.in_play() && unit.turn.moves_left > 0) waiting += (waiting.empty() ? "" : ", ") + id.text;
    if (!waiting.empty()) lines.push_back("Ordered moves left: " + waiting);
    std::string free;
    for (const auto& [id, unit] : state.units)
      if (unit.side == state.active && unit.in_play() && unit.turn.moves_left == 0 && !in_combat(unit) && free_right(state, id).kind)
        free += (free.empty() ? "" : ", ") + id.text;
    if (!free.empty()) lines.push_back("Free or retirement moves left: " + free);
  }
  for (const auto& [id, unit] : state.units) {
    if (!unit.in_play()) continue;
    std::string text;
    if (unit.casualties > 0) text += " " + std::to_string(unit.casualties) + "/" + std::to_string(unit.profile.stamina);
    if (is_shaken(unit, state.config)) text += " Shaken";
    if (unit.disordered) text += " Disordered";
    if (unit.due) text += " break test due";
    if (!text.empty()) lines.push_back(called(state, id) + ":" + text);
  }
  return lines;
}

}  // namespace polemarch::hail_caesar
