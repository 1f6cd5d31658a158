/// Formation actions: the permit first, then what the topic says.
#include <algorithm>

#include "engine/rulesets/paean/judge/judge.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/shapes.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// The permit's verdict, unless the action itself cannot be or the rules forbid it too: its reasons come first.
template <class Ask>
Verdict action_verdict(const State& state, Viewer by, const UnitId& unit, Ask ask) {
  const Verdict may = judge_action(state, by, unit);
  if (!may.allowed() && !may.may_be_overruled()) return may;
  Verdict action = ask();
  if (action.allowed()) return may.allowed() ? action : may;
  return action;
}

/// A heroic action moves the formation, shoots with it or fights; it changes neither its shape nor its facing (PA-HER-05, 06, 08).
template <class Ask>
Verdict reshaping_verdict(const State& state, Viewer by, const UnitId& unit, Ask ask) {
  return action_verdict(state, by, unit, [&]() -> Verdict {
    Verdict verdict = ask();
    if (verdict.allowed() && state.turn.permit && state.turn.permit->source == Source::Heroic)
      return refuse("PA-HER-05", "a heroic action moves " + unit.text + ", shoots with it or fights");
    return verdict;
  });
}

}  // namespace

Verdict judge_one(const State& state, Viewer by, const MoveFormation& c) {
  return action_verdict(state, by, c.unit, [&]() -> Verdict {
    if (!c.ahead && c.legs.empty() && !c.to && c.poses.empty()) return impossible("say where: \"ahead_cm\", \"legs\", \"to\" or \"poses\"");
    const Formation& formation = formation_at(state, c.unit);
    for (const PlacedBase& placed : c.poses)
      if (std::find(formation.bases.begin(), formation.bases.end(), placed.base) == formation.bases.end())
        return impossible(c.unit.text + " has no base " + placed.base.text);
    if (!c.poses.empty() && c.poses.size() != formation.bases.size())
      return impossible("say where every base of " + c.unit.text + " stands");
    return judge_move(state, c.unit, plan_move(state, c));
  });
}
Verdict judge_one(const State& state, Viewer by, const AboutFace& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return about_faced(state, c.unit).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const ChangeFacing& c) {
  return reshaping_verdict(state, by, c.unit, [&] {
    const NewShape shape = facing_changed(state, c.unit, c.to);
    Verdict verdict = shape.verdict;
    if (verdict.allowed() && shape.unforms)
      verdict.reasons.push_back({"PA-FAC-04", "no room to reform: it becomes unformed", {}, {}, {}, {}});
    return verdict;
  });
}
Verdict judge_one(const State& state, Viewer by, const ChangeFormation& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return formed_wide(state, c.unit, c.files).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const Detach& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return may_detach(state, c.unit, c.bases); });
}
Verdict judge_one(const State& state, Viewer by, const FormUp& c) {
  return reshaping_verdict(state, by, c.unit, [&]() -> Verdict {
    const Formation& formation = formation_at(state, c.unit);
    for (const PlacedBase& placed : c.poses)
      if (std::find(formation.bases.begin(), formation.bases.end(), placed.base) == formation.bases.end())
        return impossible(c.unit.text + " has no base " + placed.base.text);
    return joined(state, c.unit, c.with, c.poses).verdict;
  });
}
Verdict judge_one(const State& state, Viewer by, const ContractFlank& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return contracted(state, c.unit, c.flank).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const ExpandFlank& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return expanded(state, c.unit, c.flank).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const GiveGround& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return ground_given(state, c.unit).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const Traverse& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return traversed(state, c.unit, c.to).verdict; });
}
Verdict judge_one(const State& state, Viewer by, const Reorder& c) {
  return reshaping_verdict(state, by, c.unit, [&] { return reordered(state, c.unit, c.bases).verdict; });
}

}  // namespace polemarch::paean
