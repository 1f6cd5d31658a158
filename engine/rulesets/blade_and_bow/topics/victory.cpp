#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {

bool army_routs(const State& state, Side side) { return state.army(side).losses >= rout_level(state, side); }
int breaking_distance(const State& state, Side side) { return rout_level(state, side) - state.army(side).losses; }

std::optional<Outcome> victory_step(const State& state) {
  const Scenario& scenario = state.scenario;
  const Leader* king = scenario.king ? find_leader(state, *scenario.king) : nullptr;
  const Camp* doom = scenario.doom_camp ? find_camp(state, *scenario.doom_camp) : nullptr;
  const bool king_dead = king != nullptr && king->box == Where::Eliminated, doomed = doom != nullptr && doom->sacked;
  if (king_dead && doomed) return Outcome{other(king->side), "minor", "BB-THE-17"};
  if (king_dead) return Outcome{other(king->side), "major", "BB-THE-15"};
  if (doomed) return Outcome{other(doom->side), "major", "BB-THE-16"};
  const bool a = army_routs(state, Side::A), b = army_routs(state, Side::B);
  if (a && b) return Outcome{other(scenario.tie_breaker), "marginal", "BB-VIC-03"};
  if (a) return Outcome{Side::B, "major", "BB-VIC-02"};
  if (b) return Outcome{Side::A, "major", "BB-VIC-02"};
  return std::nullopt;
}

Outcome final_outcome(const State& state) {
  if (state.scenario.default_winner) return {*state.scenario.default_winner, "minor", "BB-THE-18"};
  const int a = breaking_distance(state, Side::A), b = breaking_distance(state, Side::B);
  if (a != b) return {a > b ? Side::A : Side::B, "minor", "BB-VIC-04"};
  const int lost_a = state.army(Side::A).losses, lost_b = state.army(Side::B).losses;
  if (lost_a != lost_b) return {lost_a < lost_b ? Side::A : Side::B, "marginal", "BB-VIC-05"};
  return {std::nullopt, "draw", "BB-VIC-06"};
}

Outcome sudden_outcome(const State& state, const UnitId& camp) {
  const Side loser = state.camps.at(camp).side;
  const bool more = state.army(loser).losses > state.army(other(loser)).losses;
  return {other(loser), more ? "major" : "minor", "BB-MYC-12"};
}

}  // namespace polemarch::blade_and_bow
