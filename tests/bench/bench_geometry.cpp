// The measuring kit, one thread: gaps with error, a table of bases pair by pair, sight with blockers, arcs, formations, paths, regions;
// growth as bases double.
#include <benchmark/benchmark.h>

#include <random>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/sight.hpp"

using namespace polemarch;
using namespace polemarch::geometry;

namespace {

std::vector<Shape> bases(int count, int factors) {
  std::mt19937 rng(5);
  const auto upto = [&](int n) { return static_cast<std::int64_t>(rng() % static_cast<unsigned>(n)); };
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    MeasuredPose at{{Length{upto(1800000)}, Length{upto(1200000)}, Angle{upto(360000)}}, {}};
    at.error.own = {90000, 1000, 0, 90000, 0, 40000};
    for (int k = 0; k < factors; ++k) at.error.shared.push_back({upto(300), upto(300), upto(50)});
    shapes.push_back(placed({i % 5 == 0 ? Outline::Circle : Outline::Rectangle, 60_mm, i % 5 == 0 ? 60_mm : 30_mm}, at));
  }
  return shapes;
}

void gap_with_error(benchmark::State& state) {
  const std::vector<Shape> shapes = bases(256, static_cast<int>(state.range(0)));
  std::size_t i = 0, j = 1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(gap_between(shapes[i], shapes[j]));
    if (++j == shapes.size()) {
      if (++i == shapes.size() - 1) i = 0;
      j = i + 1;
    }
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(gap_with_error)->Arg(0)->Arg(6)->Name("gap_with_error/calibration_factors");

void table_pair_by_pair(benchmark::State& state) {
  const std::vector<Shape> shapes = bases(static_cast<int>(state.range(0)), 6);
  for (auto _ : state) benchmark::DoNotOptimize(all_gaps(shapes));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(table_pair_by_pair)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Unit(benchmark::kMillisecond)->Complexity(benchmark::oNSquared);

void sight_past_blockers(benchmark::State& state) {
  const std::vector<Shape> shapes = bases(static_cast<int>(state.range(0)) + 2, 0);
  std::vector<Blocker> blockers;
  for (std::size_t i = 2; i < shapes.size(); ++i) blockers.push_back(blocker_of("b", shapes[i]));
  const Eye eye{shapes[1].front_centre(), 0};
  std::size_t target = 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sight_to(eye, shapes[0], 0, blockers));
    benchmark::DoNotOptimize(target);
  }
}
BENCHMARK(sight_past_blockers)->Arg(25)->Arg(50)->Arg(100)->Unit(benchmark::kMicrosecond);

void arc_membership(benchmark::State& state) {
  const std::vector<Shape> shapes = bases(64, 6);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(footprint_in_arc(shapes[i % 64], {Edge::Front, Angle{45000}, Apex::EdgeEnds}, shapes[(i + 7) % 64]));
    ++i;
  }
}
BENCHMARK(arc_membership)->Unit(benchmark::kMicrosecond);

void gap_of_formations(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const std::vector<Shape> shapes = bases(static_cast<int>(2 * count), 6);
  const std::span<const Shape> all(shapes);
  for (auto _ : state) benchmark::DoNotOptimize(gap_between(all.first(count), all.last(count)));
}
BENCHMARK(gap_of_formations)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

void sight_of_a_formation(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const std::vector<Shape> shapes = bases(static_cast<int>(count) + 51, 6);
  std::vector<Blocker> blockers;
  for (std::size_t i = count + 1; i < shapes.size(); ++i) blockers.push_back(blocker_of("b", shapes[i]));
  const std::span<const Shape> target(shapes.data(), count);
  for (auto _ : state) benchmark::DoNotOptimize(sight_from(shapes[count], {shapes[count].half_depth, 0}, 0, target, 0, blockers));
}
BENCHMARK(sight_of_a_formation)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->Unit(benchmark::kMicrosecond)
    ->Name("sight_of_a_formation_with_error/bases");

void paths_with_error(benchmark::State& state) {
  const Footprint f{Outline::Rectangle, 120_mm, 40_mm};
  MeasuredPose from{{0_mm, 0_mm, 90_deg}, {}}, to{{60_mm, 200_mm, 110_deg}, {}};
  from.error.own = to.error.own = {90000, 0, 0, 90000, 0, 40000};
  for (auto _ : state) benchmark::DoNotOptimize(cheapest_path(f, from, to));
}
BENCHMARK(paths_with_error)->Unit(benchmark::kMicrosecond);

void region_round_obstacles(benchmark::State& state) {
  std::mt19937 rng(6);
  std::vector<Outline2> walls;
  for (int k = 0; k < state.range(0); ++k) {
    const double x = 60.0 + static_cast<double>(rng() % 500), y = static_cast<double>(rng() % 500) - 250.0;
    walls.push_back({{x, y}, {x + 30, y}, {x + 30, y + 20}, {x, y + 20}});
  }
  for (auto _ : state) benchmark::DoNotOptimize(reachable({0, 0}, 300, walls));
}
BENCHMARK(region_round_obstacles)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
