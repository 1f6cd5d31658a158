// Strangers at the wire while the table plays. `play --headless` with a simulated camera, publisher and page on, and one attack after the
// other, by turns with none. The attackers are a process of their own that gives way (nice 19): they are meant to cost the table what they
// make the wire do, not the core they run on themselves. usage: bench_wire [SECONDS of each turn] [PAIRS of turns an attack]
//
// alone /s, under /s   pictures a second by the clock, which counts every other program on this computer
//   core               the same, without the time in which the table's thread waited for a core that others had
// alone ms, under ms   processor time of the table's thread a picture
// held                 milliseconds of a picture in which that thread neither ran nor waited for a core: locks, disk; alone and under
// wire                 milliseconds a second that the threads of page and bus run; alone and under
// page s, bus s        how long an honest viewer waits for page and table, and an honest program hears nothing, at worst
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <zmq.hpp>

#include "assistant/play/demo.hpp"
#include "assistant/play/headless.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/stage.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/bench/timing.hpp"
#include "tests/bench/wire_attacks.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The demo's table with nobody's hands over it, so that every picture costs the same.
std::string still_scene(const std::string& text) {
  nlohmann::json scene = nlohmann::json::parse(text);
  scene["frames"] = 1'000'000;
  scene["things"] = nlohmann::json::array();
  scene["camera"].erase("keys");
  for (nlohmann::json& base : scene["bases"]) base["path"] = nlohmann::json::array({base["path"].front()});
  return scene.dump();
}

/// What the kernel counted of a thread: milliseconds it ran, and those in which it would have run but others had the core.
struct Ran {
  double ms = 0, waited_ms = 0;
};
Ran ran(const std::string& task) {
  std::ifstream counts("/proc/" + task + "/schedstat");
  double ran_ns = 0, waited_ns = 0;
  counts >> ran_ns >> waited_ns;
  return {1e-6 * ran_ns, 1e-6 * waited_ns};
}

/// Milliseconds that the threads which give way to the table have run: page and bus.
double wire_ms() {
  double sum = 0;
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    const std::string name = task.path().filename();
    if (::getpriority(PRIO_PROCESS, static_cast<id_t>(std::stoi(name))) > 0) sum += ran("self/task/" + name).ms;
  }
  return sum;
}

/// Counts the pictures it hands on, and what the thread that takes them runs and waits.
class CountingFeed : public play::Feed {
 public:
  explicit CountingFeed(std::unique_ptr<play::Feed> feed) : feed_(std::move(feed)) {}
  std::optional<play::Look> next() override {
    auto look = feed_->next();
    const std::lock_guard lock(guard_);
    at_ = {at_.pictures + (look ? 1 : 0), 1e3 * since(start_), ran("thread-self")};
    return look;
  }
  bool ended() const override { return over || feed_->ended(); }

  /// Where the table was at its last picture.
  struct At {
    long pictures = 0;
    double clock_ms = 0;
    Ran thread;
  };
  At at() const {
    const std::lock_guard lock(guard_);
    return at_;
  }

  std::atomic<bool> over{false};

 private:
  std::unique_ptr<play::Feed> feed_;
  Clock::time_point start_ = Clock::now();
  mutable std::mutex guard_;
  At at_;
};

/// A browser and a program that listen as anybody may.
class Honest {
 public:
  Honest(std::string link, std::string endpoint)
      : viewer_([this, link] { view(link); }), listener_([this, endpoint] { listen(endpoint); }) {}
  ~Honest() {
    over_ = true;
    viewer_.join();
    listener_.join();
  }
  /// Worst seconds since this was last asked: a page with its table; silence on the bus.
  std::pair<double, double> worst() { return {page_.exchange(0), silence_.exchange(0)}; }

 private:
  static void raise(std::atomic<double>& worst, double value) {
    if (value > worst) worst = value;
  }
  void view(const std::string& link) {
    while (!over_) {
      const auto start = Clock::now();
      test::PageClient client(link);
      bool served = false;
      while (!served && !over_ && since(start) < 30)  // a browser tries again
        served = client.get("/").find("</html>") != std::string::npos && client.listen() && client.event(1000);
      raise(page_, since(start));
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
    }
  }
  void listen(const std::string& endpoint) {
    zmq::context_t context(1);
    zmq::socket_t in(context, zmq::socket_type::sub);
    in.set(zmq::sockopt::linger, 0);
    in.set(zmq::sockopt::rcvtimeo, 100);
    in.set(zmq::sockopt::subscribe, "table");
    in.connect(endpoint);
    zmq::message_t part;
    for (auto last = Clock::now(); !over_;) {
      const bool heard = in.recv(part).has_value();
      raise(silence_, since(last));
      if (heard) last = Clock::now();
    }
  }

  std::atomic<bool> over_{false};
  std::atomic<double> page_{0}, silence_{0};
  std::thread viewer_, listener_;
};

struct Turn {
  double a_second = 0, a_second_of_core = 0;  ///< pictures
  double cpu_ms = 0, held_ms = 0;             ///< of a picture
  double wire_ms = 0;                         ///< of a second
};

Turn turn_of(const CountingFeed& feed, double seconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // until the attack is there, or gone
  const auto start = Clock::now();
  const double wire_before = wire_ms();
  const CountingFeed::At before = feed.at();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const CountingFeed::At after = feed.at();
  const double wire = (wire_ms() - wire_before) / since(start);
  const double count = std::max(1.0, static_cast<double>(after.pictures - before.pictures));
  const double clock = std::max(1.0, after.clock_ms - before.clock_ms), waited = after.thread.waited_ms - before.thread.waited_ms;
  const double cpu = after.thread.ms - before.thread.ms;
  return {1e3 * count / clock, 1e3 * count / std::max(1.0, clock - waited), cpu / count, std::max(0.0, clock - waited - cpu) / count, wire};
}

/// Turns of an attack and turns alone, by pairs.
struct Pairs {
  std::vector<Turn> alone, under;

  double middle(const std::vector<Turn>& turns, double Turn::*what) const {
    std::vector<double> values;
    for (const Turn& turn : turns) values.push_back(turn.*what);
    return bench::median(values);
  }
  double ratio(double Turn::*what) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < alone.size(); ++i) values.push_back(under[i].*what / std::max(1e-9, alone[i].*what));
    return bench::median(values);
  }
  void print(const char* name, double page_s, double bus_s) const {
    const auto both = [&](double Turn::*what) { return std::pair(middle(alone, what), middle(under, what)); };
    const auto [alone_s, under_s] = both(&Turn::a_second);
    const auto [alone_ms, under_ms] = both(&Turn::cpu_ms);
    const auto [alone_held, under_held] = both(&Turn::held_ms);
    const auto [alone_wire, under_wire] = both(&Turn::wire_ms);
    std::printf("%-44s %8.2f %8.2f %6.3f %6.3f %8.2f %8.2f %6.3f %6.2f %6.2f %6.1f %6.1f %6.2f %6.2f\n", name, alone_s, under_s,
                ratio(&Turn::a_second), ratio(&Turn::a_second_of_core), alone_ms, under_ms, ratio(&Turn::cpu_ms), alone_held, under_held,
                alone_wire, under_wire, page_s, bus_s);
    std::fflush(stdout);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 && std::atof(argv[1]) > 0 ? std::atof(argv[1]) : 4;
  const int pairs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  bench::Attacker attacker;  // forks: before any thread
  const fs::path folder = fs::temp_directory_path() / ("polemarch_wire_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto files = play::demo_files();
  if (!files) return std::fprintf(stderr, "bench_wire: %s\n", files.error().line.c_str()), 2;
  std::ofstream(folder / "demo.json") << files->battle;
  std::ofstream(folder / "scene.json") << still_scene(files->scene);
  auto stage = play::set_stage({(folder / "demo.json").string(), (folder / "game.battle").string(), "", ""});
  auto source = play::open_eye({.source = "sim:" + (folder / "scene.json").string(), .camera = {}, .folder_fps = 10, .live = false});
  auto broadcast = play::Broadcast::open({.publish = "0", .spectate = "0", .keys = {}, .token = {}});
  auto script = play::Script::from_text(R"({"t":1000000000,"say":"never"})", "wire");
  if (!stage || !source || !broadcast || !script) return std::fprintf(stderr, "bench_wire: the table cannot be set\n"), 2;
  auto camera = play::make_feed(std::move(*source), *stage);
  if (!camera) return std::fprintf(stderr, "bench_wire: %s\n", camera.error().line.c_str()), 2;
  CountingFeed feed(std::move(*camera));
  const std::string links = broadcast->links();
  const auto word_from = [&](const char* scheme) {
    const auto at = links.find(scheme);
    return links.substr(at, links.find_first_of(",\n ", at) - at);
  };
  const std::string page = word_from("http://"), bus = word_from("tcp://");
  const int bus_port = std::stoi(bus.substr(bus.rfind(':') + 1));

  std::thread director([&] {
    Honest honest(page, bus);
    const int page_port = test::PageClient(page).port();
    std::this_thread::sleep_for(std::chrono::seconds(8));  // the table is registered
    std::printf("%-44s %8s %8s %6s %6s %8s %8s %6s %13s %13s %6s %6s\n", "attack", "alone /s", "under /s", "ratio", "core", "alone ms",
                "under ms", "ratio", "held ms", "wire ms/s", "page s", "bus s");
    for (const bench::Attack& attack : bench::attacks()) {
      Pairs turns;
      double page_s = 0, bus_s = 0;
      for (int pair = 0; pair < pairs; ++pair) {
        const bool first = pair % 2 == 0;  // which comes first changes, so that a drift of the computer cancels
        const auto quiet = [&] { return turn_of(feed, seconds); };
        const auto loud = [&] {
          attacker.begin(attack, page_port, bus_port);
          honest.worst();
          const Turn turn = turn_of(feed, seconds);
          const auto [viewer, listener] = honest.worst();
          page_s = std::max(page_s, viewer), bus_s = std::max(bus_s, listener);
          attacker.end();
          return turn;
        };
        const Turn one = first ? quiet() : loud(), two = first ? loud() : quiet();
        turns.alone.push_back(first ? one : two);
        turns.under.push_back(first ? two : one);
      }
      turns.print(attack.name, page_s, bus_s);
    }
    feed.over = true;
  });
  std::optional<InputError> trouble;
  {
    play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = 7});
    play::HeadlessRun run({.dir = folder.string(), .every_s = 1e9}, desk, feed, std::move(*script), std::move(*broadcast));
    trouble = run.run();
    feed.over = true;
    director.join();
  }
  std::error_code left;
  fs::remove_all(folder, left);
  if (trouble) std::fprintf(stderr, "bench_wire: %s\n", trouble->line.c_str());
  return trouble ? 1 : 0;
}
