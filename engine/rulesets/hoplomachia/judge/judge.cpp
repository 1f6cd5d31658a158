#include "engine/rulesets/hoplomachia/judge/judge.hpp"

#include "engine/core/unfold.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::impossible;
using engine::refuse;

engine::Verdict Rules::judge(const State& state, Viewer by, const Command& command) { return judge_with(Facts(state), by, command); }
Verdict judge_with(const Facts& facts, Viewer by, const Command& command) {
  return std::visit(
      [&](const auto& c) {
        if constexpr (requires { judge_of(facts, by, c); }) {
          return judge_of(facts, by, c);
        } else {
          return judge_of(facts.state(), by, c);
        }
      },
      command);
}

std::optional<Side> side_of(Viewer by) {
  if (by == Viewer::A) return Side::A;
  if (by == Viewer::B) return Side::B;
  return std::nullopt;
}

std::optional<Verdict> not_his(const State& state, Viewer by, const UnitId& unit) {
  if (unit.empty()) return impossible("name the unit");
  const auto at = state.units.find(unit);
  if (at == state.units.end()) return impossible("there is no unit " + unit.text);
  if (!engine::may_answer(by, viewer_of(at->second.side))) return impossible(unit.text + " is not yours");
  return std::nullopt;
}

std::optional<Verdict> busy(const State& state) {
  if (state.at.phase == Phase::Ended) return impossible("the battle is over");
  if (!state.agenda.open_waits().empty()) return impossible("a question is open: answer it first");
  return std::nullopt;
}

std::optional<Verdict> not_its_turn(const Facts& facts, const UnitId& id, Phase phase) {
  const State& state = facts.state();
  if (state.at.phase != phase)
    return impossible(
        "that is for the " + std::string(name_of(phase)) + " phase; this is the " + std::string(name_of(state.at.phase)) + " phase",
        "HM-SEQ-01");
  const Taxis& unit = taxis_at(state, id);
  if (!unit.on_table() && !unit.hidden && phase != Phase::Marches) return impossible(id.text + " is not on the table");
  if (state.at.reacted.contains(id)) return refuse("HM-ASEQ-12", id.text + " reacted in this phase");
  if (state.at.acted.contains(id)) return refuse("HM-ASEQ-09", id.text + " has acted in this phase");
  if (!facts.able(id)) return refuse("HM-ASEQ-09", id.text + " has nothing to do in this phase");
  const auto& next = facts.next();
  if (next && *next != id) return refuse("HM-ASEQ-09", next->text + " comes first in the arete sequence");
  return std::nullopt;
}

/// Where a unit may be set up, and whose turn it is to set one up (HM-DEPL, HM-GEN-14, 15).
Verdict may_deploy(const State& state, const UnitId& id, const std::vector<engine::PlacedBase>& poses) {
  const Taxis& unit = taxis_at(state, id);
  if (marches_on(state, unit.side)) return refuse("HM-GEN-19", "this side marches on from its edge");
  if (const auto side = to_deploy(state); side && *side != unit.side && !unit.on_table())
    return refuse("HM-DEPL-03", "the other side sets up its next unit first");
  const bool ambusher = state.battle.start == StartType::Ambush && state.battle.invader != unit.side;
  for (const engine::PlacedBase& placed : poses)
    if (!in_zone(state, unit.side, placed.at.pose.centre()) && !(ambusher && unit.hidden))
      return refuse("HM-DEPL-06", "base " + placed.base.text + " lies beyond the set-up zone");
  for (const Terrain& piece : state.terrain) {
    const TerrainKind* kind = kind_named(state, piece.kind);
    if (kind == nullptr || !kind->impassable) continue;
    for (const engine::PlacedBase& placed : poses)
      if (geometry::contains(geometry::outline_in_mm(piece.outline), geometry::vec(placed.at.pose.centre())))
        return refuse("HM-TER-02", placed.base.text + " would stand on " + piece.id);
  }
  const Taxis there = standing(unit, poses);
  for (const auto& [other_id, other_unit] : state.units) {
    if (other_id == id || !other_unit.on_table() || other_unit.hidden) continue;
    std::vector<geometry::Shape> mine;
    for (const Lochos& lochos : there.lochoi)
      for (const Stand& stand : lochos.stands) mine.push_back(geometry::placed(stand.footprint, stand.at));
    if (geometry::gap_between(mine, shapes_of(other_unit)).signed_gap.value < -3_mm)
      return refuse("HM-PEN-01", other_id.text + " stands there");
  }
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const engine::AnswerWait& c) { return engine::judge_answering(state.agenda, by, c); }

Verdict judge_of(const State& state, Viewer by, const engine::PlaceBases& c) {
  if (const engine::OwedPlacement* owed = engine::owed_by(state.agenda, c)) {
    if (!engine::may_answer(by, owed->who)) return impossible("that is not yours to place");
    return engine::judge_place(*owed, c, state.tolerance);
  }
  if (c.owed) return impossible("no such placement is owed");
  if (state.at.phase != Phase::Deployment) return impossible("nothing is owed there; units are set up before the battle");
  if (c.poses.empty()) return impossible("say where: \"poses\"");
  UnitId id = c.unit;
  for (const engine::PlacedBase& placed : c.poses) {
    UnitId owner;
    for (const auto& [key, unit] : state.units)
      for (const Lochos& lochos : unit.lochoi)
        for (const Stand& stand : lochos.stands)
          if (stand.base == placed.base) owner = key;
    if (owner.empty()) return impossible("there is no base " + placed.base.text);
    if (id.empty()) id = owner;
    if (id != owner) return impossible("base " + placed.base.text + " belongs to " + owner.text + ", not " + id.text);
  }
  if (auto problem = not_his(state, by, id)) return *problem;
  const Taxis& unit = taxis_at(state, id);
  if (state.armies[unit.side].ready) return refuse("HM-PRE-01", "the deployment of this side is done");
  for (const engine::PlacedBase& placed : c.poses) {
    const Point at = placed.at.pose.centre();
    if (at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth)
      return refuse("HM-GEN-15", "base " + placed.base.text + " would stand off the table");
  }
  return may_deploy(state, id, c.poses);
}

}  // namespace polemarch::hoplomachia
