/// An evening at speed: hours of table time through the headless run, with publisher and page on and somebody at each, a random player
/// giving commands. Prints memory and descriptors as they go, and whether every command is in the log. `./run soak [HOURS]`.
/// usage: soak HOURS [MINUTES at most, of the wall clock]
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <zmq.hpp>

#include "assistant/play/headless.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/support/random_player.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double resident_kb() {
  std::ifstream in("/proc/self/statm");
  long whole = 0, resident = 0;
  in >> whole >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024.0;
}

long descriptors() {
  long count = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    static_cast<void>(entry);
    ++count;
  }
  return count;
}

struct Sample {
  double hours = 0, kb = 0;
  double used_kb = 0;  ///< what the program asked for and has not given back
  long open = 0;
  std::int64_t commands = 0;
};

/// Least squares: kB a command, from a sample on.
double slope(const std::vector<Sample>& samples, std::size_t from, double Sample::*what) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = from; i < samples.size(); ++i) {
    const auto given = static_cast<double>(samples[i].commands);
    const double kb = samples[i].*what;
    ++n, x += given, y += kb, xx += given * given, xy += given * kb;
  }
  return n * xx - x * x > 0 ? (n * xy - x * y) / (n * xx - x * x) : 0;
}

/// Table time runs a tenth of a second a look; every so often somebody says something.
class SoakFeed : public Feed {
 public:
  SoakFeed(Stage& stage, std::string folder, double hours, double minutes)
      : stage_(stage),
        folder_(std::move(folder)),
        hours_(hours),
        until_(Clock::now() + std::chrono::seconds(static_cast<long>(minutes * 60))) {}

  void speak_to(Desk& desk) { desk_ = &desk; }

  std::optional<Look> next() override {
    now_ += 0.1;
    if (now_ >= next_word_) speak();
    if (now_ >= next_sample_) sample();
    return table_.next();
  }
  bool ended() const override { return now_ >= hours_ * 3600 || Clock::now() >= until_; }
  void drag(const DragBase& move) override { table_.drag(move); }

  const std::vector<Sample>& samples() const { return samples_; }
  std::int64_t given() const { return given_; }

 private:
  void speak() {
    next_word_ = now_ + 20;
    const engine::Battle& battle = stage_.session->battle();
    std::optional<std::string> command;
    if (!battle.ending()) command = player_.next(battle);
    if (!command || player_.chance(3))  // over, stuck, or somebody changes his mind: back to some earlier moment
      command = R"({"by":"umpire","do":"undo","to":)" + std::to_string(player_.below(static_cast<std::size_t>(battle.seq()) / 2 + 1)) + "}";
    const std::int64_t before = battle.seq();
    desk_->wish(GiveCommand{*command});
    given_ += battle.seq() - before;
    if (player_.chance(30) && !battle.places().empty())
      desk_->wish(SelectUnit{battle.places()[player_.below(battle.places().size())].unit});
  }
  void sample() {
    next_sample_ = now_ + 360;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == ".png") fs::remove(entry.path());  // seen; the disk is not what is measured
    samples_.push_back(
        {now_ / 3600, resident_kb(), static_cast<double>(::mallinfo2().uordblks) / 1024.0, descriptors(), stage_.session->battle().seq()});
    const Sample& s = samples_.back();
    std::printf("%6.2f h  %8.0f kB resident  %8.0f kB in use  %3ld descriptors  %5lld commands\n", s.hours, s.kb, s.used_kb, s.open,
                static_cast<long long>(s.commands));
    std::fflush(stdout);
  }

  Stage& stage_;
  std::string folder_;
  double hours_, now_ = 0, next_word_ = 5, next_sample_ = 60;
  Clock::time_point until_;
  Desk* desk_ = nullptr;
  ManualFeed table_{[this] { return stage_.session->battle().places(); }, [this] { return now_; }};
  test::RandomPlayer player_{2026};
  std::vector<Sample> samples_;
  std::int64_t given_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const double hours = argc > 1 ? std::atof(argv[1]) : 8, minutes = argc > 2 ? std::atof(argv[2]) : 1e6;
  const std::string folder = (fs::temp_directory_path() / ("polemarch_soak_" + std::to_string(::getpid()))).string();
  fs::create_directories(folder);
  auto stage = set_stage({test::source_dir() + "/models/data/battles/to_the_strongest_sample.json", folder + "/game.battle", "", ""});
  auto broadcast = Broadcast::open({.publish = "0", .spectate = "0", .keys = {}, .token = {}});
  auto script = Script::from_text(R"({"t":1000000000,"say":"never"})", "soak");
  if (!stage || !broadcast || !script) {
    std::fprintf(stderr, "soak: %s\n", (!stage ? stage.error() : !broadcast ? broadcast.error() : script.error()).line.c_str());
    return 2;
  }
  const std::string links = broadcast->links();
  const auto word_from = [&](const char* scheme) {
    const auto at = links.find(scheme);
    return links.substr(at, links.find_first_of(",\n ", at) - at);
  };
  SoakFeed feed(*stage, folder, hours, minutes);
  std::int64_t seq = 0;
  int pictures = 0;
  std::atomic<bool> over{false};
  std::atomic<long> page_events{0}, messages{0};
  std::thread spectator([&, link = word_from("http://")] {
    test::PageClient page(link);
    while (!over) {
      if (!page.listen()) continue;
      while (!over && page.event(500)) ++page_events;
    }
  });
  std::thread listener([&, endpoint = word_from("tcp://")] {
    zmq::context_t context(1);
    zmq::socket_t in(context, zmq::socket_type::sub);
    in.set(zmq::sockopt::linger, 0);
    in.set(zmq::sockopt::rcvtimeo, 200);
    in.set(zmq::sockopt::subscribe, "");
    in.connect(endpoint);
    zmq::message_t message;
    while (!over)
      if (in.recv(message)) ++messages;
  });
  std::optional<InputError> trouble;
  {
    Desk desk(*stage->session, stage->table, stage->bases, {.seed = 7});
    feed.speak_to(desk);
    HeadlessRun run({.dir = folder, .stop_after_s = hours * 3600}, desk, feed, std::move(*script), std::move(*broadcast));
    trouble = run.run();
    seq = stage->session->battle().seq();
    pictures = run.pictures();
  }
  over = true;
  spectator.join();
  listener.join();
  const std::string log = stage->session->log_path();
  stage->session.reset();
  const auto written = Session::open_read_only(log);
  const auto verified = Session::verify(log);
  const bool whole = written && (*written)->battle().seq() == seq && static_cast<std::int64_t>((*written)->lines().size()) == seq;
  const bool same = verified && verified->same && verified->left_out.empty();
  const auto& samples = feed.samples();
  long least = 1 << 30, most = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) least = std::min(least, samples[i].open), most = std::max(most, samples[i].open);
  if (trouble) std::fprintf(stderr, "soak: %s\n", trouble->line.c_str());
  if (samples.size() > 3) {
    const std::size_t half = samples.size() / 2;
    const double commands =
        static_cast<double>(samples.back().commands - samples[half].commands) / std::max(0.01, samples.back().hours - samples[half].hours);
    std::printf("second half: %.1f commands an hour, %.2f kB resident and %.2f kB in use a command; descriptors %ld to %ld\n", commands,
                slope(samples, half, &Sample::kb), slope(samples, half, &Sample::used_kb), least, most);
  }
  std::printf("%lld commands given, %lld in the log, %s; replay --verify %s; %d pictures, %ld page events, %ld messages\n",
              static_cast<long long>(feed.given()), static_cast<long long>(written ? (*written)->lines().size() : 0),
              whole ? "every one" : "NOT ALL", same ? "agrees" : "DIFFERS", pictures, page_events.load(), messages.load());
  std::error_code left;
  fs::remove_all(folder, left);
  return !trouble && whole && same && most - least <= 4 ? 0 : 1;
}
