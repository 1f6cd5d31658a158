/// The decide door: what a command leads to; phases and turns. Rules HC-SEQ-*.
#include <algorithm>

#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// Divisions and armies that are broken by now, once a unit was lost in play: what a half-way setup says of losses ends no battle.
/// True when that ends it.
bool broken_by_now(Unfold& u) {
  if (!u.state().lost_in_play || u.state().phase == Phase::Ended || u.state().phase == Phase::Deployment) return false;
  for (const std::string& key : newly_broken(u.state())) u.emit(DivisionBroke{key});
  const auto winner = winner_by_breaking(u.state());
  if (winner) u.emit(BattleEnded{*winner, "an army is broken", {}});
  return winner.has_value();
}

void begin(Unfold& u, Phase phase) { u.emit(PhaseBegan{u.state().turn, u.state().active, phase, {}}); }

void end_turn(Unfold& u) {
  const State& state = u.state();
  const Side ending = state.active;
  const bool both = state.config.fight.disorder_removed == "both";
  std::vector<UnitId> marked;
  for (const auto& [id, unit] : state.units)
    if (unit.disordered && unit.in_play() && (both || unit.side == ending)) marked.push_back(id);
  for (const UnitId& id : marked) u.emit(DisorderSet{id, false, "HC-SEQ-05"});
  const Side next = other(ending);
  const int turn = u.state().turn + (next == u.state().first ? 1 : 0);
  const int limit = u.state().config.fight.turn_limit;
  if (limit > 0 && turn > limit) {
    u.emit(BattleEnded{"draw", "the last turn is played", "the last turn is played"});
    return;
  }
  u.emit(PhaseBegan{turn, next, Phase::Rally, {}});
}

}  // namespace

void carry_out(Unfold& u, const EndPhase& command) {
  switch (u.state().phase) {
    case Phase::Deployment:
      if (command.first) return u.emit(PhaseBegan{u.state().turn, *command.first, Phase::Rally, command.first});
      return begin(u, Phase::Rally);
    case Phase::Rally:
      return begin(u, Phase::Initiative);
    case Phase::Initiative:
      return begin(u, Phase::Orders);
    case Phase::Orders:
      return begin(u, Phase::Shooting);
    case Phase::Shooting:
    case Phase::HandToHand:
      return u.open(TestsDue{});
    case Phase::Ended:
      return;
  }
}

void carry_out(Unfold& u, const EndBattle& command) {
  const bool headless = !command.winner && (u.by() == Viewer::A || u.by() == Viewer::B);  // HC-CFG-04
  u.emit(BattleEnded{command.winner ? std::string(name_of(*command.winner)) : "draw", "the players ended it",
                     headless ? "nobody is left to command" : why_given_up(u.by(), command.winner)});
  u.close_all();  // what was asked is asked no more
}

void carry_out(Unfold& u, const DeployArmy& command) {
  for (auto& [unit, stands] : suggested_deployment(u.state(), command.side)) u.emit(UnitPlaced{unit, std::move(stands)});
}

/// After shooting the tests it caused; those of closing and traversing shots wait for the fighting (HC-AMB-38), or the turn's end.
void resume(Unfold& u, const TestsDue&, const Answers&) {
  const bool after_shooting = u.state().phase == Phase::Shooting;
  for (const auto& [id, unit] : u.state().units) {
    if (!unit.due || !unit.in_play()) continue;
    const auto& rules = unit.due->rules;
    const bool shot = std::any_of(rules.begin(), rules.end(), [](const std::string& rule) { return rule.starts_with("HC-SHO"); });
    if (after_shooting && !shot) continue;
    const UnitId tested = id;
    u.open(TestsDue{});
    open_break_test(u, tested);
    return;
  }
  if (broken_by_now(u)) return;
  if (after_shooting)
    begin(u, Phase::HandToHand);
  else
    end_turn(u);
}

bool go_on(Unfold& u) {
  broken_by_now(u);
  return false;
}

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state, by);
  std::visit(Overloaded{[&](const AnswerWait& answer) { u.answer(answer); },
                        [&](const PlaceBases& place) {
                          if (!u.place(place)) u.emit(UnitPlaced{place.unit, place.poses});
                        },
                        [&](const auto& spoken) { carry_out(u, spoken); }},
             command);
  u.run();
  return u.take();
}

std::vector<Event> Rules::taken_off(const State& state, Viewer by, const UnitId& unit) {
  if (!state.units.contains(unit)) return {};
  Unfold u(state, by);
  break_unit(u, unit, false, {});
  u.run();
  return u.take();
}

}  // namespace polemarch::hail_caesar
