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

/// The sample battle over again, side by side: so many times the units.
hail_caesar::State crowd(hail_caesar::Phase phase, int copies) {
  hail_caesar::State battle = sample(phase);
  const auto units = battle.units;
  for (int k = 1; k < copies; ++k)
    for (const auto& [id, unit] : units) {
      hail_caesar::Unit other = unit;
      for (hail_caesar::Stand& stand : other.stands) {
        stand.base.text += "x" + std::to_string(k);
        stand.at.pose.x += 500_mm * k;
      }
      battle.units[UnitId{id.text + "x" + std::to_string(k)}] = other;
    }
  return battle;
}

void offers_as_units_double(benchmark::State& state) {
  const auto battle = crowd(hail_caesar::Phase::Shooting, static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(hail_caesar::Rules::offers(battle, Viewer::A, UnitId{"A5"}));
  state.counters["units"] = static_cast<double>(battle.units.size());
}
BENCHMARK(offers_as_units_double)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);

void advice_as_units_double(benchmark::State& state) {
  const auto battle = crowd(hail_caesar::Phase::Orders, static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(hail_caesar::Rules::advise(battle, {UnitId{"A5"}, std::nullopt}, Viewer::A));
  state.counters["units"] = static_cast<double>(battle.units.size());
}
BENCHMARK(advice_as_units_double)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);

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
