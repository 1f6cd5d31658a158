// Offers and advice of one taxis and of all units of Hoplomachia, as the units of the sample battle double, phase by phase.
#include <benchmark/benchmark.h>

#include "engine/rulesets/hoplomachia/rules.hpp"
#include "models/data/data.hpp"

using namespace polemarch;

namespace {

using hoplomachia::Phase;

/// The sample battle five inches apart in that phase, everybody under the order of the phase.
hoplomachia::State sample(Phase phase) {
  const auto text = find_embedded(data::embedded_files(), "hoplomachia_sample.json");
  hoplomachia::State battle = *hoplomachia::Rules::initial(text, "sample");
  battle.agenda = {};
  battle.at.turn = 2;
  battle.at.phase = phase;
  for (const Side side : {Side::A, Side::B}) battle.armies[side].ready = true;
  const bool charge = phase == Phase::Epidromos;
  for (auto& [id, unit] : battle.units) {
    unit.order.type = charge ? hoplomachia::OrderType::Charge : hoplomachia::OrderType::March;
    unit.order.source = hoplomachia::OrderSource::Salpinx;
    unit.mode = charge ? hoplomachia::Mode::Charge : hoplomachia::Mode::March;
    for (hoplomachia::Lochos& lochos : unit.lochoi)
      for (hoplomachia::Stand& stand : lochos.stands) stand.at.pose.y += unit.side == Side::A ? 440_mm : 0_mm;
  }
  return battle;
}

/// The sample battle over again, side by side: so many times the units.
hoplomachia::State crowd(Phase phase, int copies) {
  hoplomachia::State battle = sample(phase);
  const auto units = battle.units;
  const Length width = battle.width;
  battle.width = width * copies;
  for (int copy = 1; copy < copies; ++copy)
    for (const auto& [id, unit] : units) {
      hoplomachia::Taxis other = unit;
      const std::string tail = "x" + std::to_string(copy);
      for (hoplomachia::Lochos& lochos : other.lochoi)
        for (hoplomachia::Stand& stand : lochos.stands) {
          stand.base.text += tail;
          stand.at.pose.x += width * copy;
        }
      battle.units[UnitId{id.text + tail}] = other;
    }
  return battle;
}

constexpr std::array kPhases{Phase::Commands, Phase::OffensiveBelos, Phase::Epidromos, Phase::Marches};
constexpr std::array kNames{"commands", "belos", "epidromos", "marches"};

void offers(benchmark::State& state, const engine::About& about) {
  const auto phase = static_cast<std::size_t>(state.range(0));
  const auto battle = crowd(kPhases[phase], static_cast<int>(state.range(1)));
  std::size_t many = 0;
  for (auto _ : state) many = hoplomachia::Rules::offers(battle, Viewer::Umpire, about).size();
  state.SetLabel(kNames[phase]);
  state.counters["units"] = static_cast<double>(battle.units.size());
  state.counters["offers"] = static_cast<double>(many);
}
void offers_of_one_unit(benchmark::State& state) { offers(state, UnitId{"A1"}); }
void offers_of_all_units(benchmark::State& state) { offers(state, engine::AboutAll{}); }
BENCHMARK(offers_of_one_unit)->ArgsProduct({{0, 1, 2, 3}, {1, 5}})->Unit(benchmark::kMillisecond);
BENCHMARK(offers_of_all_units)->ArgsProduct({{0, 1, 2, 3}, {1, 2, 5, 10}})->Unit(benchmark::kMillisecond);

void advice_of_one_unit(benchmark::State& state) {
  const auto phase = static_cast<std::size_t>(state.range(0));
  const auto battle = crowd(kPhases[phase], static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(hoplomachia::Rules::advise(battle, {UnitId{"A1"}, UnitId{"B1"}}, Viewer::A));
  state.SetLabel(kNames[phase]);
  state.counters["units"] = static_cast<double>(battle.units.size());
}
void advice_of_all_units(benchmark::State& state) {
  const auto phase = static_cast<std::size_t>(state.range(0));
  const auto battle = crowd(kPhases[phase], static_cast<int>(state.range(1)));
  for (auto _ : state)
    for (const auto& [id, unit] : battle.units)
      benchmark::DoNotOptimize(hoplomachia::Rules::advise(battle, {id, std::nullopt}, viewer_of(unit.side)));
  state.SetLabel(kNames[phase]);
  state.counters["units"] = static_cast<double>(battle.units.size());
}
BENCHMARK(advice_of_one_unit)->ArgsProduct({{0, 1, 2, 3}, {1, 5}})->Unit(benchmark::kMillisecond);
BENCHMARK(advice_of_all_units)->ArgsProduct({{0, 1, 2, 3}, {1, 2, 5}})->Unit(benchmark::kMillisecond);

/// One pass over the battle at a glance: what the screen asks of every state.
void now_and_windows(benchmark::State& state) {
  const auto battle = crowd(kPhases[static_cast<std::size_t>(state.range(0))], 5);
  for (auto _ : state) {
    benchmark::DoNotOptimize(hoplomachia::Rules::now(battle));
    benchmark::DoNotOptimize(hoplomachia::Rules::windows(battle, Viewer::Both));
  }
  state.SetLabel(kNames[static_cast<std::size_t>(state.range(0))]);
}
BENCHMARK(now_and_windows)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
