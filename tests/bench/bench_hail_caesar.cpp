// Offers and advice of one unit, judging a move, and a whole small step, in the sample battle.
#include <benchmark/benchmark.h>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "models/data/data.hpp"

using namespace polemarch;

namespace {

hail_caesar::State sample(hail_caesar::Phase phase) {
  const auto text = find_embedded(data::embedded_files(), "hail_caesar_sample.json");
  auto state = hail_caesar::Rules::initial(text, "sample");
  state->phase = phase;
  return *state;
}

void offers_of_one_unit(benchmark::State& state) {
  const auto battle = sample(static_cast<hail_caesar::Phase>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(hail_caesar::Rules::offers(battle, Viewer::A, UnitId{"A5"}));
}
BENCHMARK(offers_of_one_unit)
    ->Arg(static_cast<int>(hail_caesar::Phase::Orders))
    ->Arg(static_cast<int>(hail_caesar::Phase::Shooting))
    ->Unit(benchmark::kMillisecond);

void advice_of_one_unit(benchmark::State& state) {
  const auto battle = sample(static_cast<hail_caesar::Phase>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(hail_caesar::Rules::advise(battle, {UnitId{"A5"}, std::nullopt}, Viewer::A));
}
BENCHMARK(advice_of_one_unit)
    ->Arg(static_cast<int>(hail_caesar::Phase::Orders))
    ->Arg(static_cast<int>(hail_caesar::Phase::Shooting))
    ->Unit(benchmark::kMillisecond);

void judge_a_move(benchmark::State& state) {
  auto battle = sample(hail_caesar::Phase::Orders);
  battle.units.at({"A1"}).turn.moves_left = 3;
  hail_caesar::MoveUnit move;
  move.unit = {"A1"};
  move.to = MeasuredPose{{620_mm, 500_mm, 90_deg}, {}};
  for (auto _ : state) benchmark::DoNotOptimize(hail_caesar::Rules::judge(battle, Viewer::A, move));
}
BENCHMARK(judge_a_move)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
