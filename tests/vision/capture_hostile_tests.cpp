// Streams made to hurt: bounded in memory and time, and said.
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "models/io/picture_limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/stranger.hpp"
#include "vision/capture/multipart.hpp"
#include "vision/capture/reader.hpp"
#include "vision/capture/source.hpp"

namespace capture_hostile_tests {

using namespace polemarch;
using namespace std::chrono_literals;
using namespace std::string_literals;
using Clock = std::chrono::steady_clock;
using test::honest;
using test::kHead;
using test::part;
using test::Stranger;
using vision::SourceState;

namespace {

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The most memory this process ever held, MB.
double peak_mb() {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  return static_cast<double>(use.ru_maxrss) / 1024;
}

/// Seconds until the source says something is wrong that holds `words`; what it said last where it never does.
double said_within(vision::Source& source, const std::string& words, double limit_s) {
  const auto start = Clock::now();
  std::string last;
  while (since(start) < limit_s) {
    static_cast<void>(source.next(0.02));
    if (const auto notice = vision::notice_of(source.status())) {
      last = notice->text;
      if (last.find(words) != std::string::npos) return since(start);
    }
  }
  UNSCOPED_INFO("said last: " << last);
  return 1e9;
}

}  // namespace

TEST_CASE("source: an answer's header that drips is given up within 3 s", "[vision][capture][hostile]") {
  const Stranger drip([](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say("HTTP/1.1 200 OK\r\nX: ")) return;
    while (!over && say("a")) std::this_thread::sleep_for(100ms);
  });
  const auto start = Clock::now();
  const auto source = vision::open_source(drip.url());
  CHECK(since(start) < 3.0);
  REQUIRE_FALSE(source);
  CHECK(source.error().line.find("answers too slowly") != std::string::npos);
}

TEST_CASE("source: a picture's header that drips is said within 3 s and given up after the time-out", "[vision][capture][hostile]") {
  const Stranger drip([](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say(kHead)) return;
    honest(say, over, 3);
    if (!say("--b\r\nX: ")) return;
    while (!over && say("a")) std::this_thread::sleep_for(100ms);
  });
  auto source = vision::open_source(drip.url());
  REQUIRE(source);
  REQUIRE((*source)->next(2));
  CHECK(said_within(**source, "No picture comes", 6) < 3.5);  // from the last picture on
  CHECK(said_within(**source, "Trying again", 8) < 6);
}

#if defined(__SANITIZE_THREAD__)
constexpr double kKept = 4 * 80;  // MB of a flood of 256; ThreadSanitizer notes each piece several times over
#else
constexpr double kKept = 80;
#endif

TEST_CASE("source: a flood without a line's end costs no memory and is said within 3 s", "[vision][capture][hostile]") {
  for (const std::string& before :
       {kHead, kHead + "--b\r\nX: ", kHead + "--b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n"s}) {
    const Stranger flood([&](const Stranger::Say& say, const std::atomic<bool>& over) {
      const std::string piece(1 << 16, '7');
      if (!say(before)) return;
      for (int i = 0; i < 4000 && !over && say(piece); ++i) {
      }
    });
    const double peak = peak_mb();
    auto source = vision::open_source(flood.url());
    REQUIRE(source);
    INFO(before.substr(before.size() - 20));
    CHECK(said_within(**source, flood.url(), 6) < 3);
    CHECK(peak_mb() - peak < kKept);
  }
}

TEST_CASE("source: the same picture again and again is said within 3 s, and no longer when pictures move again",
          "[vision][capture][hostile]") {
  std::atomic<bool> frozen{true};
  const Stranger camera([&](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say(kHead)) return;
    for (int i = 0; !over && say(part(frozen ? 100 : i * 7 % 250)); ++i) std::this_thread::sleep_for(20ms);
  });
  auto source = vision::open_source(camera.url());
  REQUIRE(source);
  CHECK(said_within(**source, "the same picture", 6) < 3);
  CHECK((*source)->status().state == SourceState::Frozen);
  CHECK((*source)->next(1));  // they are still handed out: the table can be read
  frozen = false;
  const auto start = Clock::now();
  while ((*source)->status().state != SourceState::Live && since(start) < 3) static_cast<void>((*source)->next(0.05));
  CHECK((*source)->status().state == SourceState::Live);
}

namespace {

/// A camera's driver that hands out the same buffer again and again.
class HangingReader : public vision::capture::Reader {
 public:
  explicit HangingReader(bool recorded) : recorded_(recorded) {}
  vision::capture::Got read(Frame& frame, double) override {
    std::this_thread::sleep_for(20ms);
    frame.index = ++index_;
    frame.t = 0.02 * static_cast<double>(index_);
    frame.gray = std::make_shared<const Image>(64, 48, 1);
    return vision::capture::Got::Frame;
  }
  bool recorded() const override { return recorded_; }
  std::string description() const override { return "camera:7"; }

 private:
  bool recorded_;
  std::int64_t index_ = -1;
};

}  // namespace

TEST_CASE("source: a camera that hands out one buffer again and again is said to hang within 3 s, a recorded still life is not",
          "[vision][capture][hostile]") {
  const auto camera = vision::capture::live_source(std::make_unique<HangingReader>(false), {});
  CHECK(said_within(*camera, "camera:7: the same picture", 6) < 3);
  const auto film = vision::capture::live_source(std::make_unique<HangingReader>(true), {});
  CHECK(said_within(*film, "the same picture", 3) >= 3);
}

TEST_CASE("source: a camera that hangs on several buffers in turn is said to hang within 3 s", "[vision][capture][hostile]") {
  const Stranger camera([&](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (!say(kHead)) return;
    for (int i = 0; !over && say(part(100 + i % 4 * 10)); ++i) std::this_thread::sleep_for(20ms);
  });
  auto source = vision::open_source(camera.url());
  REQUIRE(source);
  CHECK(said_within(**source, "the same picture", 6) < 3);
}

TEST_CASE("source: one that dies is said at once, one that comes back is shown within 3 s", "[vision][capture][hostile]") {
  const auto talk = [](const Stranger::Say& say, const std::atomic<bool>& over) {
    if (say(kHead)) honest(say, over, 10'000);
  };
  auto camera = std::make_unique<Stranger>(talk);
  const int port = camera->port();
  auto source = vision::open_source(camera->url());
  REQUIRE(source);
  REQUIRE((*source)->next(2));
  camera.reset();
  CHECK(said_within(**source, "Trying again", 6) < 3);
  std::this_thread::sleep_for(4s);  // the pauses have grown to their longest
  camera = std::make_unique<Stranger>(talk, port);
  while ((*source)->next(0)) {
  }
  const auto start = Clock::now();
  CHECK((*source)->next(6));
  CHECK(since(start) < 3);
  CHECK_FALSE(vision::notice_of((*source)->status()));
}

}  // namespace capture_hostile_tests
