#include "engine/rulesets/hoplomachia/judge/judge.hpp"

#include "engine/core/unfold.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::impossible;
using engine::refuse;

engine::Verdict Rules::judge(const State& state, Viewer by, const Command& command) {
  return std::visit([&](const auto& c) { return judge_of(state, by, c); }, command);
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

std::optional<Verdict> not_its_turn(const State& state, const UnitId& id, Phase phase) {
  if (state.at.phase != phase)
    return impossible(
        "that is for the " + std::string(name_of(phase)) + " phase; this is the " + std::string(name_of(state.at.phase)) + " phase",
        "HM-SEQ-01");
  const Taxis& unit = taxis_at(state, id);
  if (!unit.on_table()) return impossible(id.text + " is not on the table");
  if (state.at.reacted.contains(id)) return refuse("HM-ASEQ-12", id.text + " reacted in this phase");
  if (state.at.acted.contains(id)) return refuse("HM-ASEQ-09", id.text + " has acted in this phase");
  if (!able_to_act(state, id)) return refuse("HM-ASEQ-09", id.text + " has nothing to do in this phase");
  const auto next = next_to_act(state);
  if (next && *next != id) return refuse("HM-ASEQ-09", next->text + " comes first in the arete sequence");
  return std::nullopt;
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
  return allow();
}

}  // namespace polemarch::hoplomachia
