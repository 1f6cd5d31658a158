/// Shots and hand-to-hand. Rules HC-SHO-01, HC-VIS-01, HC-HTH-01, HC-AMB-28, 42.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

UnitId followed_by(const State& state, const FollowUp& command) {
  if (!command.target.empty()) return command.target;
  const std::vector<UnitId> foes = may_follow(state, command.unit);
  return foes.empty() ? UnitId{} : foes.front();
}

PlayersWord word_of(const Shoot& command) { return {command.obscured, command.seen, command.short_range, command.extreme}; }

Verdict judge_shoot(const State& state, Viewer by, const Shoot& command, Looks* looks) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  if (state.phase != Phase::Shooting) return wrong_phase(state, "units shoot in the shooting step", "HC-SHO-01");
  if (unit.side != state.active) return refuse("HC-SHO-01", "units shoot in their own side's turn");
  if (in_combat(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const auto& shot = unit.turn.faces_shot;
  if (in_buildings(state, unit) && unit.profile.size == Size::Tiny && (unit.turn.shot || !shot.empty()))
    return refuse("HC-AMB-56", "tiny: one die in all, whatever the faces; it shot already");
  if (unit.turn.shot) return refuse("HC-SHO-01", "it shot already");
  std::optional<Verdict> unclear;
  if (shoots_by_face(state, unit)) {
    const Condition fresh = looked_at({body_of(unit), body_of(unit_at(state, command.target))}, [&](const Bodies& b) {
      return std::find(shot.begin(), shot.end(), quarter_facing(b[0], b[1])) == shot.end();
    });
    Verdict verdict{fresh.ruling(), Refusal::ByRule, {{"HC-SHO-T3", "this face shot already", {}, {}, {}, {}}}};
    verdict = settled(state, verdict, unit.side);
    if (verdict.ruling == Ruling::Refused) return verdict;
    if (verdict.ruling == Ruling::TooCloseToCall) unclear = verdict;
  }
  Verdict verdict = judge_shot(state, command.unit, command.target, ShotKind::Shooting, word_of(command), looks);
  if (!unclear || !verdict.allowed()) return verdict;
  unclear->reasons.insert(unclear->reasons.end(), verdict.reasons.begin(), verdict.reasons.end());
  return *unclear;
}

namespace {

/// Who was charged this turn has not begun to fight.
bool fights_since_earlier(const Unit& unit) {
  return std::any_of(unit.contacts.begin(), unit.contacts.end(), [](const Contact& c) { return !c.fresh; });
}

/// Did it fire such shots at the target? Traversing and closing shots are a right each, noted in one list; closing shots are noted by the
/// edge that fired them, too, which has its own limit.
bool fired_already(const State& state, const UnitId& id, const UnitId& target, ShotKind kind) {
  const TurnFlags& turn = unit_at(state, id).turn;
  const TurnFlags& mover = unit_at(state, target).turn;
  const auto among = [](const std::vector<UnitId>& units, const UnitId& one) {
    return std::find(units.begin(), units.end(), one) != units.end();
  };
  if (!among(turn.reaction_shots, target)) return false;
  const bool all_closing = turn.reaction_shots.size() == turn.closing_shots.size();
  if (kind == ShotKind::Traversing) return !all_closing;
  if (all_closing) return true;
  return turn.closing_shots.empty() && !among(mover.crossed, id) && !among(mover.maybe_crossed, id);
}

std::optional<Verdict> reaction_problem(const State& state, Viewer by, const UnitId& unit, const UnitId& target, ShotKind kind) {
  if (auto problem = not_ready(state, by, unit)) return problem;
  const bool closing = kind == ShotKind::Closing;
  if (state.phase != Phase::Orders && state.phase != Phase::Initiative && !(closing && state.phase == Phase::HandToHand))
    return wrong_phase(state, closing ? "closing shots answer a charge" : "traversing shots answer a move, before the shooting",
                       closing ? "HC-SHO-08" : "HC-SHO-09");
  if (fired_already(state, unit, target, kind)) return refuse("HC-SHO-08", "it fired at " + target.text + " already");
  if (unit_at(state, target).turn.fought) return refuse("HC-HTH-17", "the fighting is done");
  return std::nullopt;
}

Verdict judge_closing(const State& state, Viewer by, const ClosingShot& command) {
  if (auto problem = reaction_problem(state, by, command.unit, command.target, ShotKind::Closing)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const Unit& charger = unit_at(state, command.target);
  const bool touched = std::any_of(unit.contacts.begin(), unit.contacts.end(), [&](const Contact& c) { return c.foe == command.target; });
  if (fights_since_earlier(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  if (!unit.profile.can_closing_shot) return refuse("HC-SHO-08", "its roster gives it no closing shots");
  if (!charger.turn.charged || !touched) return refuse("HC-SHO-08", command.target.text + " did not charge it this turn");
  if (unit.turn.charged) return refuse("HC-SHO-08", "the unit charged fires, not the charger");
  const auto& fired = unit.turn.closing_shots;
  const bool by_face = shoots_by_face(state, unit);
  const Facing edge = edge_charged(unit, command.target);
  if (by_face ? std::find(fired.begin(), fired.end(), edge) != fired.end() : !fired.empty())
    return refuse("HC-CFG-T1", by_face ? "this face fired closing shots already" : "it fires closing shots once a turn; it fired them");
  return judge_shot(state, command.unit, command.target, ShotKind::Closing);
}

Verdict judge_traversing(const State& state, Viewer by, const TraversingShot& command) {
  if (auto problem = reaction_problem(state, by, command.unit, command.target, ShotKind::Traversing)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  const TurnFlags& turn = unit_at(state, command.target).turn;
  if (fights_since_earlier(unit)) return refuse("HC-CFG-04", "it is fighting hand-to-hand");
  const auto among = [&](const std::vector<UnitId>& units) { return std::find(units.begin(), units.end(), command.unit) != units.end(); };
  if (!unit.profile.can_traversing_shot) return refuse("HC-SHO-09", "its roster gives it no traversing shots");
  if (!among(turn.crossed) && !among(turn.maybe_crossed)) return refuse("HC-SHO-09", command.target.text + " did not cross its front");
  const Verdict shot = judge_shot(state, command.unit, command.target, ShotKind::Traversing);
  if (among(turn.crossed) || !shot.allowed()) return shot;
  Verdict crossing{
      Ruling::TooCloseToCall, Refusal::ByRule, {{"HC-SHO-09", "did " + command.target.text + " cross its front?", {}, {}, {}, {}}}};
  crossing.reasons.insert(crossing.reasons.end(), shot.reasons.begin(), shot.reasons.end());
  return settled(state, std::move(crossing), unit.side);
}

Verdict judge_fight(const State& state, const FightCombat& command) {
  if (auto open = question_open(state)) return *open;
  if (state.phase != Phase::HandToHand) return wrong_phase(state, "combats are fought in the hand-to-hand step", "HC-SEQ-03");
  if (unit_at(state, command.unit).turn.fought) return refuse("HC-HTH-01", "this combat was fought this turn");
  // Both sides fight, whoever says so (HC-SEQ-02).
  std::vector<Reason> lines;
  Doubts doubts;
  const auto meet = [&](const Doubts& met) {
    doubts.open.insert(doubts.open.end(), met.open.begin(), met.open.end());
    doubts.settled.insert(doubts.settled.end(), met.settled.begin(), met.settled.end());
  };
  for (const UnitId& id : combat_of(state, command.unit)) {
    for (const AttackPlan& plan : attacks_of(state, id)) {
      lines.push_back({"HC-HTH-T1",
                       id.text + " against " + plan.attack.foe.text + ": " + std::to_string(plan.attack.dice) +
                           (plan.attack.dice == 1 ? " die" : " dice"),
                       static_cast<double>(plan.attack.dice),
                       {},
                       {},
                       {}});
      lines.insert(lines.end(), plan.hit_lines.begin(), plan.hit_lines.end());
      meet(plan.doubts);
      meet(plan_save(state, plan.attack.foe, id, {}).doubts);
    }
    std::string supports;
    const std::vector<UnitId> supporters = supports_of(state, id, &doubts);
    for (const UnitId& supporter : supporters) supports += (supports.empty() ? " is supported by " : ", ") + supporter.text;
    if (!supports.empty()) lines.push_back({"HC-CFG-T1", id.text + supports, static_cast<double>(supporters.size()), {}, {}, {}});
  }
  return with_doubts(allow(std::move(lines)), doubts);
}

Verdict judge_follow_up(const State& state, Viewer by, const FollowUp& command) {
  if (auto problem = not_ready(state, by, command.unit)) return *problem;
  const Unit& unit = unit_at(state, command.unit);
  if (move_row(unit.profile, unit.formation, state.config).distance.um == 0) return refuse("HC-AMB-36", "this artillery does not move");
  const UnitId foe = followed_by(state, command);
  const auto stands = follow_up_stands(state, command.unit, foe);
  if (!stands) return refuse("HC-CFG-T1", "it cannot reach " + foe.text);
  return judge_standing(state, command.unit, *stands, foe);
}

}  // namespace

Verdict judge_fighting(const State& state, Viewer by, const Command& command) {
  return std::visit(Overloaded{[&](const Shoot& c) { return judge_shoot(state, by, c, nullptr); },
                               [&](const ClosingShot& c) { return judge_closing(state, by, c); },
                               [&](const TraversingShot& c) { return judge_traversing(state, by, c); },
                               [&](const FightCombat& c) { return judge_fight(state, c); },
                               [&](const FollowUp& c) { return judge_follow_up(state, by, c); },
                               [](const auto&) { return impossible("not a command of the fighting"); }},
                    command);
}

}  // namespace polemarch::hail_caesar
