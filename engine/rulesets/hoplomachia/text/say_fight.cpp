/// The fighting's commands and events in words.
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string sum_text(const std::vector<engine::ThrowRow>& rows) {
  std::string text = std::to_string(engine::sum_of(rows));
  if (rows.size() < 2) return text;
  text += " (";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) text += rows[i].value < 0 ? " - " : " + ";
    text += rows[i].text + " " + std::to_string(i > 0 && rows[i].value < 0 ? -rows[i].value : rows[i].value);
  }
  return text + ")";
}
/// "7 (spear 5 + arete 2) against 4, strength hit, not exceeded".
std::string blow_text(const MeleeShare& share) {
  const std::string level = text_of(static_cast<Level>(share.level));
  if (share.attack.empty()) return level;
  return sum_text(share.attack) + (share.defence.empty() ? std::string() : " against " + sum_text(share.defence)) + ", " + level;
}
std::string result_text(MeleeResult result) {
  switch (result) {
    case MeleeResult::PushedBack:
      return "is pushed back";
    case MeleeResult::BrokenInto:
      return "is broken into";
    case MeleeResult::Broken:
      return "is broken";
    case MeleeResult::Slaughtered:
      return "is slaughtered";
    case MeleeResult::NoEffect:
    case MeleeResult::BothDisarrayed:
      break;
  }
  return std::string(name_of(result));
}

}  // namespace

namespace {

/// " at B1 Leontis and B2 Aiantis"; nothing where there is nobody.
std::string at_whom(const State& state, const std::vector<UnitId>& whom) {
  std::string text;
  for (std::size_t i = 0; i < whom.size(); ++i) text += (i == 0 ? " at " : i + 1 == whom.size() ? " and " : ", ") + named(state, whom[i]);
  return text;
}
bool stands_there(const State& state, const UnitId& id) {
  const auto at = state.units.find(id);
  return at != state.units.end() && at->second.on_table() && !at->second.hidden;
}

}  // namespace

std::string say_of(const State& state, const ChargeAhead& c) {
  std::vector<UnitId> targets;
  if (c.onto.empty() && state.at.phase == Phase::Epidromos && stands_there(state, c.unit))
    for (const InLane& target : targets_of(state, c.unit).units)
      if (target.may.allowed()) targets.push_back(target.unit);
  if (c.onto.empty())
    return "charge" + at_whom(state, targets) + " with " + named(state, c.unit) + (c.limited ? " at the pace of its hamippoi" : "");
  return "wheel " + named(state, c.unit) + " onto " + name_of(state, {c.onto, c.onto_lochos});
}
std::string say_of(const State& state, const Shoot& c) {
  std::vector<UnitId> targets;
  const bool now = state.at.phase == Phase::OffensiveBelos || state.at.phase == Phase::DefensiveBelos;
  if (now && stands_there(state, c.unit))
    for (const Shot& shot : shots_of(state, c.unit, false))
      if (std::find(targets.begin(), targets.end(), shot.target.unit) == targets.end()) targets.push_back(shot.target.unit);
  return "shoot" + at_whom(state, targets) + " with " + named(state, c.unit);
}
std::string say_of(const State& state, const BelosCharge& c) {
  return "make a belos charge at " + named(state, c.target) + " with " + named(state, c.unit);
}
std::string say_of(const State& state, const JoinPursuit& c) {
  return named(state, c.unit) + " joins the pursuit of " + named(state, c.routers);
}
std::string say_of(const State& state, const WheelIn& c) {
  return "wheel " + name_of(state, {c.unit, c.lochos}) + " into " + name_of(state, {c.target, c.target_lochos});
}

std::string say_of(const State& state, const UseEpilektoi& c) {
  return "the epilektoi of " + name_of(state, {c.unit, c.lochos}) + (c.by > 0 ? " add 1 to the roll" : " take 1 off the roll");
}

std::string tell_of(const State& state, const LochosFought& e) {
  const auto unit = state.units.find(e.lochos.unit);
  if (unit == state.units.end()) return {};
  if (is_action(state.at.phase) || state.at.phase == Phase::Katastrophe) return {};  // told with the fight, the check, the flight
  if (e.fate == Fate::Routing && lochos_at(state, e.lochos).fate != Fate::Routing) return name_of(state, e.lochos) + " is broken";
  return {};
}
std::string tell_of(const State&, const TaxisFought&) { return {}; }
std::string tell_of(const State&, const ChargeRolled&) { return {}; }  // told with its throw
std::string tell_of(const State&, const ChargeDeclared& e) {
  std::string text = e.unit.text + " charges";
  for (std::size_t i = 0; i < e.targets.size(); ++i) text += (i == 0 ? " at " : ", ") + e.targets[i].text;
  return text;
}
namespace {

/// The lochoi of a unit that touch that enemy unit as this contact does, from the right.
std::vector<LochosRef> touching_alike(const State& state, const ContactMade& e) {
  std::vector<LochosRef> out;
  const auto unit = state.units.find(e.lochos.unit);
  if (unit == state.units.end()) return out;
  for (std::size_t i = 0; i < unit->second.lochoi.size(); ++i)
    for (const Contact& contact : unit->second.lochoi[i].fight.contacts)
      if (contact.foe.unit == e.contact.foe.unit && contact.on == e.contact.on && contact.othismos == e.contact.othismos)
        out.push_back({e.lochos.unit, static_cast<int>(i)});
  return out;
}

}  // namespace

std::string tell_of(const State& state, const ContactMade& e) {
  if (e.contact.on == Strikes::Front && e.contact.foe < e.lochos) return {};  // told once
  const std::vector<LochosRef> alike = touching_alike(state, e);
  if (!alike.empty() && alike.front() != e.lochos) return {};  // so are others of them: told once
  return e.contact.foe.unit.text + " is in contact with " + e.lochos.unit.text + ", " + text_of(e.contact.on);
}
std::string tell_of(const State& state, const ContactEnded& e) {
  if (state.at.phase != Phase::Epidromos) return {};  // a fight or a flight that is told parts them
  return name_of(state, e.one) + " and " + name_of(state, e.other) + " part";
}
/// The result first, then how: of a long line the end is cut off.
std::string tell_of(const State& state, const MeleeFought& e) {
  const bool second = !e.losers.empty() && e.losers.front() == e.first.lochos;
  const MeleeShare& winner = second ? e.second : e.first;
  const MeleeShare& other = second ? e.first : e.second;
  const std::string kind = e.othismos ? "othismos" : "epidromos";
  const std::string struck = e.on == Strikes::Front ? std::string() : ", struck on the " + text_of(e.on);
  if (e.losers.size() != 1) {
    const std::string what = e.result == MeleeResult::BothDisarrayed ? "both disarrayed" : e.losers.empty() ? "no effect" : "both broken";
    return what + " in " + kind + ", " + name_of(state, winner.lochos) + " and " + name_of(state, other.lochos) + struck + ": " +
           blow_text(winner) + "; back " + blow_text(other);
  }
  return name_of(state, other.lochos) + " " + result_text(e.result) + " by " + name_of(state, winner.lochos) + " in " + kind + struck +
         ": " + blow_text(winner) + "; back " + blow_text(other);
}
std::string tell_of(const State&, const MeleesClosed&) { return {}; }
std::string tell_of(const State& state, const FlightKept& e) {
  if (e.flight.moves > 0) return {};
  return name_of(state, e.flight.unit, e.flight.lochoi) + " " + e.what +
         (e.flight.foe.empty() ? std::string() : (e.flight.mode == Mode::Pursue ? " " : " from ") + e.flight.foe.text);
}
std::string tell_of(const State&, const FlightOver& e) {
  // The loss, the recovery, the contact or the next flight is told itself, and by whom of it.
  if (e.how == "gone" || e.how == "halts and recovers" || e.how == "is struck" || e.rule.empty()) return {};
  return e.how.empty() ? std::string() : e.unit.text + " " + e.how;
}
std::string tell_of(const State& state, const DeadLaid& e) { return "a counter for the honoured dead of " + name_of(state, e.lochos); }
std::string tell_of(const State& state, const HamippoiLost& e) {
  return "the hamippoi of " + name_of(state, e.lochos) + " scatter: it " + e.why;
}
std::string tell_of(const State&, const HomeRouted& e) {
  return "the home city's first taxis of " + std::string(name_of(e.side)) + " routs";
}
std::string tell_of(const State& state, const EpilektoiDeclared& e) {
  return "the epilektoi of " + name_of(state, e.lochos) + (e.by > 0 ? " add 1 to the roll" : " take 1 off the roll");
}
std::string tell_of(const State&, const EpilektoiSpent&) { return {}; }
std::string tell_of(const State& state, const BelosReacted& e) {
  const std::string missiles = " under the missiles of " + e.by.text;
  if (e.code == BelosCode::Formation) {  // closes up for it, or is in close files; who has none, or is disarrayed, stays as he is
    const auto unit = state.units.find(e.unit);
    const bool close = unit != state.units.end() && (unit->second.arrangement == Arrangement::CF ||
                                                     (card_of(state, unit->second).mov_cf && !without_runners(state, e.unit).disarrayed()));
    return e.unit.text + (close ? " is in close files" : " maintains") + missiles;
  }
  return (e.lochos >= 0 ? name_of(state, {e.unit, e.lochos}) : e.unit.text) + " " + text_of(e.code) + missiles;
}

}  // namespace polemarch::hoplomachia
