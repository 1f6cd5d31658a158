/// Faults of a phone's stream, by real sockets: each is said within 3 s by the clock, however busy the eye or the machine is.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "assistant/play/camera_feed.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/stranger.hpp"
#include "vision/capture/source.hpp"

namespace phone_faults_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using test::kHead;
using test::part;
using test::Stranger;

namespace {

constexpr double kSaidWithinS = 3;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A phone's pictures for an eye that is busy for ten seconds with each.
class ForABusyEye final : public vision::Source {
 public:
  explicit ForABusyEye(const std::string& url) : phone_(std::move(*vision::open_source(url))) {}
  std::optional<Frame> next(double wait_s) override {
    for (const auto start = Clock::now(); seen_ && !over_ && since(start) < 10;) std::this_thread::sleep_for(5ms);
    auto frame = phone_->next(wait_s);
    seen_ = seen_ || frame;
    return frame;
  }
  vision::SourceStatus status() const override { return phone_->status(); }
  std::string description() const override { return phone_->description(); }
  void release() { over_ = true; }

 private:
  std::unique_ptr<vision::Source> phone_;
  bool seen_ = false;
  std::atomic<bool> over_ = false;
};

/// Other programs that want the processor as much as we do: four for each core.
class BusyMachine {
 public:
  BusyMachine() {
    for (unsigned i = 0; i < 4 * std::max(1U, std::thread::hardware_concurrency()); ++i)
      others_.emplace_back([this] {
        while (!over_) {
        }
      });
  }
  ~BusyMachine() {
    over_ = true;
    for (std::thread& other : others_) other.join();
  }
  BusyMachine(const BusyMachine&) = delete;
  BusyMachine& operator=(const BusyMachine&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::vector<std::thread> others_;
};

struct AtTable {
  Stage stage = std::move(*set_stage({test::source_dir() + "/models/data/battles/paean_sample.json", "", "", ""}));
  std::unique_ptr<Feed> feed;
  std::optional<Look> look;

  explicit AtTable(std::unique_ptr<vision::Source> source)
      : feed(make_fallback_feed(make_camera_feed(std::move(source), std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt),
                                                 stage.table, "phone", {}),
                                std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; }))) {}

  /// Seconds until a look is one that was waited for.
  template <class Waited>
  double until(Waited waited) {
    const auto start = Clock::now();
    while (since(start) < 12) {
      if (auto next = feed->next()) look = std::move(next);
      if (look && waited(*look)) return since(start);
      std::this_thread::sleep_for(16ms);
    }
    return 1e9;
  }
  double until_first_picture() {
    return until([](const Look& l) { return !l.lost && l.source.find("border markers") != std::string::npos; });
  }
  double until_said(const std::string& words) {
    return until([&](const Look& l) { return (l.lost || l.frozen) && l.source.find(words) != std::string::npos; });
  }
};

/// One picture again and again once it is to hang.
Stranger hanging(const std::atomic<bool>& hangs) {
  return Stranger([&](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say(kHead)) return;
    for (int i = 0; !over && say(part(hangs ? 100 : i * 7 % 250, 1280, 720)); ++i) std::this_thread::sleep_for(30ms);
  });
}

/// Pictures that differ; once it is to break, what `breaks` says.
Stranger breaking(const std::atomic<bool>& breaks, std::function<void(const Stranger::Say&, const std::atomic<bool>&)> broken) {
  return Stranger([&breaks, broken = std::move(broken)](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say(kHead)) return;
    for (int i = 0; !over && !breaks && say(part(i * 7 % 250)); ++i) std::this_thread::sleep_for(20ms);
    if (!over) broken(say, over);
  });
}

void drip(const Stranger::Say& say, const std::atomic<bool>& over) {
  if (!say("--b\r\nX: ")) return;
  while (!over && say("a")) std::this_thread::sleep_for(100ms);
}

void flood(const Stranger::Say& say, const std::atomic<bool>& over) {
  const std::string piece(1 << 16, '7');
  for (int i = 0; i < 4000 && !over && say(piece); ++i) {
  }
}

}  // namespace

TEST_CASE("a picture that comes again and again is said within 3 s while the eye is still busy with an earlier one", "[play][phone]") {
  std::atomic<bool> hangs{true};
  const Stranger phone = hanging(hangs);
  auto source = std::make_unique<ForABusyEye>(phone.url());
  ForABusyEye& busy = *source;
  AtTable table(std::move(source));
  CHECK(table.until_said("the same picture") < kSaidWithinS);
  CHECK(table.look->frozen);
  CHECK_FALSE(table.look->lost);
  CHECK(table.look->for_s == 2.0);
  CHECK_FALSE(table.feed->next());  // said once
  busy.release();
}

TEST_CASE("on a busy machine every fault of a phone's stream is said within 3 s, and so is its return", "[play][phone]") {
  const BusyMachine others;
  std::atomic<bool> breaks{false};
  SECTION("a picture that hangs") {
    const Stranger phone = hanging(breaks);
    AtTable table(std::move(*vision::open_source(phone.url())));
    REQUIRE(table.until_first_picture() < 12);
    breaks = true;
    CHECK(table.until_said("the same picture") < kSaidWithinS);
    breaks = false;
    CHECK(table.until([](const Look& l) { return !l.lost && !l.frozen; }) < kSaidWithinS);
  }
  SECTION("a header that drips") {
    const Stranger phone = breaking(breaks, drip);
    AtTable table(std::move(*vision::open_source(phone.url())));
    REQUIRE(table.until_first_picture() < 12);
    breaks = true;
    CHECK(table.until_said("No picture comes") < kSaidWithinS);
  }
  SECTION("a flood without a line's end") {
    const Stranger phone = breaking(breaks, flood);
    AtTable table(std::move(*vision::open_source(phone.url())));
    REQUIRE(table.until_first_picture() < 12);
    breaks = true;
    CHECK(table.until_said("phone") < kSaidWithinS);
  }
  SECTION("a phone that dies and comes back") {
    const auto talk = [](const Stranger::Say& say, const std::atomic<bool>& over) {
      if (say(kHead)) test::honest(say, over, 10'000);
    };
    auto phone = std::make_unique<Stranger>(talk);
    const int port = phone->port();
    AtTable table(std::move(*vision::open_source(phone->url())));
    REQUIRE(table.until_first_picture() < 12);
    phone.reset();
    CHECK(table.until_said("Trying again") < kSaidWithinS);
    std::this_thread::sleep_for(4s);  // the pauses have grown to their longest
    phone = std::make_unique<Stranger>(talk, port);
    CHECK(table.until_first_picture() < kSaidWithinS);
  }
}

}  // namespace phone_faults_tests
