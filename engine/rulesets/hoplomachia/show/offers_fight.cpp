/// What the fighting offers: charges, shots, belos charges, pursuits to join, flanks to wheel into.
#include <algorithm>

#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

void offer_belos_charges(Offers& offers, const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& mine = taxis_at(state, id);
  const auto enemy = [&](const Taxis& unit) { return unit.side != mine.side && unit.on_table() && !unit.hidden; };
  bool any = false;
  for (const auto& [other, unit] : state.units)
    if (enemy(unit) && belos_charge_way(facts, id, other)) {
      offers.add(BelosCharge{id, other, {}});
      any = true;
    }
  if (any) return;
  std::optional<UnitId> nearest;  // why not
  std::optional<Length> least;
  for (const auto& [other, unit] : state.units) {
    if (!enemy(unit) || (least && far_apart(facts.round(id), facts.round(other), *least))) continue;
    const Length gap = gap_between(mine, unit).value;
    if (!least || gap < *least) least = gap, nearest = other;
  }
  if (nearest) offers.add(BelosCharge{id, *nearest, {}});
}

/// A unit in ambush charges from where it lies (HM-AMB-39); nothing where that is not known.
void offer_belos_charges(Offers& offers, const UnitId& id) {
  if (!taxis_at(offers.state(), id).hidden) return offer_belos_charges(offers, offers.facts(), id);
  if (const std::optional<State> shown = out_of_hiding(offers.state(), id)) offer_belos_charges(offers, Facts(*shown), id);
}

void offer_wheeling_in(Offers& offers, const UnitId& id) {
  const State& state = offers.state();
  const Taxis& unit = taxis_at(state, id);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    if (!unit.lochoi[i].sound() || in_melee(unit.lochoi[i])) continue;
    const Length near = std::max(6_in, wheel_reach(state, {id, static_cast<int>(i)}) + 1_in);
    for (const auto& [other, foe] : state.units) {
      if (foe.side == unit.side) continue;
      for (std::size_t k = 0; k < foe.lochoi.size(); ++k)
        if (foe.lochoi[k].fight.engaged == Engaged::Othismos && gap_between(unit.lochoi[i], foe.lochoi[k]).value <= near)
          offers.add(WheelIn{id, static_cast<int>(i), other, static_cast<int>(k)});
    }
  }
}

}  // namespace

void offer_fight(Offers& offers) {
  const State& state = offers.state();
  if (state.options.epilektoi && !state.agenda.idle())
    for (const auto& [id, unit] : state.units)
      for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
        if (unit.lochoi[i].epilektoi && offers.about(id) && asked_of(state, id))
          for (const int by : {-1, 1}) offers.add(UseEpilektoi{id, static_cast<int>(i), by});
  for (const auto& [id, unit] : state.units) {
    // The right to join a pursuit is claimed from NOW: a die is asked for meanwhile.
    const bool joins =
        state.at.phase == Phase::Automatic && offers.about_nothing() && engine::may_answer(offers.viewer(), viewer_of(unit.side));
    if ((!offers.about(id) && !joins) || (!unit.on_table() && !(unit.hidden && may_break_cover(state, id))) || unit.scenery) continue;
    switch (state.at.phase) {
      case Phase::Automatic:
        for (const UnitId& routers : pursuits_to_join(state, id)) offers.add(JoinPursuit{id, routers});
        break;
      case Phase::OffensiveBelos:
        if (!card_of(state, unit).belos) break;
        if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) offers.add(Shoot{id});
        if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges)) offer_belos_charges(offers, id);
        break;
      case Phase::Epidromos:
        offers.add(ChargeAhead{id, {}, 0});
        if (hamippoi_pace(state, unit)) offers.add(ChargeAhead{id, {}, 0, true});  // HM-HAM-04
        for (const LochosRef& onto : offers.facts().wheel(id)) offers.add(ChargeAhead{id, onto.unit, onto.at});
        break;
      case Phase::DefensiveBelos:
        if (card_of(state, unit).belos) offers.add(Shoot{id});
        break;
      case Phase::Marches:
        offer_wheeling_in(offers, id);
        break;
      case Phase::PreGame:
      case Phase::Deployment:
      case Phase::Salpinx:
      case Phase::Commands:
      case Phase::Mantis:
      case Phase::Melee:
      case Phase::Katastrophe:
      case Phase::Ended:
        break;
    }
  }
}

}  // namespace polemarch::hoplomachia
