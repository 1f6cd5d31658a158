/// What cannot be done whatever the players say: unknown or absent units, targets of the own side, bases nobody has. These come before
/// every refusal by the rules, so that what is overruled can always be carried out.
#include <algorithm>

#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

using Problem = std::optional<Verdict>;

Problem absent(const State& state, const UnitId& id) {
  if (id.empty()) return impossible("name the unit");
  const auto at = state.units.find(id);
  if (at == state.units.end()) return impossible("there is no unit " + id.text);
  if (!at->second.in_play() && state.phase != Phase::Deployment) return impossible(id.text + " is not on the table");
  return std::nullopt;
}

Problem absent_general(const State& state, const UnitId& id) {
  const auto at = state.generals.find(id);
  if (at == state.generals.end()) return impossible("there is no general " + id.text);
  if (!at->second.on_table && state.phase != Phase::Deployment) return impossible(id.text + " is not on the table");
  return std::nullopt;
}

Problem no_foe(const State& state, const UnitId& unit, const UnitId& target, const std::string& rule) {
  if (auto problem = absent(state, unit)) return problem;
  if (state.generals.contains(target)) return impossible("generals cannot be targeted", "HC-VIS-09");
  if (target.empty()) return impossible("name the target", rule);
  if (auto problem = absent(state, target)) return problem;
  if (unit_at(state, target).side == unit_at(state, unit).side) return impossible("that is a friend", rule);
  return std::nullopt;
}

Problem strange_bases(const Unit& unit, const UnitId& id, const std::vector<PlacedBase>& poses) {
  for (const PlacedBase& placed : poses)
    if (std::none_of(unit.stands.begin(), unit.stands.end(), [&](const Stand& s) { return s.base == placed.base; }))
      return impossible(id.text + " has no base " + placed.base.text);
  return std::nullopt;
}

/// A general who is to act beside a unit: named, or with it already.
Problem no_general_beside(const State& state, const UnitId& general, const UnitId& unit, const std::string& rule) {
  if (auto problem = absent(state, unit)) return problem;
  const UnitId who = general.empty() ? joined_general(state, unit) : general;
  if (who.empty()) return impossible("a general has to join " + unit.text + " first", rule);
  return absent_general(state, who);
}

Problem senseless_order(const State& state, const GiveOrder& c) {
  if (!c.unit.empty())
    if (auto problem = absent(state, c.unit)) return problem;
  const UnitId general = ordering_general(state, c);
  if (general.empty() && !c.unit.empty())
    return impossible(unit_at(state, c.unit).profile.division.empty() ? "it is of no division, and no army commander stands on the table"
                                                                      : "neither its division nor the army has a general on the table",
                      "HC-ORD-02");
  if (general.empty()) return impossible("name the general who gives the order");
  if (auto problem = absent_general(state, general)) return problem;
  if (c.unit.empty() && !c.division.empty() && !state.divisions.contains(division_key(general_at(state, general).side, c.division)))
    return impossible("there is no division " + c.division, "HC-ORD-03");
  if (!c.unit.empty() && unit_at(state, c.unit).side != general_at(state, general).side)
    return impossible(general.text + " does not order enemy units", "HC-ORD-02");
  return std::nullopt;
}

Problem senseless_move(const State& state, const MoveUnit& c) {
  if (auto problem = absent(state, c.unit)) return problem;
  if (auto problem = strange_bases(unit_at(state, c.unit), c.unit, c.poses)) return problem;
  if (!c.in.empty() && terrain_named(state, c.in) == nullptr) return impossible("there is no terrain " + c.in);
  if (c.to || !c.poses.empty() || !c.in.empty()) return std::nullopt;
  if (state.phase == Phase::Deployment) return impossible("deployment needs \"to\" or \"poses\"");
  if (!c.ahead && !c.turn && !c.formation) return where_to(state, c);
  return std::nullopt;
}

/// Evade and countercharge answer a charge of this turn.
Problem senseless_response(const State& state, const UnitId& id) {
  if (auto problem = absent(state, id)) return problem;
  if (chargers_of(state, id).empty()) return impossible("nobody charged " + id.text + " this turn", "HC-CFG-T1");
  return std::nullopt;
}

Problem senseless_follow(const State& state, const FollowUp& c) {
  if (auto problem = absent(state, c.unit)) return problem;
  const std::vector<UnitId> foes = may_follow(state, c.unit);
  if (foes.empty()) return impossible("no foe gave ground before it", "HC-CFG-T1");
  const UnitId foe = followed_by(state, c);
  if (std::find(foes.begin(), foes.end(), foe) == foes.end()) return impossible(foe.text + " gave no ground before it", "HC-CFG-T1");
  if (!unit_at(state, foe).in_play()) return impossible(foe.text + " is gone", "HC-CFG-T1");
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> senseless(const State& state, const Command& command) {
  return std::visit(Overloaded{[](const AnswerWait&) { return Problem{}; },
                               [](const PlaceBases&) { return Problem{}; },
                               [](const EndPhase&) { return Problem{}; },
                               [&](const DeployArmy& c) {
                                 if (state.phase != Phase::Deployment) return Problem{impossible("the armies are deployed")};
                                 if (all_deployed(state, c.side)) return Problem{impossible("everybody has a place")};
                                 return Problem{};
                               },
                               [](const EndBattle&) { return Problem{}; },
                               [&](const RallyUnit& c) {
                                 const bool beside = state.phase == Phase::Orders || (state.phase != Phase::Rally && !c.general.empty());
                                 if (beside) return no_general_beside(state, c.general, c.unit, "HC-ORD-09");
                                 return absent(state, c.unit);
                               },
                               [&](const MoveUnit& c) { return senseless_move(state, c); },
                               [&](const ChargeUnit& c) {
                                 if (auto problem = no_foe(state, c.unit, c.target, "HC-ORD-24")) return problem;
                                 return strange_bases(unit_at(state, c.unit), c.unit, c.poses);
                               },
                               [&](const EvadeCharge& c) {
                                 if (auto problem = senseless_response(state, c.unit)) return problem;
                                 return strange_bases(unit_at(state, c.unit), c.unit, c.poses);
                               },
                               [&](const CounterCharge& c) { return senseless_response(state, c.unit); },
                               [&](const GiveOrder& c) { return senseless_order(state, c); },
                               [&](const GeneralAdvance& c) {
                                 const UnitId general = c.general.empty() ? army_commander(state, state.active) : c.general;
                                 if (general.empty()) return Problem{impossible("there is no army commander", "HC-ORD-04")};
                                 return absent_general(state, general);
                               },
                               [&](const JoinUnit& c) {
                                 if (auto problem = absent_general(state, c.general)) return problem;
                                 return absent(state, c.unit);
                               },
                               [&](const FollowMe& c) { return no_general_beside(state, c.general, c.unit, "HC-ORD-11"); },
                               [&](const WhereIsYourCourage& c) { return no_general_beside(state, c.general, c.unit, "HC-ORD-10"); },
                               [&](const Reroll& c) {
                                 const UnitId who = c.general.empty() ? army_commander(state, state.active) : c.general;
                                 if (who.empty()) return Problem{impossible("there is no army commander", "HC-ORD-19")};
                                 if (auto problem = absent_general(state, who)) return problem;
                                 if (!state.last_test) return Problem{impossible("there is no order roll to repeat", "HC-ORD-19")};
                                 return Problem{};
                               },
                               [&](const MoveGeneral& c) { return absent_general(state, c.general); },
                               [&](const Shoot& c) { return no_foe(state, c.unit, c.target, "HC-SHO-01"); },
                               [&](const ClosingShot& c) { return no_foe(state, c.unit, c.target, "HC-SHO-08"); },
                               [&](const TraversingShot& c) { return no_foe(state, c.unit, c.target, "HC-SHO-09"); },
                               [&](const FightCombat& c) {
                                 if (auto problem = absent(state, c.unit)) return problem;
                                 if (!in_combat(unit_at(state, c.unit)))
                                   return Problem{impossible(c.unit.text + " is in no combat", "HC-HTH-01")};
                                 return Problem{};
                               },
                               [&](const FollowUp& c) { return senseless_follow(state, c); }},
                    command);
}

}  // namespace polemarch::hail_caesar
