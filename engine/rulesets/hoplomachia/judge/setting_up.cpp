/// Deployment and the end of the battle.
#include <algorithm>

#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::impossible;
using engine::refuse;

Verdict judge_of(const State& state, Viewer by, const PlaceStrategos& c) {
  if (auto problem = busy(state)) return *problem;
  const auto who = state.strategoi.find(c.strategos);
  if (who == state.strategoi.end()) return impossible("there is no strategos " + c.strategos);
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (unit.side != who->second.side) return impossible(c.strategos + " is of the other side");
  if (c.lochos < 0 || static_cast<std::size_t>(c.lochos) >= unit.lochoi.size())
    return impossible(c.unit.text + " has " + std::to_string(unit.lochoi.size()) + " lochoi, counted from the right from 0");
  if (state.at.phase != Phase::Deployment) return refuse("HM-STRAT-14", "strategoi are placed at deployment");
  const bool early = state.battle.epoch <= 3;
  const bool hoplites = unit.troop == TroopClass::Hoplite;
  const bool other_kind = unit.troop == TroopClass::Hippeis || (unit.troop == TroopClass::Peltaste && card_of(state, unit).disciplined());
  if (!hoplites && !unit.core && early) return refuse("HM-STRAT-12", "to the Alkibiadean epoch a strategos stands in a hoplite lochos");
  if (!hoplites && !unit.core && !other_kind) return refuse("HM-STRAT-13", "he may stand in hoplites, an ile or a lochos of peltastes");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Ready&) {
  if (auto problem = busy(state)) return *problem;
  const auto side = side_of(by);
  if (!side) return impossible("say which side is ready");
  if (state.at.phase != Phase::Deployment) return impossible("the battle has begun");
  if (state.armies[*side].ready) return impossible("it is ready already");
  for (const auto& [id, unit] : state.units)
    if (unit.side == *side && !unit.on_table() && !unit.hidden) return refuse("HM-PRE-01", id.text + " is not on the table yet");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Reveal& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (!taxis_at(state, c.unit).hidden) return impossible(c.unit.text + " is not hidden");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Hide& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (state.at.phase != Phase::Deployment) return impossible("units are hidden at deployment", "HM-GEN-18");
  for (const engine::PlacedBase& placed : c.poses)
    if (std::none_of(unit.lochoi.begin(), unit.lochoi.end(), [&](const Lochos& lochos) {
          return std::any_of(lochos.stands.begin(), lochos.stands.end(), [&](const Stand& s) { return s.base == placed.base; });
        }))
      return impossible("there is no base " + placed.base.text + " in " + c.unit.text);
  std::size_t stands = 0;
  for (const Lochos& lochos : unit.lochoi) stands += lochos.stands.size();
  if (c.poses.size() != stands) return impossible("say where every stand lies: \"poses\"");
  if (unit.on_table()) return impossible(c.unit.text + " stands in the open already");
  if (state.battle.start != StartType::Ambush || state.battle.invader == unit.side)
    return refuse("HM-GEN-18", "only the Defender of an Ambush hides units");
  int hidden = 1, all = 0;
  for (const auto& [id, mine] : state.units)
    if (mine.side == unit.side) ++all, hidden += mine.hidden && id != c.unit ? 1 : 0;
  if (2 * hidden > all) return refuse("HM-GEN-18", "half of the units may be hidden", hidden, all / 2, "units");
  const Length beyond = zone_of(state) + state.battle.metaichmion;
  for (const engine::PlacedBase& placed : c.poses) {
    const Length x = placed.at.pose.x, y = placed.at.pose.y;
    if (x < Length{} || x > state.width || y < Length{} || y > state.depth)
      return refuse("HM-GEN-18", placed.base.text + " does not lie on the table");
    const Length from_home = unit.side == Side::A ? placed.at.pose.y : state.depth - placed.at.pose.y;
    if (from_home > beyond) return refuse("HM-GEN-18", placed.base.text + " lies in the enemy's zone");
  }
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Speak& c) {
  if (auto problem = busy(state)) return *problem;
  const auto who = state.strategoi.find(c.strategos);
  if (who == state.strategoi.end()) return impossible("there is no strategos " + c.strategos);
  if (!engine::may_answer(by, viewer_of(who->second.side))) return impossible(c.strategos + " is not yours");
  if (who->second.rhetoria_done) return impossible(c.strategos + " has spoken", "HM-PAR-13");
  if (!may_rhetoria(state, who->second)) return refuse("HM-PAR-13", c.strategos + " may not speak");
  if (!may_speak_now(state, who->second.side))
    return refuse("HM-PAR-15", "he speaks after Muster, when the army has deployed and not moved for a turn");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const TryGate& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (!is_action(state.at.phase)) return impossible("the gate is tried in the Action phases", "HM-BATT-D5");
  const std::string gate = gate_at(state, c.unit);
  if (gate.empty()) return impossible(c.unit.text + " is at no gate", "HM-BATT-D6");
  if (state.battle.invader != taxis_at(state, c.unit).side) return refuse("HM-BATT-D5", "the Invader tries the gate");
  const auto door = state.gates.find(gate);
  if (door != state.gates.end() && !door->second) return refuse("HM-BATT-D6", "the door is shut in this turn");
  if (door == state.gates.end() && state.armies[other(*state.battle.invader)].gate_used != state.at.turn)
    return refuse("HM-BATT-D5", "no Defender has used the gate in this turn");
  return allow();
}

namespace {

/// Terrain is laid and signals are written down before the first turn, whatever is asked meanwhile.
std::optional<Verdict> battle_has_begun(const State& state) {
  if (state.at.phase == Phase::PreGame || state.at.phase == Phase::Deployment) return std::nullopt;
  return impossible("the battle has begun");
}

}  // namespace

Verdict judge_of(const State& state, Viewer by, const WriteSignal& c) {
  const auto side = side_of(by);
  if (!side) return impossible("say which side writes its signal down");
  if (!state.options.unit_signal) return refuse("HM-OPT4-01", "that is optional rule 4, which is not in use");
  if (auto problem = battle_has_begun(state)) return *problem;
  if (state.battle.start == StartType::Ambush && state.battle.invader == side)
    return refuse("HM-OPT4-01", "in an Ambush the ambushers alone write a signal down");
  if (c.order == OrderType::ReleaseEkdromoi || c.order == OrderType::RecallEkdromoi)
    return refuse("HM-OPT4-02", "it is one of the eight usual signals");
  if (c.units.empty()) return impossible("say to which units it speaks: \"units\"");
  for (const UnitId& id : c.units)
    if (auto problem = not_his(state, by, id)) return *problem;
  if (state.armies[*side].unit_signal) return refuse("HM-OPT4-01", "one signal is written down already");
  return allow();
}

Verdict judge_of(const State& state, Viewer, const LayTerrain& c) {
  if (auto problem = battle_has_begun(state)) return *problem;
  if (c.id.empty()) return impossible("name the piece: \"id\"");
  if (kind_named(state, c.kind) == nullptr) {
    std::string known;
    for (const TerrainKind& kind : state.charts.terrain) known += (known.empty() ? "" : ", ") + kind.kind;
    return impossible("there is no terrain " + c.kind + "; there are " + known);
  }
  if (c.outline.size() < 3) return impossible("say where it lies: \"outline\" with three points or more");
  for (const Point& p : c.outline)
    if (p.x < Length{} || p.y < Length{} || p.x > state.width || p.y > state.depth) return impossible(c.id + " would lie beyond the table");
  return allow();
}

Verdict judge_of(const State& state, Viewer, const ClearTerrain& c) {
  if (auto problem = battle_has_begun(state)) return *problem;
  for (const Terrain& piece : state.terrain)
    if (piece.id == c.id) return allow();
  return impossible("there is no terrain " + c.id);
}

Verdict judge_of(const State& state, Viewer by, const Concede& c) {
  if (state.at.phase == Phase::Ended) return impossible("the battle is over");
  if (!side_of(by)) return impossible("say which side concedes");
  if (!c.confirm) return impossible("confirm it: \"confirm\":true");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const EndBattle& c) {
  if (auto problem = busy(state)) return *problem;
  if (!c.confirm) return impossible("confirm it: \"confirm\":true");
  if (c.why == "time") {
    if (by == Viewer::A || by == Viewer::B) return impossible("time is called by both sides or the umpire", "HM-NIKE-08");
    return allow();
  }
  const auto side = side_of(by);
  if (!side) return impossible("say which side");
  if (c.why == "unwilling") {
    if (state.armies[*side].willing_to_end) return impossible("it said so already");
    return allow();
  }
  if (c.why == "fulfilled") {
    if (state.armies[*side].arete <= 0) return refuse("HM-NIKE-04", "its arete is not above zero", state.armies[*side].arete, 0, "points");
    return allow();
  }
  return impossible("why is \"unwilling\", \"time\" or \"fulfilled\"");
}

}  // namespace polemarch::hoplomachia
