// To the Strongest!: offers and advice of one unit and of all, how they grow as the units double, and a long battle refolded.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "engine/rulesets/to_the_strongest/rules.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;

namespace {

/// Two lines of `side` units each, near enough to shoot and charge.
State armies(int side) {
  std::string units[2];
  const char* types[] = {"legionaries", "cavalry", "bowmen", "light_infantry_javelin", "spearmen", "hoplites"};
  for (int s = 0; s < 2; ++s) {
    for (int i = 0; i < side; ++i) {
      const int col = 2 + i % 18, row = s == 0 ? 4 + i / 18 : 7 - i / 18;
      const std::string id = std::string(s == 0 ? "A" : "B") + std::to_string(i + 1);
      const std::string box = std::string(1, static_cast<char>('a' + col - 1)) + std::to_string(row);
      units[s] += std::string(i > 0 ? "," : "") + R"({"unit":")" + id + R"(","type":")" + types[i % 6] + R"(","box":")" + box +
                  R"(","command":)" + std::to_string(i / 8 + 1) + "}";
    }
  }
  const std::string setup =
      R"({"v":1,"ruleset":"to_the_strongest","table":{"grid":{"columns":20,"rows":12,"box_mm":100}},"sides":{"A":{"units":[)" + units[0] +
      R"(],"generals":[{"general":"AG","with":"A1"}]},"B":{"units":[)" + units[1] + R"(],"generals":[{"general":"BG","with":"B1"}]}}})";
  return *Rules::initial(setup, "bench");
}

void one_unit(benchmark::State& run) {
  const State state = armies(static_cast<int>(run.range(0)) / 2);
  for (auto _ : run) {
    benchmark::DoNotOptimize(Rules::offers(state, Viewer::A, UnitId{"A8"}));
    benchmark::DoNotOptimize(Rules::advise(state, {.unit = {"A8"}, .target = {}}, Viewer::A));
  }
}
BENCHMARK(one_unit)->Name("offers and advice of one unit")->Arg(30)->Arg(60)->Unit(benchmark::kMicrosecond);

void all_units(benchmark::State& run) {
  const State state = armies(static_cast<int>(run.range(0)) / 2);
  for (auto _ : run) {
    for (const auto& [id, unit] : state.units) {
      benchmark::DoNotOptimize(Rules::offers(state, Viewer::Umpire, id));
      benchmark::DoNotOptimize(Rules::advise(state, {.unit = id, .target = {}}, Viewer::Umpire));
    }
  }
}
BENCHMARK(all_units)->Name("offers and advice of all units")->Arg(30)->Arg(60)->Unit(benchmark::kMillisecond);

/// A battle of 2,000 commands: moves to and fro, then folded again from its events.
void refold(benchmark::State& run) {
  const State first = armies(12);
  State state = first;
  std::vector<Event> events;
  int commands = 0;
  const auto give = [&](const to_the_strongest::Command& command) {
    if (!Rules::judge(state, Viewer::Umpire, command).allowed()) return false;
    for (const Event& event : Rules::decide(state, Viewer::Umpire, command)) {
      state = Rules::evolve(std::move(state), event);
      events.push_back(event);
    }
    ++commands;
    return true;
  };
  std::mt19937 dice(7);
  while (commands < 2000) {
    const int card = static_cast<int>(2 + dice() % 9);
    const std::string side(name_of(state.active));
    const UnitId id{side + std::to_string(1 + dice() % 12)};
    const Unit& unit = state.units.at(id);
    Order turn{.kind = OrderKind::Turn, .units = {id}, .facing = right_of(unit.facing)};
    if (!give(command_of(turn)) || !give(engine::AnswerWait{.wait = {}, .answer = {.values = {card}}})) {
      const auto open = state.agenda.open_waits();
      if (open.empty())
        give(EndTurn{});
      else if (!open.front().options.empty())
        give(engine::AnswerWait{.wait = {}, .answer = {.choices = {"no"}}});
      else
        give(engine::AnswerWait{.wait = {}, .answer = {.values = {card}}});
    }
  }
  for (auto _ : run) {
    State folded = first;
    for (const Event& event : events) folded = Rules::evolve(std::move(folded), event);
    benchmark::DoNotOptimize(folded);
  }
  run.counters["events"] = static_cast<double>(events.size());
}
BENCHMARK(refold)->Name("refold of 2,000 commands")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
