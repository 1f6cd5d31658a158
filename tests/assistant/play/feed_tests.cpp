/// Where looks at the table come from: a camera that waits, is lost, breaks and comes back; the hand that takes over; the picture
/// straightened.
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "assistant/play/camera_feed.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/picture_rate.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/straighten.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/capture/source.hpp"
#include "vision/pixels/camera_model.hpp"

namespace feed_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;

namespace {

Stage paean() { return std::move(*set_stage({test::source_dir() + "/models/data/battles/paean_sample.json", "", "", ""})); }

/// Gives what it is told.
struct FakeFeed final : Feed {
  std::vector<std::optional<Look>> looks;
  std::optional<Look> next() override {
    if (looks.empty()) return std::nullopt;
    auto look = looks.front();
    looks.erase(looks.begin());
    return look;
  }
};

/// Gives no picture, only a state.
class SilentSource final : public vision::Source {
 public:
  explicit SilentSource(vision::SourceStatus status) : status_(std::move(status)) {}
  std::optional<Frame> next(double /*wait_s*/) override { return std::nullopt; }
  vision::SourceStatus status() const override { return status_; }
  std::string description() const override { return "silent"; }
  std::vector<std::string> warnings() const override { return {}; }

 private:
  vision::SourceStatus status_;
};

/// Breaks while it decodes its first picture; the others are empty tables.
class BreakingSource final : public vision::Source {
 public:
  std::optional<Frame> next(double /*wait_s*/) override {
    if (++pictures_ == 1) throw std::runtime_error("broken tables\nin the decoder");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    Frame frame;
    frame.index = pictures_;
    frame.t = 0.02 * static_cast<double>(pictures_);
    frame.gray = std::make_shared<Image>(64, 48, 1);
    return frame;
  }
  vision::SourceStatus status() const override { return {.state = vision::SourceState::Live, .text = ""}; }
  std::string description() const override { return "breaking"; }

 private:
  std::int64_t pictures_ = 0;
};

/// Five pictures, as fast as they are asked for; then it is through.
class FastSource final : public vision::Source {
 public:
  std::optional<Frame> next(double /*wait_s*/) override {
    if (given_ == 5) {
      status_.state = vision::SourceState::Ended;
      return std::nullopt;
    }
    status_.state = vision::SourceState::Live;
    Frame frame;
    frame.index = ++given_;
    frame.t = 0.01 * given_;
    frame.gray = std::make_shared<Image>(64, 48, 1);
    return frame;
  }
  vision::SourceStatus status() const override { return status_; }
  std::string description() const override { return "fast"; }

 private:
  int given_ = 0;
  vision::SourceStatus status_;
};

/// Gives one picture and is silent from then on, while whoever asks for the next is kept busy.
class BusySource final : public vision::Source {
 public:
  std::optional<Frame> next(double /*wait_s*/) override {
    if (pictures_ > 0) {
      silent_ = true;
      for (int i = 0; i < 300 && !over_; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      return std::nullopt;
    }
    Frame frame;
    frame.index = ++pictures_;
    frame.gray = std::make_shared<Image>(64, 48, 1);
    return frame;
  }
  vision::SourceStatus status() const override {
    if (!silent_) return {.state = vision::SourceState::Live, .text = ""};
    return {.state = vision::SourceState::Stalled, .text = "No picture comes."};
  }
  std::string description() const override { return "busy"; }
  void release() { over_ = true; }

 private:
  std::int64_t pictures_ = 0;
  std::atomic<bool> silent_ = false, over_ = false;
};

Look camera_look(double t, double x) {
  Look look;
  look.table.t = t;
  look.table.registered = true;
  ObservedBase base;
  base.base = {"A1.1"};
  base.x_mm = x;
  base.state = Seen::Seen;
  base.settled = true;
  look.table.bases = {base};
  return look;
}

}  // namespace

TEST_CASE("when the camera is lost the hand takes over where it was, and gives back with a fresh look", "[play]") {
  auto camera = std::make_unique<FakeFeed>();
  Look lost = camera_look(10, 700);
  lost.lost = true;
  camera->looks = {camera_look(9, 700), lost, std::nullopt, std::nullopt, camera_look(30, 720)};
  double now = 100;
  engine::Place place;
  place.base = {"A1.1"};
  place.unit = {"A1"};
  auto manual = std::make_unique<ManualFeed>([&] { return std::vector<engine::Place>{place}; }, [&] { return now; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  CHECK_FALSE(feed->next()->manual);
  const auto hand = feed->next();
  REQUIRE(hand);
  CHECK(hand->manual);
  CHECK(hand->lost);
  CHECK(hand->epoch == 1);
  CHECK(hand->table.bases[0].x_mm == 700);
  CHECK(hand->table.t == Approx(9));
  now = 103;
  feed->drag({{"A1.1"}, {710, 0}, 0});
  CHECK(feed->next()->table.bases[0].x_mm == 710);
  CHECK(feed->next()->table.t == Approx(12));
  const auto back = feed->next();
  CHECK_FALSE(back->manual);
  CHECK(back->epoch == 2);
  CHECK(back->table.bases[0].x_mm == 720);
}

TEST_CASE("a film's end and a stream that is tried again are said once by name, and the hand takes over", "[play]") {
  using vision::SourceState;
  const auto [state, text, shown] = GENERATE(table<SourceState, std::string, std::string>(
      {{SourceState::Ended, "The pictures have come to their end.", "film: The pictures have come to their end. Drag the bases by hand."},
       {SourceState::Retrying, "film: the stream broke off. Trying again.",
        "film: the stream broke off. Trying again. Drag the bases by hand until it is back."},
       {SourceState::Lost, "the file is gone", "film: the file is gone. Drag the bases by hand until it is back."}}));
  const Stage stage = paean();
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt);
  auto camera = make_camera_feed(std::make_unique<SilentSource>(vision::SourceStatus{.state = state, .text = text}), std::move(eye),
                                 stage.table, "film", {});
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  std::optional<Look> look;
  for (int i = 0; i < 500 && !(look && look->lost); ++i) {
    look = feed->next();
    if (!look) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  REQUIRE(look);
  CHECK(look->lost);
  CHECK(look->manual);
  CHECK(look->source == shown);
}

TEST_CASE("a source that falls silent is said to be lost while the eye is still busy with the picture before", "[play]") {
  const Stage stage = paean();
  auto source = std::make_unique<BusySource>();
  BusySource& busy = *source;
  const auto feed = make_camera_feed(std::move(source), std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt), stage.table,
                                     "http://phone/video", {});
  std::optional<Look> look;
  for (int i = 0; i < 250 && !(look && look->lost); ++i) {
    look = feed->next();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  REQUIRE(look);
  CHECK(look->lost);
  CHECK(look->source == "http://phone/video: No picture comes.");
  CHECK(look->for_s == 2.0);
  CHECK_FALSE(feed->next());  // said once
  busy.release();
}

TEST_CASE("where every picture counts none is left out, however slowly they are taken", "[play]") {
  const Stage stage = paean();
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt);
  const auto feed = make_camera_feed(std::make_unique<FastSource>(), std::move(eye), stage.table, "film", {.every_frame = true});
  std::vector<double> seen;
  for (int i = 0; i < 200 && seen.size() < 6; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // slower than they come
    if (const auto look = feed->next(); look && !look->lost && look->source.find("waiting") == std::string::npos)
      seen.push_back(look->table.t);
    else if (look && look->lost)
      break;
  }
  REQUIRE(seen.size() == 5);
  for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == Approx(0.01 * static_cast<double>(i + 1)));
}

TEST_CASE("until the first picture the camera is said to be waited for, from the first moment", "[play]") {
  const Stage stage = paean();
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt);
  auto camera = make_camera_feed(std::make_unique<SilentSource>(vision::SourceStatus{.state = vision::SourceState::Starting, .text = ""}),
                                 std::move(eye), stage.table, "phone", {});
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; });
  const auto feed = make_fallback_feed(std::move(camera), std::move(manual));
  const auto look = feed->next();
  REQUIRE(look);
  CHECK(look->source == "phone: waiting for the camera");
  CHECK_FALSE(look->lost);
  CHECK_FALSE(look->manual);
  CHECK_FALSE(look->table.registered);
  CHECK_FALSE(feed->next());
}

TEST_CASE("how many pictures come a second is counted over a second or two, not from two that had piled up", "[play]") {
  PictureRate rate;
  rate.took(0);
  CHECK(in_words(rate).empty());
  rate.took(0.000004);  // the next lay in the socket already
  CHECK(in_words(rate).empty());
  for (int i = 1; i < 30; ++i) {
    rate.took(i / 30.0);
    CHECK(in_words(rate).empty());
  }
  for (int i = 30; i < 200; ++i) rate.took(i / 30.0);
  CHECK(in_words(rate) == "30/s");
  for (int i = 0; i < 4; ++i) rate.took(10 + 2.5 * i);
  CHECK(in_words(rate) == "0.4/s");
  rate.forget();
  rate.took(100);
  CHECK(in_words(rate).empty());
}

TEST_CASE("a picture that breaks its decoder is said in one line, and the camera is lost only until the next one", "[play]") {
  const Stage stage = paean();
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, std::nullopt);
  const auto feed = make_camera_feed(std::make_unique<BreakingSource>(), std::move(eye), stage.table, "phone", {});
  std::vector<Look> looks;
  for (int i = 0; i < 500 && (looks.empty() || looks.back().lost); ++i) {
    auto look = feed->next();
    if (look && !look->source.ends_with(": waiting for the camera")) looks.push_back(std::move(*look));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  REQUIRE(looks.size() >= 2);
  CHECK(looks.front().lost);
  CHECK(looks.front().source == "phone: a picture could not be worked on (broken tables)");
  CHECK_FALSE(looks.back().lost);
}

TEST_CASE("the straightened picture has the table's corners in its corners", "[play]") {
  Camera camera;
  camera.lens = {640, 480, 500, 500, 320, 240, -0.1, 0.01, 0, 0, 0};
  camera.pose = vision::looking_at({620, 380, 1500}, {600, 400, 0});
  Table table;
  table.width = 1200_mm;
  table.depth = 800_mm;
  auto gray = std::make_shared<Image>(640, 480, 1);
  // A bright spot where the camera sees the table point (900, 200).
  const PixelPoint spot = vision::project(camera, 900, 200, 0);
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) gray->row(static_cast<int>(spot.y) + dy)[static_cast<int>(spot.x) + dx] = 255;
  Frame frame;
  frame.gray = gray;
  Straightener straightener(table, 4);
  const ui::TablePicture picture = straightener.look(frame, camera);
  REQUIRE(picture.image);
  CHECK(picture.image->width == 300);
  CHECK(picture.image->height == 200);
  CHECK(static_cast<int>(picture.image->row((800 - 200) / 4)[900 / 4]) > 150);
  CHECK(static_cast<int>(picture.image->row(50)[225]) == 0);
  CHECK(picture.x1 == 1200);
}

TEST_CASE("while nobody takes the looks the newest picture can be drawn, and none of them is lost by it", "[play]") {
  const Stage stage = paean();
  const Camera camera = vision::first_camera({}, stage.table.width.mm(), stage.table.depth.mm());
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, camera, EyeSettings{.trust_camera = true});
  auto manual = std::make_unique<ManualFeed>([] { return std::vector<engine::Place>{}; }, [] { return 0.0; });
  const auto feed = make_fallback_feed(
      make_camera_feed(std::make_unique<BreakingSource>(), std::move(eye), stage.table, "camera", {.picture_every_s = 0.01}),
      std::move(manual));
  std::set<std::shared_ptr<const Image>> pictures;
  for (int i = 0; i < 500 && pictures.size() < 3; ++i) {
    if (const auto picture = feed->newest_picture()) pictures.insert(picture->image);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(pictures.size() >= 3);
  const auto look = feed->next();
  REQUIRE(look);
  CHECK(look->picture.image);
}

}  // namespace feed_tests
