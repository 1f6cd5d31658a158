/// Rights to interrupt that are open now.
#include <algorithm>

#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/show/offering.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

std::vector<Window> Rules::windows(const State& state, Viewer) {
  std::vector<Window> windows;
  if (!state.agenda.open_waits().empty()) return windows;
  if (state.last_test && state.phase == Phase::Orders) {
    const UnitId commander = army_commander(state, state.active);
    if (!commander.empty() && judge(state, Viewer::Umpire, Reroll{commander}).allowed())
      windows.push_back({"reroll", viewer_of(state.active), "HC-ORD-19", "have the order dice rolled again",
                         "the next order, or a move of the ordered unit"});
  }
  for (const auto& [id, unit] : state.units) {
    if (!unit.in_play()) continue;
    for (const Contact& contact : unit.contacts)
      if (unit.profile.can_closing_shot && judge(state, viewer_of(unit.side), ClosingShot{id, contact.foe}).allowed())
        windows.push_back({"closing:" + id.text, viewer_of(unit.side), "HC-SHO-08",
                           "have " + id.text + " fire closing shots at " + contact.foe.text, "the fighting dice of this combat"});
    if (!chargers_of(state, id).empty()) {
      const Viewer owner = viewer_of(unit.side);
      std::vector<Offer<Command>> rights;
      response_offers(state, owner, id, rights);
      if (std::any_of(rights.begin(), rights.end(), [](const Offer<Command>& right) {
            return right.verdict.allowed() && std::holds_alternative<EvadeCharge>(right.command);
          }))
        windows.push_back({"evade:" + id.text, owner, "HC-CFG-T1", "have " + id.text + " evade", "the end of this step"});
      if (judge(state, owner, CounterCharge{id}).allowed())
        windows.push_back({"countercharge:" + id.text, owner, "HC-CFG-T1", "have " + id.text + " countercharge", "the end of this step"});
    }
    for (const UnitId& foe : unit.turn.crossed)
      if (state.units.at(foe).in_play() && judge(state, viewer_of(state.units.at(foe).side), TraversingShot{foe, id}).allowed())
        windows.push_back({"traversing:" + foe.text + ":" + id.text, viewer_of(state.units.at(foe).side), "HC-SHO-09",
                           "have " + foe.text + " fire traversing shots at " + id.text, "the shooting step"});
  }
  for (const auto& [winner, loser] : state.may_follow)
    if (judge(state, viewer_of(state.units.at(winner).side), FollowUp{winner, {}}).allowed())
      windows.push_back({"follow_up:" + winner.text, viewer_of(state.units.at(winner).side), "HC-CFG-T1",
                         "have " + winner.text + " follow " + loser.text, "the end of the hand-to-hand step"});
  return windows;
}

}  // namespace polemarch::hail_caesar
