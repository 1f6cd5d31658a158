// Blade & Bow: offers and advice of one unit (the movement search included) and of a whole table, and their growth as units double.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "models/data/data.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {

/// Two lines of `units` in all on a 19 x 16 map, three squares apart, mixed types, side A to act.
State table_of(int units) {
  const std::string_view text = find_embedded(data::embedded_files(), "blade_and_bow_sample.json");
  auto start = Rules::initial(text, "blade_and_bow_sample.json");
  if (!start) std::abort();
  State state = std::move(*start);
  std::map<UnitId, Unit> made;
  std::vector<Unit> kinds[2];
  for (const auto& [id, unit] : state.units) kinds[unit.side == Side::A ? 0 : 1].push_back(unit);
  for (int i = 0; i < units; ++i) {
    const int side = i % 2, n = i / 2;
    Unit unit = kinds[side][static_cast<std::size_t>(n) % kinds[side].size()];
    unit.id = {std::string(side == 0 ? "A" : "B") + std::to_string(n + 1)};
    unit.square = {n % 19, side == 0 ? 10 + n / 19 : 7 - n / 19};
    made[unit.id] = unit;
  }
  state.units = made;
  for (auto& [id, leader] : state.leaders) leader.square = made.at({leader.side == Side::A ? "A1" : "B1"}).square;
  state.agenda = {};
  state.turn = {.number = 1, .phase = Phase::Impulses, .initiative = Side::A, .active = Side::A, .actions = 3};
  return state;
}

void offers_of_one(benchmark::State& run) {
  const State state = table_of(static_cast<int>(run.range(0)));
  for (auto _ : run) benchmark::DoNotOptimize(Rules::offers(state, Viewer::A, UnitId{"A8"}));
}
BENCHMARK(offers_of_one)->Arg(20)->Arg(40)->Arg(80)->Unit(benchmark::kMicrosecond);

void advice_of_one(benchmark::State& run) {
  const State state = table_of(static_cast<int>(run.range(0)));
  for (auto _ : run) benchmark::DoNotOptimize(Rules::advise(state, {{"A8"}, {}}, Viewer::A));
}
BENCHMARK(advice_of_one)->Arg(20)->Arg(40)->Arg(80)->Unit(benchmark::kMicrosecond);

void offers_of_all(benchmark::State& run) {
  const State state = table_of(static_cast<int>(run.range(0)));
  for (auto _ : run) benchmark::DoNotOptimize(Rules::offers(state, Viewer::Umpire, engine::AboutAll{}));
}
BENCHMARK(offers_of_all)->Arg(20)->Arg(40)->Arg(80)->Unit(benchmark::kMillisecond);

void advice_of_all(benchmark::State& run) {
  const State state = table_of(static_cast<int>(run.range(0)));
  for (auto _ : run)
    for (const auto& [id, unit] : state.units) benchmark::DoNotOptimize(Rules::advise(state, {id, {}}, Viewer::Umpire));
}
BENCHMARK(advice_of_all)->Arg(20)->Arg(40)->Arg(80)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
