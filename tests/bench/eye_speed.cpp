#include "tests/bench/eye_speed.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "tests/bench/marker_reel.hpp"
#include "tests/bench/timing.hpp"
#include "tests/support/stock.hpp"
#include "vision/track/tracker.hpp"

using namespace polemarch;
using namespace polemarch::vision;

namespace {

constexpr int kStart = 30;       // frames until every base is met; the first of them reads the whole picture twice
constexpr int kSettled = 150;    // frames after which the border was looked at often enough to be registered from the mean
constexpr int kPeerEvery = 100;  // frames

}  // namespace

void eye_speed(int moving, int frames, double goal) {
  const bench::Reel reel({.moving = moving, .frames = 9, .border = true});
  const SceneSpec& scene = reel.table.scene();
  assistant::TableEye eye(scene.table, bench::specs_of(scene));
  Table bare = scene.table;
  bare.border.clear();
  Tracker tracker(reel.table.camera(0), bare, bench::specs_of(scene));
  auto aruco = StockDetector::make(Stock::ArucoDefault, scene.table.border_family);
  std::vector<double> whole, alone, peer;
  double worst = 0;
  int worst_at = 0;
  long seen = 0, reads = 0;
  const auto buffer = std::make_shared<Image>();
  const auto timed = [](auto&& what) {
    const double start = bench::cpu_ms();
    what();
    return bench::cpu_ms() - start;
  };
  for (int n = 0; n < frames; ++n) {
    Frame frame;
    frame.index = n;
    frame.t = n / 30.0;
    frame.gray = buffer;
    *buffer = *reel.frames[reel.at(n)].gray;  // a decoder has just written it: it lies in the cache, for each of the three
    const double by_tracker = timed([&] { tracker.update(frame); });
    *buffer = *reel.frames[reel.at(n)].gray;
    const TableState* state = nullptr;
    const double by_eye = timed([&] { state = &eye.see(frame); });
    if (n >= kStart && by_eye > worst) worst = by_eye, worst_at = n;
    if (n < kSettled) continue;
    whole.push_back(by_eye);
    alone.push_back(by_tracker);
    reads += eye.counts().reads;
    seen += std::ranges::count_if(state->bases, [](const ObservedBase& b) { return b.state == Seen::Seen; });
    if (n % kPeerEvery != 0) continue;
    *buffer = *reel.frames[reel.at(n)].gray;
    peer.push_back(timed([&] { aruco->detect(frame.gray->view()); }));
  }
  const double middle = bench::median(whole), by_peer = bench::median(peer);
  const auto counted = static_cast<double>(std::max<std::size_t>(1, whole.size()));
  bench::row(
      bench::text("whole eye, %d %% moving: >= %.0fx ArucoDefault, no frame over 15 ms", moving, goal).c_str(),
      bench::text("%.3f ms, p99 %.2f, %.0fx; worst %.1f ms (frame %d)", middle, bench::quantile(whole, 0.99), by_peer / middle, worst,
                  worst_at),
      bench::text("aruco default %.1f; tracker alone %.3f (%.0fx); %.2f bases seen, %.2f cold reads a frame", by_peer, bench::median(alone),
                  by_peer / bench::median(alone), static_cast<double>(seen) / counted, static_cast<double>(reads) / counted));
}
