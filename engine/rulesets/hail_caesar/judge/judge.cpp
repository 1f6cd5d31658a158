/// The judge door: who may speak, in which step; then each topic's own judgement.
#include "engine/rulesets/hail_caesar/judge/judge.hpp"

#include <algorithm>

#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

bool speaks_for(Viewer by, Side side) { return by == Viewer::Umpire || by == Viewer::Both || by == viewer_of(side); }

Verdict wrong_phase(const State& state, const std::string& text, const std::string& rule) {
  return refuse(rule, text + "; this is " + std::string(word_of(state.phase)));
}

std::optional<Verdict> question_open(const State& state) {
  const std::vector<Wait> open = state.agenda.open_waits();
  if (open.empty()) return std::nullopt;
  Wait asked = open.front();
  Showing::word(state, asked);
  return refuse("HC-SEQ-03", "answer first: " + asked.question);
}

std::optional<Verdict> not_ready(const State& state, Viewer by, const UnitId& id) {
  if (!speaks_for(by, unit_at(state, id).side)) return refuse("HC-SEQ-01", id.text + " is not " + std::string(name_of(by)) + "'s");
  return question_open(state);
}

std::optional<Verdict> general_not_ready(const State& state, Viewer by, const UnitId& id) {
  if (!speaks_for(by, general_at(state, id).side)) return refuse("HC-SEQ-01", id.text + " is not " + std::string(name_of(by)) + "'s");
  return question_open(state);
}

namespace {

/// How far from its ghost a unit driven back, or a general who joined, may be put by hand.
constexpr Length kNearGhost = 1_in;

/// Do the rules have a unit where others stand? The sheet says nothing of units in the way: the players agree where it goes (HC-CFG-04).
bool onto_others(const State& state, const OwedPlacement& owed) {
  if (!state.units.contains(owed.unit) || owed.poses.size() != owed.bases.size()) return false;
  std::vector<PlacedBase> ghost;
  for (std::size_t i = 0; i < owed.bases.size(); ++i) ghost.push_back({owed.bases[i], {owed.poses[i], {}}});
  return judge_standing(state, owed.unit, ghost, {}).ruling == Ruling::Refused;
}

Verdict judge_place_bases(const State& state, Viewer by, const PlaceBases& command) {
  for (const OwedPlacement& owed : state.agenda.owed)
    if ((command.owed && *command.owed == owed.id) || (!command.owed && command.unit == owed.unit)) {
      Verdict verdict = judge_place(owed, command, std::max(state.tolerance, kNearGhost));
      const bool agreed = by == Viewer::Both || by == Viewer::Umpire;
      if (verdict.allowed() || verdict.refusal == Refusal::Impossible || !agreed || !onto_others(state, owed)) return verdict;
      return judge_standing(state, owed.unit, command.poses, {});
    }
  if (command.owed) return impossible("no placement p" + std::to_string(*command.owed) + " is owed");
  const auto unit = state.units.find(command.unit);
  const auto general = state.generals.find(command.unit);
  if (unit == state.units.end() && general == state.generals.end()) return impossible("there is no unit " + command.unit.text);
  if (command.poses.empty()) return impossible("\"place\" needs \"poses\" for " + command.unit.text);
  const Side side = unit != state.units.end() ? unit->second.side : general->second.side;
  for (const PlacedBase& placed : command.poses) {
    bool known = general != state.generals.end() && general->second.stand.base == placed.base;
    if (unit != state.units.end())
      for (const Stand& stand : unit->second.stands) known = known || stand.base == placed.base;
    if (!known) return impossible(command.unit.text + " has no base " + placed.base.text);
  }
  if (!speaks_for(by, side)) return refuse("HC-SEQ-01", command.unit.text + " is not " + std::string(name_of(by)) + "'s");
  if (state.phase != Phase::Deployment) return refuse("", "nothing is owed for " + command.unit.text + ": use move, or amend to repair");
  if (unit == state.units.end()) return allow();
  return judge_standing(state, command.unit, command.poses, {});
}

Verdict judge_deploy_army(const State& state, Viewer by, const DeployArmy& command) {
  if (!speaks_for(by, command.side)) return refuse("HC-SEQ-01", "each side deploys its own army");
  if (suggested_deployment(state, command.side).empty()) return impossible("there is no room in line");
  return allow();
}

Verdict judge_end_phase(const State& state, Viewer by, const EndPhase& command) {
  if (state.phase == Phase::Ended) return impossible("the battle is over");
  if (command.first && state.phase != Phase::Deployment) return impossible("who begins is settled as the battle begins");
  if (auto open = question_open(state)) return *open;
  if (state.phase == Phase::Deployment) {
    for (const auto& [id, unit] : state.units)
      if (!unit.on_table) return refuse("HC-CFG-04", id.text + " has no place yet");
    for (const auto& [id, general] : state.generals)
      if (!general.on_table) return refuse("HC-CFG-04", id.text + " has no place yet");
    return allow();
  }
  if (!speaks_for(by, state.active)) return refuse("HC-SEQ-01", "it is " + std::string(name_of(state.active)) + "'s player turn");
  if (state.phase == Phase::HandToHand)
    for (const auto& [id, unit] : state.units)
      if (in_combat(unit) && !unit.turn.fought) return refuse("HC-HTH-01", "the combat of " + id.text + " is not fought yet");
  return allow();
}

}  // namespace

Verdict Rules::judge(const State& state, Viewer by, const Command& command) {
  if (auto problem = senseless(state, command)) return *problem;
  if (state.phase == Phase::Ended && !std::holds_alternative<PlaceBases>(command)) return refuse("HC-SEQ-01", "the battle is over");
  return std::visit(Overloaded{[&](const AnswerWait& answer) {
                                 Verdict problem;
                                 const std::vector<Wait> open = state.agenda.open_waits();
                                 const Wait* wait = wait_for(open, by, answer, problem);
                                 return wait == nullptr ? problem : judge_answer(*wait, by, answer.answer);
                               },
                               [&](const PlaceBases& place) { return judge_place_bases(state, by, place); },
                               [&](const EndPhase& end) { return judge_end_phase(state, by, end); },
                               [&](const DeployArmy& deploy) { return judge_deploy_army(state, by, deploy); },
                               [&](const MoveUnit& move) { return judge_move(state, by, move); },
                               [&](const ChargeUnit& charge) { return judge_charge(state, by, charge); },
                               [&](const EvadeCharge& evade) { return judge_evade(state, by, evade); },
                               [&](const CounterCharge& charge) { return judge_countercharge(state, by, charge); },
                               [&](const Shoot&) { return judge_fighting(state, by, command); },
                               [&](const ClosingShot&) { return judge_fighting(state, by, command); },
                               [&](const TraversingShot&) { return judge_fighting(state, by, command); },
                               [&](const FightCombat&) { return judge_fighting(state, by, command); },
                               [&](const FollowUp&) { return judge_fighting(state, by, command); },
                               [&](const EndBattle& end) {
                                 const bool may = by == Viewer::Umpire || by == Viewer::Both ||
                                                  (end.winner ? viewer_of(other(*end.winner)) == by : nobody_commands(state));
                                 return may ? allow() : refuse("HC-CFG-04", "both sides agree, or one concedes to the other");
                               },
                               [&](const auto&) { return judge_orders(state, by, command); }},
                    command);
}

}  // namespace polemarch::hail_caesar
