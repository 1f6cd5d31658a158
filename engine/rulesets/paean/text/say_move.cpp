#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/text/words.hpp"
#include "models/counted.hpp"

namespace polemarch::paean {

std::string called(const State& state, const UnitId& id) {
  if (const auto at = state.leaders.find(id); at != state.leaders.end()) return polemarch::called(id, at->second.name);
  const auto at = state.formations.find(id);
  return polemarch::called(id, at == state.formations.end() ? "" : at->second.name);
}
std::string way_text(const State& state, const UnitId& unit, const Pose& to, bool told) {
  using geometry::operator-;
  if (find_formation(state, unit) == nullptr || !on_the_table(state, unit)) return {};
  const Vec2 way = geometry::vec(to.centre()) - geometry::vec(geometry::hull_of(body_of(state, unit)).pose.centre());
  const double far = geometry::length_of(way);
  if (far < 1) return "turn in place";
  const Length distance = geometry::rounded(far);
  const Vec2 here = body_of(state, unit).centre();
  UnitId named;
  bool towards = false;
  double least = 0;
  for (const UnitId& foe : formations_of(state, other(*side_of(state, unit)))) {
    const Vec2 there = body_of(state, foe).centre() - here;
    const double apart = geometry::length_of(there), along = geometry::dot(there, way), across = geometry::cross(there, way);
    if (std::abs(across) > 0.02 * apart * far || (!named.empty() && apart >= least)) continue;  // a degree off
    named = foe, towards = along > 0, least = apart;
  }
  if (!named.empty()) {
    std::string whom = called(state, named);
    if (told && whom.size() > named.text.size()) whom.erase(0, named.text.size() + 1);
    return cm_text(distance) + (towards ? " towards " : " away from ") + whom;
  }
  const double off = (geometry::direction(way.x, way.y) - body_of(state, unit).heading).signed_turn().deg();
  const double turn = std::abs(off);
  return cm_text(distance) +
         (turn < 20    ? " ahead"
          : turn > 160 ? " back"
          : turn < 70  ? " half ahead"
          : turn < 110 ? ""
                       : " half back") +
         (turn < 20 || turn > 160 ? ""
          : off > 0               ? " to the left"
                                  : " to the right");
}

namespace {

std::string degrees(Angle angle) {
  const std::int64_t whole = ((angle.mdeg < 0 ? -angle.mdeg : angle.mdeg) + 500) / 1000;
  return std::to_string(whole) + " degrees";
}

std::string leg_text(const Leg& leg) {
  switch (leg.kind) {
    case Leg::Kind::Ahead:
      return cm_text(leg.distance) + " ahead";
    case Leg::Kind::Back:
      return cm_text(leg.distance) + " back";
    case Leg::Kind::Echelon:
      return cm_text(leg.distance) + ", " + degrees(leg.angle) + (leg.angle.mdeg >= 0 ? " to the left" : " to the right");
    case Leg::Kind::WheelLeft:
      return "wheel " + degrees(leg.angle) + " left";
    case Leg::Kind::WheelRight:
      return "wheel " + degrees(leg.angle) + " right";
  }
  return {};
}

std::string names(const std::vector<BaseId>& bases) {
  std::string text;
  for (const BaseId& base : bases) text += (text.empty() ? "" : ", ") + base.text;
  return text;
}

}  // namespace

std::string legs_text(const std::vector<Leg>& legs) {
  std::string text;
  for (std::size_t i = 0; i < legs.size(); ++i) text += (i == 0 ? "" : ", then ") + leg_text(legs[i]);
  return text;
}

std::string say_one(const State&, const BeginBattle&) { return "begin the battle"; }
std::string say_one(const State&, const DeployArmy& c) {
  return "deploy all of " + std::string(name_of(c.side)) + " who have no place, in line";
}
std::string say_one(const State& state, const EndPhase&) {
  return state.turn.phase == Phase::Deployment ? "begin the battle" : "end " + std::string(word_of(state.turn.phase));
}
std::string say_one(const State& state, const TestSkirmishers& c) { return called(state, c.unit) + " tests its initiative"; }
std::string say_one(const State& state, const CallOfPower& c) { return "call of power to " + called(state, c.unit); }
std::string say_one(const State& state, const GiveOrder& c) { return called(state, c.commander) + " orders " + called(state, c.unit); }
std::string say_one(const State& state, const Relinquish& c) {
  std::string text = called(state, c.commander) + " gives up command";
  if (!c.join.empty()) return text + " and joins " + called(state, c.join);
  return text + (c.to ? " and moves" : "");
}
std::string say_one(const State& state, const CallOfMight& c) { return "call of might by " + called(state, c.hero); }
std::string say_one(const State& state, const TestHero& c) { return called(state, c.hero) + " tests for a heroic action"; }
std::string say_one(const State& state, const MoveHero& c) {
  return called(state, c.hero) + (c.join.empty() ? " moves" : " joins " + called(state, c.join));
}
std::string say_one(const State& state, const StopRun& c) { return called(state, c.unit) + " stops"; }
std::string say_one(const State& state, const Forgo&) {
  return state.turn.permit ? called(state, state.turn.permit->unit) + " does nothing" : "do nothing";
}
std::string say_one(const State& state, const MoveFormation& c) {
  std::string text = "move " + called(state, c.unit);
  if (c.ahead) return text + ": " + cm_text(*c.ahead) + " ahead";
  if (c.to) {
    const std::string way = way_text(state, c.unit, c.to->pose);
    return way.empty() ? text : text + ": " + way;
  }
  return c.legs.empty() ? text : text + ": " + legs_text(c.legs);
}
std::string say_one(const State& state, const AboutFace& c) { return called(state, c.unit) + " turns about"; }
std::string say_one(const State& state, const ChangeFacing& c) { return called(state, c.unit) + " faces " + std::string(word_of(c.to)); }
std::string say_one(const State& state, const ChangeFormation& c) {
  return called(state, c.unit) + " forms " + std::to_string(c.files) + " wide";
}
std::string say_one(const State& state, const Detach& c) { return "detach " + names(c.bases) + " from " + called(state, c.unit); }
std::string say_one(const State& state, const FormUp& c) { return called(state, c.unit) + " joins " + called(state, c.with); }
std::string say_one(const State& state, const ContractFlank& c) {
  return called(state, c.unit) + " draws in its " + std::string(word_of(c.flank)) + " flank";
}
std::string say_one(const State& state, const ExpandFlank& c) {
  return called(state, c.unit) + " extends its " + std::string(word_of(c.flank)) + " flank";
}
std::string say_one(const State& state, const GiveGround& c) { return called(state, c.unit) + " gives ground"; }
std::string say_one(const State& state, const Traverse& c) {
  return called(state, c.unit) + " slides half a base " + std::string(word_of(c.to));
}
std::string say_one(const State& state, const Reorder& c) { return "reorder " + called(state, c.unit); }
std::string say_one(const State&, const EndBattle& c) {
  return c.winner ? std::string(name_of(other(*c.winner))) + " gives up" : "stop the battle as a draw";
}

namespace {

/// The first phase of a bound in which anybody may do anything: those before it have passed by themselves.
bool opens_bound(const State& state, const PhaseBegan& e) {
  const std::vector<UnitId> ours = formations_of(state, e.side);
  const auto fought = [](const auto& entry) { return entry.second.status.fought; };
  const auto light = [&](const UnitId& id) { return formation_at(state, id).weight == Weight::L; };
  const bool combat_passed = std::none_of(state.formations.begin(), state.formations.end(), fought);
  if (e.phase == Phase::Skirmish) return combat_passed;
  return e.phase == Phase::Combat || (e.phase == Phase::Power && combat_passed && std::none_of(ours.begin(), ours.end(), light));
}

}  // namespace

std::string tell_one(const State& state, const PhaseBegan& e) {
  if (opens_bound(state, e))
    return "Bound " + std::to_string(e.bound) + ", " + std::string(name_of(e.side)) + ": " + std::string(word_of(e.phase));
  return std::string(name_of(e.side)) + ": " + std::string(word_of(e.phase));
}
std::string tell_one(const State& state, const PermitSet& e) {
  return e.permit ? called(state, e.permit->unit) + " may act" : std::string();
}
std::string tell_one(const State& state, const RunSet& e) {
  if (e.ended.empty()) return {};
  return called(state, e.ended) + " has ended " + (state.leaders.contains(e.ended) ? "his" : "its") + " actions";
}
std::string tell_one(const State& state, const CommandPassed& e) {
  return e.to.empty() ? std::string() : called(state, e.to) + " commands";
}
std::string tell_one(const State&, const OrderCounted&) { return {}; }
std::string tell_one(const State& state, const BasesMoved& e) {
  if (e.how.empty()) return {};
  const std::string told = called(state, e.unit) + " " + e.how, far = cm_text(e.distance);
  if (e.distance <= Length{} || e.how.find(" " + far) != std::string::npos) return told;
  return told + ", " + far + (e.how.find(" cm") == std::string::npos ? "" : " in all");  // of several legs
}
std::string tell_one(const State& state, const Marked& e) {
  if (e.why.empty()) return {};
  const std::string who = called(state, e.unit);
  if (e.rule == "PA-ACT-02") return who + " has received " + counted(e.status.orders, "order") + " this bound";
  const Formation* formation = find_formation(state, e.unit);
  if (formation == nullptr || e.rule != "PA-RAL-01") return who + " " + e.why;
  Formation marked = *formation;
  marked.status = e.status;
  return who + " rallies until the end of bound " + std::to_string(rallies_in(state, marked));
}
std::string tell_one(const State& state, const FormationSet& e) {
  return e.why.empty() ? std::string() : called(state, e.unit) + " " + e.why;
}
std::string tell_one(const State& state, const ContactMade& e) {
  return called(state, e.unit) + " touches the " + std::string(word_of(e.on_foe)) + " of " + called(state, e.foe);
}
std::string tell_one(const State& state, const ContactEnded& e) { return called(state, e.unit) + " and " + called(state, e.foe) + " part"; }
std::string tell_one(const State& state, const LeaderSet& e) { return e.why.empty() ? std::string() : called(state, e.id) + " " + e.why; }
std::string tell_one(const State&, const InitiativeWon& e) { return std::string(name_of(e.side)) + " has the initiative"; }
std::string tell_one(const State&, const BattleEnded& e) {
  return (e.winner ? std::string(name_of(*e.winner)) + " wins: " : std::string("A draw: ")) + e.why;
}

}  // namespace polemarch::paean
