// The screen: a page laid out, a picture drawn with 100 bases and every layer at 1080p, an idle window. Run it under a display:
// `xvfb-run -s "-screen 0 1920x1080x24" build/release/bench/bench_screen` draws on the software renderer (llvmpipe).
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>

#include "assistant/play/desk.hpp"
#include "assistant/play/fonts.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/page/page.hpp"
#include "ui/window.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A sample battle at its screen.
struct BenchDesk {
  explicit BenchDesk(const std::string& name)
      : stage(std::move(*play::set_stage(
            {.battle = test::source_dir() + "/models/data/battles/" + name + ".json", .log = {}, .table_file = {}, .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, {.seed = 3}),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    look(5);
    look(5);
  }
  void look(double seconds) {
    t += seconds;
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  play::Stage stage;
  double t = 0;
  play::Desk desk;
  play::ManualFeed feed;
};

/// A battle in inches with a unit selected, every layer on and its bases repeated until 100 stand there.
ui::ViewState full_view() {
  static BenchDesk at("hail_caesar_sample");
  for (const ui::LayerView& layer : at.desk.view().layers)
    if (!layer.on) at.desk.wish(ToggleLayer{layer.id});
  at.desk.wish(SelectUnit{{"A1"}});
  ui::ViewState view = at.desk.view();
  const std::vector<SceneItem> items = view.scene.items;
  const std::vector<ui::UnitView> units = view.units;
  const auto bases = [&] {
    return std::count_if(view.scene.items.begin(), view.scene.items.end(), [](const SceneItem& item) { return item.meaning == "base"; });
  };
  for (int round = 1; bases() < 100; ++round) {
    const double dy = 45.0 * round;
    for (SceneItem item : items) {
      if (!item.meaning.starts_with("base")) continue;
      if (auto* polygon = std::get_if<Polygon>(&item.shape))
        for (Vec2& p : polygon->points) p.y += p.y < view.scene.depth_mm / 2 ? dy : -dy;
      view.scene.items.push_back(std::move(item));
    }
    for (ui::UnitView unit : units) {
      unit.unit.text += "." + std::to_string(round);
      for (Vec2& p : unit.outline) p.y += p.y < view.scene.depth_mm / 2 ? dy : -dy;
      view.units.push_back(std::move(unit));
    }
  }
  return view;
}

double text_width(std::string_view text, double size, ui::page::Face) { return static_cast<double>(text.size()) * size * 0.55; }

double process_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::unique_ptr<ui::Window> window(benchmark::State& state) {
  const play::Fonts fonts = play::find_fonts();
  auto made = ui::Window::make({.width = 1920, .height = 1080, .font = fonts.text, .bold_font = fonts.bold});
  if (made) return std::move(*made);
  state.SkipWithError(made.error().line.c_str());
  return nullptr;
}

void page_laid_out(benchmark::State& state) {
  const ui::ViewState view = full_view();
  for (auto _ : state) benchmark::DoNotOptimize(ui::page::page_of(view, 1920, 1080, text_width));
}
BENCHMARK(page_laid_out)->Unit(benchmark::kMillisecond);

/// Every picture differs from the one before: nothing is spared.
void picture_drawn(benchmark::State& state) {
  const auto shown = window(state);
  if (!shown) return;
  ui::ViewState view = full_view();
  int turn = 0;
  const double before = process_s();
  for (auto _ : state) {
    view.log.push_back({++turn, "turn " + std::to_string(turn), Tone::Text});
    shown->show(view);
  }
  state.counters["fps"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["all_threads_ms"] = 1e3 * (process_s() - before) / static_cast<double>(state.iterations());
}
BENCHMARK(picture_drawn)->UseRealTime()->Unit(benchmark::kMillisecond);

/// A hand puts a unit down in the next box: from the look in which it has stood still long enough to the picture that shows the order.
/// `settled_after_s`: how long the rules of settling took, by the source's own time.
void move_on_screen(benchmark::State& state) {
  const auto shown = window(state);
  if (!shown) return;
  constexpr double kFrame = 1.0 / 30;
  double worst = 0, settled = 0;
  std::int64_t moves = 0;
  for (auto _ : state) {
    BenchDesk at("to_the_strongest_sample");
    shown->show(at.desk.view());
    for (const engine::Place& place : at.desk.battle().places())
      if (place.unit.text == "A2") at.feed.drag({place.base, {place.pose.x.mm(), place.pose.y.mm() + 150}, place.pose.heading.deg()});
    const std::int64_t before = at.desk.battle().seq();
    for (double passed = 0; passed < 10; passed += kFrame) {
      const auto start = std::chrono::steady_clock::now();
      at.look(kFrame);
      shown->show(at.desk.view());
      const double took = 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (at.desk.battle().seq() == before) continue;
      worst = std::max(worst, took), settled = passed, ++moves;
      break;
    }
  }
  state.counters["worst_ms"] = worst;
  state.counters["settled_after_s"] = settled;
  state.counters["moves"] = static_cast<double>(moves);
}
BENCHMARK(move_on_screen)->Iterations(10)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Five seconds of the window's whole loop with nothing happening, per cent of a core.
void idle_window(benchmark::State& state) {
  const auto shown = window(state);
  if (!shown) return;
  BenchDesk at("to_the_strongest_sample");
  const auto turn = [&] {
    at.look(0.08);
    for (const Intent& intent : shown->show(at.desk.view())) at.desk.wish(intent);
  };
  for (int i = 0; i < 20; ++i) turn();
  double used = 0, passed = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const double before = process_s();
    while (std::chrono::steady_clock::now() - start < std::chrono::seconds(5)) turn();
    used += process_s() - before;
    passed += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  state.counters["percent_of_a_core"] = 100 * used / passed;
}
BENCHMARK(idle_window)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace

BENCHMARK_MAIN();
