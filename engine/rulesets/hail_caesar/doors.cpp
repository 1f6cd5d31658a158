/// The small doors: places, windows, invariants.
#include <algorithm>
#include <set>

#include "engine/rulesets/hail_caesar/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

std::vector<Place> Rules::places(const State& state) {
  std::vector<Place> places;
  for (const auto& [id, unit] : state.units)
    for (const Stand& stand : unit.stands) places.push_back({id, stand.base, unit.side, stand.footprint, stand.at.pose, {}, unit.on_table});
  for (const auto& [id, general] : state.generals)
    places.push_back({id, general.stand.base, general.side, general.stand.footprint, general.stand.at.pose, {}, general.on_table});
  return places;
}

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
        windows.push_back({"closing:" + id.text, viewer_of(unit.side), "HC-SHO-08", id.text + ": closing shots at " + contact.foe.text,
                           "the fighting dice of this combat"});
    for (const UnitId& foe : unit.turn.crossed)
      if (state.units.at(foe).in_play() && judge(state, viewer_of(state.units.at(foe).side), TraversingShot{foe, id}).allowed())
        windows.push_back({"traversing:" + foe.text + ":" + id.text, viewer_of(state.units.at(foe).side), "HC-SHO-09",
                           foe.text + ": traversing shots at " + id.text, "the shooting step"});
  }
  for (const auto& [winner, loser] : state.may_follow)
    if (judge(state, viewer_of(state.units.at(winner).side), FollowUp{winner}).allowed())
      windows.push_back({"follow_up:" + winner.text, viewer_of(state.units.at(winner).side), "HC-CFG-T1",
                         winner.text + " may follow " + loser.text, "the end of the hand-to-hand step"});
  return windows;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  std::set<BaseId> bases;
  for (const auto& [id, unit] : state.units) {
    if (unit.stands.empty()) return id.text + " has no bases";
    for (const Stand& stand : unit.stands)
      if (!bases.insert(stand.base).second) return "base " + stand.base.text + " is there twice";
    if (unit.profile.stamina < 1) return id.text + " has no stamina";
    if (unit.casualties < 0) return id.text + " has casualties below 0";
    if (unit.turn.moves_left < 0) return id.text + " has moves left below 0";
    if (!unit.in_play() && !unit.contacts.empty()) return id.text + " is gone and still in contact";
    for (const Contact& contact : unit.contacts) {
      const auto foe = state.units.find(contact.foe);
      if (foe == state.units.end()) return id.text + " touches an unknown unit";
      if (foe->second.side == unit.side) return id.text + " fights a friend";
      const auto& back = foe->second.contacts;
      if (std::none_of(back.begin(), back.end(), [&id = id](const Contact& c) { return c.foe == id; }))
        return id.text + " touches " + contact.foe.text + ", which does not touch it";
    }
  }
  for (const auto& [id, general] : state.generals) {
    if (!bases.insert(general.stand.base).second) return "base " + general.stand.base.text + " is there twice";
    if (!general.joined.empty() && !state.units.contains(general.joined)) return id.text + " is with an unknown unit";
  }
  for (const auto& [key, division] : state.divisions)
    if (!division.general.empty() && !state.generals.contains(division.general)) return "division " + key + " has an unknown general";
  for (const auto& lane : state.agenda.lanes)
    if (lane.stack.empty()) return "an empty lane";
  if (state.turn < 1) return "turn below 1";
  for (const auto& [winner, loser] : state.may_follow)
    if (!state.units.contains(winner) || !state.units.contains(loser)) return "an unknown unit may follow";
  if ((state.phase == Phase::Ended) != !state.winner.empty()) return "the winner and the end do not agree";
  return std::nullopt;
}

}  // namespace polemarch::hail_caesar
