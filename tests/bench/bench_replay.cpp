// A logged battle once more: opened from its log, opened from its cache, sought, drawn, told as a page; and how it grows with its length.
// A robot plays the sample battle; a long one is its story told over and over, with 100 bases on the table.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/cache.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A folder that goes with the program.
struct BenchFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("polemarch_bench_" + std::to_string(::getpid()));
  BenchFolder() { std::filesystem::create_directories(path); }
  ~BenchFolder() {
    std::error_code left;
    std::filesystem::remove_all(path, left);
  }
};

const std::string& robots_log() {
  static const BenchFolder folder;
  static const std::string log = [] {
    const std::string path = (folder.path / "robot.battle").string();
    auto stage = play::set_stage({.battle = test::source_dir() + "/models/data/battles/to_the_strongest_sample.json",
                                  .log = path,
                                  .table_file = {},
                                  .bases_file = {}});
    if (!stage) std::abort();
    double seconds = 0;
    play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
    play::ManualFeed feed([&] { return desk.battle().places(); }, [&] { return seconds; });
    if (!test::Robot(desk, feed, 3, seconds).play(40000).ended) std::abort();
    return path;
  }();
  return log;
}

/// The robot's battle told until it has so many commands, with 100 bases.
const story::Story& long_story(std::size_t commands) {
  static std::map<std::size_t, story::Story> known;
  const auto at = known.find(commands);
  if (at != known.end()) return at->second;
  auto once = story::story_of(robots_log());
  if (!once) std::abort();
  story::Story all = *once;
  while (all.pieces.size() < 100) {
    story::Piece piece = all.pieces[all.pieces.size() % once->pieces.size()];
    piece.base.text += "x" + std::to_string(all.pieces.size());
    all.pieces.push_back(piece);
    all.start.push_back(all.start[all.start.size() % once->start.size()]);
  }
  const std::size_t turns = once->moments.size();
  while (all.moments.size() < commands) {
    const std::size_t round = all.moments.size() / turns, before = all.moments.size();
    for (story::Moment moment : once->moments) {
      moment.seq += static_cast<std::int64_t>(round * turns);
      moment.order += static_cast<std::int64_t>(round * turns);
      moment.turn += static_cast<int>(round) * 11;
      for (story::Shift& shift : moment.shifts) shift.piece = static_cast<std::uint32_t>((shift.piece + round * 21) % all.pieces.size());
      all.moments.push_back(std::move(moment));
    }
    for (story::Chapter chapter : once->chapters) {
      chapter.first += static_cast<std::uint32_t>(before);
      chapter.last += static_cast<std::uint32_t>(before);
      chapter.turn += static_cast<int>(round) * 11;
      all.chapters.push_back(chapter);
    }
    const auto chapters = static_cast<std::uint32_t>(all.chapters.size() - once->chapters.size());
    for (story::Act act : once->acts) {
      act.chapter += chapters;
      for (std::uint32_t& moment : act.moments) moment += static_cast<std::uint32_t>(before);
      all.acts.push_back(std::move(act));
    }
  }
  return known[commands] = std::move(all);
}

void open_from_log(benchmark::State& state) {
  std::size_t commands = 0;
  for (auto _ : state) commands = story::story_of(robots_log())->moments.size();
  state.counters["commands"] = static_cast<double>(commands);
}
BENCHMARK(open_from_log)->Unit(benchmark::kMillisecond);

void open_from_cache(benchmark::State& state) {
  const story::Story& story = long_story(static_cast<std::size_t>(state.range(0)));
  const std::string log = robots_log() + std::to_string(state.range(0));
  std::filesystem::copy_file(robots_log(), log, std::filesystem::copy_options::overwrite_existing);
  story::keep_story(log, story);
  for (auto _ : state) benchmark::DoNotOptimize(story::cached_story(log));
  state.counters["commands"] = static_cast<double>(story.moments.size());
  state.counters["kB"] = static_cast<double>(std::filesystem::file_size(story::cache_path(log))) / 1000;
}
BENCHMARK(open_from_cache)->Arg(1000)->Arg(3000)->Arg(10000)->Unit(benchmark::kMillisecond);

void seek(benchmark::State& state) {
  const story::Story& story = long_story(static_cast<std::size_t>(state.range(0)));
  replay::Reel reel(story);
  std::mt19937 random(7);
  for (auto _ : state) {
    reel.go(random() % reel.end());
    benchmark::DoNotOptimize(reel.shown());
  }
}
BENCHMARK(seek)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

void seek_and_screen(benchmark::State& state) {
  const story::Story& story = long_story(static_cast<std::size_t>(state.range(0)));
  replay::Reel reel(story);
  std::mt19937 random(7);
  for (auto _ : state) {
    reel.go(random() % reel.end());
    benchmark::DoNotOptimize(replay::view_of(reel, {}));
  }
}
BENCHMARK(seek_and_screen)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void report_of(benchmark::State& state) {
  const story::Story& story = long_story(static_cast<std::size_t>(state.range(0)));
  std::size_t bytes = 0;
  for (auto _ : state) bytes = report_page(story).size();
  state.counters["kB"] = static_cast<double>(bytes) / 1000;
}
BENCHMARK(report_of)->Arg(300)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
