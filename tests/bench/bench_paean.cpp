// Offers and advice of one unit of Paean, in the sample battle and as its formations double, and of a body of 60 bases; the offers of all
// units at once, as their number grows to 60 bodies.
#include <benchmark/benchmark.h>

#include "engine/rulesets/paean/rules.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "models/data/data.hpp"

using namespace polemarch;

namespace {

/// The sample battle in A's command orders, A1 with an order in hand.
paean::State sample() {
  const auto text = find_embedded(data::embedded_files(), "paean_sample.json");
  auto state = paean::Rules::initial(text, "sample");
  state->turn.phase = paean::Phase::Orders;
  state->turn.bound = 1;
  state->turn.active = Side::A;
  state->turn.permit = paean::Permit{{"A1"}, paean::Source::Order, {"A5"}};
  return *state;
}

/// The sample battle over again, side by side: so many times the formations.
paean::State crowd(int copies) {
  paean::State battle = sample();
  const auto formations = battle.formations;
  battle.width = 1800_mm * copies;
  for (int copy = 1; copy < copies; ++copy)
    for (const auto& [id, formation] : formations) {
      paean::Formation other = formation;
      const UnitId name{id.text + "x" + std::to_string(copy)};
      other.bases.clear();
      for (const BaseId& base : formation.bases) {
        paean::Base twin = battle.bases.at(base);
        twin.unit = name;
        twin.at.pose.x += 1800_mm * copy;
        const BaseId called{base.text + "x" + std::to_string(copy)};
        battle.bases[called] = twin;
        other.bases.push_back(called);
      }
      battle.formations[name] = other;
    }
  return battle;
}

/// A1 as one body of so many bases, ten wide.
paean::State great_body(int bases) {
  paean::State battle = sample();
  paean::Formation& body = battle.formations.at({"A1"});
  const paean::Base one = battle.bases.at(body.bases.front());
  body.bases.clear();
  for (int i = 1; i <= bases; ++i) {
    const BaseId base{"A1." + std::to_string(i)};
    battle.bases[base] = one;
    body.bases.push_back(base);
  }
  for (const engine::PlacedBase& placed : paean::in_rows(battle, body.bases, {900, 200}, 90_deg, 10))
    battle.bases.at(placed.base).at = placed.at;
  return battle;
}

void offers(benchmark::State& state, const paean::State& battle) {
  for (auto _ : state) benchmark::DoNotOptimize(paean::Rules::offers(battle, Viewer::A, UnitId{"A1"}));
}
void advice(benchmark::State& state, const paean::State& battle) {
  for (auto _ : state) benchmark::DoNotOptimize(paean::Rules::advise(battle, {UnitId{"A1"}, std::nullopt}, Viewer::A));
}

void all_offers(benchmark::State& state) {
  const paean::State battle = crowd(static_cast<int>(state.range(0)));
  std::size_t bodies = 0, offered = 0;
  for (const auto& [id, formation] : battle.formations) bodies += formation.in_play();
  for (auto _ : state) offered = paean::Rules::offers(battle, Viewer::Both, engine::AboutAll{}).size();
  state.counters["bodies"] = static_cast<double>(bodies);
  state.counters["offers"] = static_cast<double>(offered);
}

void offers_as_formations_double(benchmark::State& state) { offers(state, crowd(static_cast<int>(state.range(0)))); }
void advice_as_formations_double(benchmark::State& state) { advice(state, crowd(static_cast<int>(state.range(0)))); }
void offers_of_a_body(benchmark::State& state) { offers(state, great_body(static_cast<int>(state.range(0)))); }
void advice_of_a_body(benchmark::State& state) { advice(state, great_body(static_cast<int>(state.range(0)))); }
BENCHMARK(offers_as_formations_double)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(advice_as_formations_double)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(all_offers)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(offers_of_a_body)->Arg(4)->Arg(30)->Arg(60)->Unit(benchmark::kMillisecond);
BENCHMARK(advice_of_a_body)->Arg(4)->Arg(30)->Arg(60)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
