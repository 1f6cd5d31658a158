/// Marches, approaches and who comes next.
#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/entering.hpp"
#include "engine/rulesets/hoplomachia/topics/idling.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::impossible;
using engine::refuse;

Verdict judge_of(const Facts& facts, Viewer by, const MoveUnit& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (c.legs.empty() && c.poses.empty()) return impossible("say how it moves, or put its stands where they go");
  if (auto problem = not_its_turn(facts, c.unit, Phase::Marches)) return *problem;
  const Course course = course_of(state, c);
  Verdict verdict = may_move(state, c, course);
  if (!verdict.allowed()) return verdict;
  const Taxis unit = body_of(state, c.unit);
  if (const auto most = allowance(state, unit, course.arrangement))
    verdict.reasons.push_back(
        {"HM-MOVE-01", "moves in this turn", (unit.turn.moved + course.cost).inches(), most->inches(), "in", sd_in_inches(course)});
  if (const auto& qualifier = card_of(state, unit).disarray_qualifier; qualifier && !course.crossed.empty()) {
    std::set<std::string> crossed = unit.turn.crossed;
    if (const auto fresh = course.crossed.find(c.unit); fresh != course.crossed.end())
      crossed.insert(fresh->second.begin(), fresh->second.end());
    verdict.reasons.push_back({"HM-DIS-07",
                               "disarray of the ground it crosses",
                               static_cast<double>(disarray_sum(state, crossed)),
                               static_cast<double>(*qualifier),
                               "points",
                               {}});
  }
  if (course.wheeled.mdeg != 0)
    if (const auto limit = wheel_limit(card_of(state, unit), course.arrangement))
      verdict.reasons.push_back({"HM-MAN-T1", "wheels in order", course.wheeled.deg(), limit->deg(), "degrees", {}});
  return verdict;
}

Verdict judge_of(const Facts& facts, Viewer by, const StandStill& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (!is_action(state.at.phase)) return impossible("units act in the Action phases");
  if (auto problem = not_its_turn(facts, c.unit, state.at.phase)) return *problem;
  return may_do_nothing(facts, c.unit);
}

Verdict judge_of(const Facts& facts, Viewer by, const StandAll&) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (!is_action(state.at.phase)) return impossible("units act in the Action phases");
  const auto& next = facts.next();
  if (!next) return impossible("nobody is left to act in this phase");
  if (!engine::may_answer(by, viewer_of(taxis_at(state, *next).side)))
    return refuse("HM-ASEQ-09", next->text + " comes first in the arete sequence");
  return may_do_nothing(facts, *next);
}

Verdict judge_of(const Facts& facts, Viewer by, const Enter& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (unit.on_table() && entry_of(state, c).lochoi.empty()) return impossible(c.unit.text + " is on the table already");
  if (unit.hidden) return impossible(c.unit.text + " lies in ambush");
  if (state.at.phase != Phase::Marches)
    return impossible("units come on in the " + std::string(name_of(Phase::Marches)) + " phase", "HM-SEQ-11");
  if (state.at.acted.contains(c.unit)) return refuse("HM-ASEQ-09", c.unit.text + " has acted in this phase");
  const Verdict verdict = may_enter(state, c);
  if (!verdict.allowed()) return verdict;
  if (const auto& next = facts.next(); next && *next != c.unit)
    return refuse("HM-ASEQ-09", next->text + " comes first in the arete sequence");
  return verdict;
}

Verdict judge_of(const Facts& facts, Viewer by, const CallUnit& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (!state.units.contains(c.unit)) return impossible("there is no unit " + c.unit.text);
  if (!is_action(state.at.phase)) return impossible("units act in the Action phases");
  if (!engine::may_answer(by, viewer_of(state.at.precedence)))
    return refuse("HM-ASEQ-08", "the player with precedence rules on the order of units");
  if (!facts.able(c.unit)) return impossible(c.unit.text + " has nothing to do in this phase");
  if (facts.next() == c.unit) return impossible(c.unit.text + " is next already");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Arrange& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (!unit.on_table()) return impossible(c.unit.text + " is not on the table");
  if (unit.arrangement == c.to) return impossible(c.unit.text + " is in " + std::string(name_of(c.to)) + " already");
  if (!unit.on_table()) return impossible(c.unit.text + " is not on the table");
  return may_arrange(state, c.unit, c.to, c.read);
}

}  // namespace polemarch::hoplomachia
