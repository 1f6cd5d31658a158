/// What the frame does when a stage begins, and at the end of a turn.
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/nike.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

namespace {

/// Sides in order of precedence, the first one's steps on top.
std::array<Side, 2> last_first(const State& state) { return {other(state.at.precedence), state.at.precedence}; }

void katastrophe_stage(Unfold& u) {
  const State& state = u.state();
  switch (static_cast<KatastropheStage>(state.at.stage)) {
    case KatastropheStage::Enveloped:
      return;
    case KatastropheStage::InRetreat:
      for (const Side side : {state.at.precedence, other(state.at.precedence)})
        if (const GivenWay given = given_way(u.state(), side); given.retreat()) {
          const std::string why = std::to_string(given.lochoi) + " of " + std::to_string(given.of) + " hoplite lochoi gave way";
          change_arete(u, side, kInRetreat.own, "HM-EVT-10", why);
          change_arete(u, other(side), kInRetreat.enemy, "HM-EVT-11", why);
        }
      return;
    case KatastropheStage::UnderBelos:
      for (const Side side : last_first(state))
        if (phalanx_under_belos(u.state(), side)) ask_arete(u, AreteDie::UnderBelos, side);
      return;
    case KatastropheStage::Strategoi: {
      std::vector<Step> rolls;
      for (const std::string& key : strategoi_in_danger(state)) rolls.emplace_back(StrategosRoll{key});
      return u.later(std::move(rolls));
    }
    case KatastropheStage::Checks:
    case KatastropheStage::Nike:
      return;
  }
}

}  // namespace

void begin_stage(Unfold& u) {
  const State& state = u.state();
  switch (state.at.phase) {
    case Phase::Salpinx:
      for (const Side side : last_first(state))
        if (hegemon_of(u.state(), side).empty() && !places_for_hegemon(u.state(), side).empty()) u.open(NewHegemon{side});
      break;
    case Phase::Commands:
      if (state.at.stage == 0) u.open(RunnersArrive{});
      break;
    case Phase::Epidromos:
      for (const Side side : last_first(state))
        if (sphagia_due(u.state(), side)) ask_arete(u, AreteDie::Sphagia, side);
      break;
    case Phase::Marches:
      if (state.battle.type == BattleType::G && state.battle.invader) {
        const Side side = *state.battle.invader;
        for (const auto& [id, unit] : state.units)
          if (unit.side == side && !unit.hidden &&
              std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.fate == Fate::Waiting; })) {
            u.ask(LandingRoll{side}, engine::ask_dice(side, "HM-BATT-G4", "how many lochoi land?", 2));
            break;
          }
      }
      break;
    case Phase::Melee:
      if (state.at.stage == 0)
        for (const Side side : last_first(state))
          if (one_step_more(u.state(), side)) ask_arete(u, AreteDie::OneStepMore, side);
      break;
    case Phase::Katastrophe:
      katastrophe_stage(u);
      break;
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Mantis:
    case Phase::Automatic:
    case Phase::OffensiveBelos:
    case Phase::DefensiveBelos:
    case Phase::Ended:
      break;
  }
  begin_fight_stage(u);
}

void end_turn(Unfold& u) {
  const int last = u.state().options.turns;
  if (last > 0 && u.state().at.turn >= last && u.state().at.phase != Phase::Ended) {
    const Nike end = time_up(u.state());
    return end_battle(u, end.winner, end.text, end.rule);
  }
  std::vector<UnitId> ready;
  for (const auto& [id, unit] : u.state().units)
    if (recovers(u.state(), id)) ready.push_back(id);
  for (const UnitId& id : ready) {
    u.emit(Recovered{id, Arrangement::OF, "HM-DIS-12", recovering_lochoi(u.state(), id)});
    move_stands(u, id, in_files(u.state(), id, without_runners(u.state(), id), Arrangement::OF), {}, {}, "recovers in open files",
                "HM-DIS-13");
  }
}

}  // namespace polemarch::hoplomachia
