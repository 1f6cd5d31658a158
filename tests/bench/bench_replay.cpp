// A logged battle once more: opened from its log, opened from its cache, sought, drawn, told as a page; and how it grows with its length.
// A robot plays a Hoplomachia battle of 120 bases to its end; a long log is that battle played, taken back to its start and played again.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/report/report.hpp"
#include "assistant/session/battle_log.hpp"
#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/cache.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/support/wide_battle.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

using Json = nlohmann::json;

constexpr unsigned kSeed = 5;
constexpr int kWishes = 450;

/// A folder that goes with the program.
struct BenchFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("polemarch_bench_" + std::to_string(::getpid()));
  BenchFolder() { std::filesystem::create_directories(path); }
  ~BenchFolder() {
    std::error_code left;
    std::filesystem::remove_all(path, left);
  }
};
const std::filesystem::path& folder() {
  static const BenchFolder kept;
  return kept.path;
}

std::string wide_battle_file() {
  const std::string path = (folder() / "wide.json").string();
  std::ofstream(path) << test::wide_battle();
  return path;
}

/// The lines of a robot's battle, the last of them its taking back.
const ReadLog& robots_lines() {
  static const ReadLog lines = [] {
    const std::string path = (folder() / "robot.battle").string();
    auto stage = play::set_stage({.battle = wide_battle_file(), .log = path, .table_file = {}, .bases_file = {}});
    if (!stage) std::abort();
    double seconds = 0;
    play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = kSeed});
    play::ManualFeed feed([&] { return desk.battle().places(); }, [&] { return seconds; });
    if (test::Robot(desk, feed, kSeed, seconds).play(kWishes).commands < 200) std::abort();
    if (!stage->session->submit(R"({"by":"umpire","do":"undo","to":0})", "umpire", seconds)) std::abort();
    const auto text = read_text_file(path);
    auto read = text ? read_log(*text, path) : Result<ReadLog>(text.error());
    if (!read) std::abort();
    return std::move(*read);
  }();
  return lines;
}

/// A log of so many commands, and its path: the robot's battle and its taking back, over and over.
const std::string& long_log(std::size_t commands) {
  static std::map<std::size_t, std::string> known;
  std::string& path = known[commands];
  if (!path.empty()) return path;
  const ReadLog& once = robots_lines();
  std::string chain, text = chained(header_text(once.header), "", chain) + "\n";
  const double evening = 4 * 3600;
  for (std::size_t done = 0; done < commands; ++done) {
    LogLine line = once.lines[done % once.lines.size()];
    const auto offset = static_cast<std::int64_t>(done - done % once.lines.size());
    line.seq += offset;
    if (line.order) *line.order += offset;
    line.t = evening * static_cast<double>(done) / static_cast<double>(commands);
    line.asked_t.reset();
    text += chained(line_text(line), std::string(chain), chain) + "\n";
  }
  path = (folder() / (std::to_string(commands) + ".battle")).string();
  std::ofstream(path) << text;
  std::filesystem::copy_file(folder() / "robot.keys", folder() / (std::to_string(commands) + ".keys"));
  return path;
}

const story::Story& long_story(std::size_t commands) {
  static std::map<std::size_t, story::Story> known;
  const auto at = known.find(commands);
  if (at != known.end()) return at->second;
  auto story = story::story_of(long_log(commands));
  if (!story) std::abort();
  return known[commands] = std::move(*story);
}

void log_bytes(benchmark::State& state, std::size_t commands) {
  state.counters["log_MB"] = static_cast<double>(std::filesystem::file_size(long_log(commands))) / 1e6;
}

/// Every line read, checked and folded: the first time a log is opened that another program wrote.
void open_from_log(benchmark::State& state) {
  const auto commands = static_cast<std::size_t>(state.range(0));
  const std::string& log = long_log(commands);
  for (auto _ : state) benchmark::DoNotOptimize(story::story_of(log));
  log_bytes(state, commands);
  state.counters["bases"] = static_cast<double>(long_story(commands).pieces.size());
}
BENCHMARK(open_from_log)->Arg(1000)->Arg(3000)->Arg(10000)->Unit(benchmark::kMillisecond);

/// Every byte of the log checked against its chain, and the story taken from beside it.
void open_from_cache(benchmark::State& state) {
  const auto commands = static_cast<std::size_t>(state.range(0));
  const std::string& log = long_log(commands);
  story::keep_story(log, long_story(commands));
  for (auto _ : state)
    if (!story::cached_story(log)) std::abort();
  log_bytes(state, commands);
  state.counters["cache_MB"] = static_cast<double>(std::filesystem::file_size(story::cache_path(log))) / 1e6;
}
BENCHMARK(open_from_cache)->Arg(1000)->Arg(3000)->Arg(10000)->Unit(benchmark::kMillisecond);

/// A log that came alone: every byte held to the chain, the battle set up, the first screen made. The rest is read while it is shown.
void first_screen(benchmark::State& state) {
  const auto commands = static_cast<std::size_t>(state.range(0));
  const std::string& log = long_log(commands);
  for (auto _ : state) {
    const auto telling = story::Telling::begin(log);
    if (!telling || (*telling)->commands() != commands) std::abort();
    replay::Reel reel((*telling)->story());
    reel.grow(commands);
    benchmark::DoNotOptimize(replay::view_of(reel, {}));
  }
  log_bytes(state, commands);
}
BENCHMARK(first_screen)->Arg(1000)->Arg(3000)->Arg(10000)->Unit(benchmark::kMillisecond);

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
