/// Commands of the fighting.
#include <algorithm>

#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

using engine::impossible;
using engine::refuse;

namespace {

std::optional<Verdict> no_such_lochos(const State& state, const UnitId& unit, int lochos) {
  const auto at = state.units.find(unit);
  if (at == state.units.end()) return impossible("there is no unit " + unit.text);
  if (lochos < 0 || static_cast<std::size_t>(lochos) >= at->second.lochoi.size())
    return impossible(unit.text + " has no lochos " + std::to_string(lochos) + ": they count from the right, from 0");
  return std::nullopt;
}
std::optional<Verdict> not_enemy(const State& state, const UnitId& unit, const UnitId& target) {
  const auto at = state.units.find(target);
  if (at == state.units.end()) return impossible("there is no unit " + target.text);
  if (at->second.side == taxis_at(state, unit).side) return impossible(target.text + " is a friend");
  if (!at->second.on_table()) return impossible(target.text + " is not on the table");
  return std::nullopt;
}
/// A reason of its own stands before "nothing to do".
Verdict in_turn(const Facts& facts, const UnitId& unit, Phase phase, Verdict own) {
  if (auto problem = not_its_turn(facts, unit, phase)) {
    if (problem->refusal == engine::Refusal::Impossible) return *problem;
    if (!own.allowed()) return own;
    return *problem;
  }
  return own;
}

/// An attack out of an ambush is judged from where the unit lies (HM-AMB-39).
template <class May>
Verdict from_ambush(const Facts& facts, const UnitId& unit, Phase phase, const May& may) {
  const std::optional<State> shown = out_of_hiding(facts.state(), unit);
  if (!shown) return impossible("say where " + unit.text + " lies: reveal it");
  return in_turn(facts, unit, phase, may(*shown));
}

}  // namespace

Verdict judge_of(const State& state, Viewer by, const UseEpilektoi& c) {
  // A right to interrupt: it is claimed while the roll is asked for.
  if (state.at.phase == Phase::Ended) return impossible("the battle is over");
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (auto problem = no_such_lochos(state, c.unit, c.lochos)) return *problem;
  if (c.by != 1 && c.by != -1) return impossible("\"add\" is 1 or -1", "HM-OPT7-01");
  return may_use_epilektoi(state, {c.unit, c.lochos});
}

Verdict judge_of(const Facts& facts, Viewer by, const ChargeAhead& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  std::optional<LochosRef> onto;
  if (!c.onto.empty()) {
    if (auto problem = no_such_lochos(state, c.onto, c.onto_lochos)) return *problem;
    if (auto problem = not_enemy(state, c.unit, c.onto)) return *problem;
    onto = LochosRef{c.onto, c.onto_lochos};
  }
  if (taxis_at(state, c.unit).ekdromoi_of) return in_turn(facts, c.unit, Phase::Epidromos, may_sally(state, c.unit));
  if (drives(state, c.unit)) return impossible(c.unit.text + " drives of itself", "HM-OPT9-04");
  if (taxis_at(state, c.unit).hidden)
    return from_ambush(facts, c.unit, Phase::Epidromos, [&](const State& shown) { return may_charge(shown, c.unit, onto); });
  if (!taxis_at(state, c.unit).on_table()) return impossible(c.unit.text + " is not on the table");
  Verdict verdict = in_turn(facts, c.unit, Phase::Epidromos, may_charge(facts, c.unit, onto));
  if (verdict.allowed() && !onto)
    for (const InLane& target : facts.lane(c.unit)) {
      if (!target.may.allowed()) continue;
      verdict.reasons.push_back({"HM-EPI-18", "straight ahead to " + target.unit.text, target.way.value.inches(),
                                 target_reach(state, c.unit).inches(), "in", target.way.sd.inches()});
      break;
    }
  return verdict;
}

Verdict judge_of(const Facts& facts, Viewer by, const Shoot& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  const bool hidden = taxis_at(state, c.unit).hidden;
  if (!hidden && !taxis_at(state, c.unit).on_table()) return impossible(c.unit.text + " is not on the table");
  const bool defensive = state.at.phase == Phase::DefensiveBelos;
  if (!defensive && !in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting))
    return impossible("shooting is for the first part of the offensive belos phase and for the defensive one", "HM-SEQ-08");
  if (hidden) return from_ambush(facts, c.unit, Phase::OffensiveBelos, [&](const State& shown) { return may_shoot(shown, c.unit); });
  return in_turn(facts, c.unit, defensive ? Phase::DefensiveBelos : Phase::OffensiveBelos, may_shoot(facts, c.unit));
}

Verdict judge_of(const Facts& facts, Viewer by, const BelosCharge& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (auto problem = not_enemy(state, c.unit, c.target)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (!unit.on_table() && !unit.hidden) return impossible(c.unit.text + " is not on the table");
  if (!in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges))
    return impossible("belos charges are for the second part of the offensive belos phase", "HM-BEL-21");
  if (unit.hidden) {
    if (!c.poses.empty()) return impossible("a unit in ambush makes its belos charge straight from its place: leave \"poses\" out");
    return from_ambush(facts, c.unit, Phase::OffensiveBelos, [&](const State& shown) { return may_belos_charge(shown, c.unit, c.target); });
  }
  if (c.poses.empty()) return in_turn(facts, c.unit, Phase::OffensiveBelos, may_belos_charge(facts, c.unit, c.target));
  // Where its stands have been put: within its move, and never in contact (HM-BCH-05, 17, HM-AMB-107).
  Verdict able = able_to_belos_charge(facts, c.unit);
  if (able.allowed() && !belos_charge_way(facts, c.unit, c.target))
    able = refuse("HM-BCH-04", c.target.text + " is not straight ahead of any of its stands");
  const Length most = belos_charge_move(state, c.unit);
  Shapes theirs = shapes_of(taxis_at(state, c.target));
  Length furthest;
  for (const engine::PlacedBase& placed : c.poses) {
    const Stand* own = nullptr;
    for (const Lochos& lochos : unit.lochoi)
      for (const Stand& stand : lochos.stands)
        if (stand.base == placed.base && !stand.lost) own = &stand;
    if (own == nullptr) return impossible("base " + placed.base.text + " is not of " + c.unit.text);
    const geometry::Shape there = geometry::placed(own->footprint, placed.at);
    const double way = geometry::length_of(geometry::vec(placed.at.pose.centre()) - geometry::vec(own->at.pose.centre()));
    const Length moved = Length::from_mm(way);
    furthest = std::max(furthest, moved);
    if (able.allowed() && moved > most + state.tolerance)
      able = refuse("HM-BCH-05", placed.base.text + " moved too far", moved.inches(), most.inches(), "in");
    if (able.allowed() && geometry::gap_between({&there, 1}, theirs).signed_gap.value.um <= 0)
      able = refuse("HM-BCH-17", placed.base.text + " touches " + c.target.text);
  }
  if (able.allowed()) able.reasons.push_back({"HM-BCH-05", "the stand that goes furthest", furthest.inches(), most.inches(), "in", {}});
  return in_turn(facts, c.unit, Phase::OffensiveBelos, able);
}

Verdict judge_of(const State& state, Viewer by, const JoinPursuit& c) {
  // A right to interrupt: it may be claimed while a question is open, until the pursuits are over.
  if (state.at.phase == Phase::Ended) return impossible("the battle is over");
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (auto problem = not_enemy(state, c.unit, c.routers)) return *problem;
  const Taxis& unit = taxis_at(state, c.unit);
  if (!unit.on_table()) return impossible(c.unit.text + " is not on the table");
  if (state.at.phase != Phase::Automatic || state.at.stage > 1)
    return impossible("pursuits are joined in the automatic phase", "HM-PUR-08");
  if (unit.troop == TroopClass::Hoplite) return refuse("HM-PUR-08", "hoplites do not join a pursuit");
  if (in_melee(unit)) return refuse("HM-PUR-08", c.unit.text + " is in melee");
  const std::vector<UnitId> may = pursuits_to_join(state, c.unit);
  if (std::find(may.begin(), may.end(), c.routers) == may.end())
    return refuse("HM-PUR-09", c.routers.text + " does not rout, is out of reach, or the way there is not clear");
  return engine::allow();
}

Verdict judge_of(const Facts& facts, Viewer by, const WheelIn& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (auto problem = no_such_lochos(state, c.unit, c.lochos)) return *problem;
  if (auto problem = no_such_lochos(state, c.target, c.target_lochos)) return *problem;
  if (auto problem = not_enemy(state, c.unit, c.target)) return *problem;
  if (state.at.phase != Phase::Marches) return impossible("lochoi wheel in during marches and approaches", "HM-FLK-06");
  return in_turn(facts, c.unit, Phase::Marches, may_wheel_in(state, {c.unit, c.lochos}, {c.target, c.target_lochos}));
}

}  // namespace polemarch::hoplomachia
