#include "vision/capture/source.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <thread>

#include "tests/support/catch.hpp"
#include "vision/capture/reader.hpp"
#include "vision/pixels/picture.hpp"

namespace capture_source_tests {

using namespace polemarch;
using vision::open_source;
using vision::SourceState;

namespace {

namespace fs = std::filesystem;

/// A folder of its own, gone at the end.
struct Scratch {
  fs::path path = fs::temp_directory_path() / ("polemarch_source_" + std::to_string(::getpid()) + "_" + std::to_string(counter()++));
  Scratch() { fs::create_directories(path); }
  ~Scratch() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  static int& counter() {
    static int n = 0;
    return n;
  }
};

cv::Mat grey(int level) { return cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(level)); }

std::string error_of(const std::string& name) {
  const auto source = open_source(name);
  REQUIRE_FALSE(source);
  CHECK(source.error().line.find('\n') == std::string::npos);
  return source.error().line;
}

void cut(const std::string& path, double share) {
  fs::resize_file(path, static_cast<std::uintmax_t>(static_cast<double>(fs::file_size(path)) * share));
}

}  // namespace

TEST_CASE("source: a folder plays every picture in natural order", "[vision][capture][source]") {
  const Scratch dir;
  for (const int i : {1, 2, 10}) cv::imwrite(dir / ("frame_" + std::to_string(i) + ".png"), grey(10 * i));
  std::ofstream(dir / "notes.txt") << "not a picture";
  auto source = open_source(dir.path.string());
  REQUIRE(source);
  for (const int level : {10, 20, 100}) {
    const auto frame = (*source)->next(1);
    REQUIRE(frame);
    CHECK(frame->gray->row(5)[5] == level);
    CHECK(frame->colour == nullptr);
  }
  CHECK_FALSE((*source)->next(1));
  CHECK((*source)->status().state == SourceState::Ended);
  auto one = open_source(dir / "frame_2.png");
  REQUIRE(one);
  CHECK((*one)->next(1)->gray->row(5)[5] == 20);
  CHECK_FALSE((*one)->next(1));
}

TEST_CASE("source: wrong sources are one clear line", "[vision][capture][source]") {
  const Scratch dir;
  CHECK(error_of(dir / "nowhere").find("no such file or folder") != std::string::npos);
  CHECK(error_of(dir.path.string()).find("no pictures") != std::string::npos);
  CHECK(error_of("camera:x").find("camera:0") != std::string::npos);
  CHECK(error_of("camera:63").find("no such camera") != std::string::npos);
  CHECK(error_of("http://").find("no host") != std::string::npos);
  CHECK(error_of("http://localhost:99999/").find("port") != std::string::npos);
  CHECK(error_of("http://127.0.0.1:1/video").find("nobody answers") != std::string::npos);
  CHECK(error_of("https://x/").find("https") != std::string::npos);
  CHECK(error_of("rtsp://127.0.0.1:1/x").find("no stream answers") != std::string::npos);
  CHECK(error_of("sim:" + (dir / "none.json")).find("no such scene") != std::string::npos);
  std::ofstream(dir / "bad.json") << "{\"table\": {\"size_mm\": [1, 2]}}";
  CHECK(error_of("sim:" + (dir / "bad.json")).find("bad.json: /table: /size_mm") != std::string::npos);
  CHECK(error_of(dir / "bad.json").find("sim:") != std::string::npos);
  std::ofstream(dir / "text.mp4") << "this is no video";
  CHECK(error_of(dir / "text.mp4").find("not a video") != std::string::npos);
}

TEST_CASE("source: a truncated picture is named, not half shown", "[vision][capture][source]") {
  const Scratch dir;
  cv::Mat busy(300, 400, CV_8UC3);
  cv::randu(busy, 0, 255);
  for (const std::string name : {"a.jpg", "b.png"}) {
    cv::imwrite(dir / name, busy);
    CHECK(vision::read_picture(dir / name, false));
    cut(dir / name, 0.6);
    const auto picture = vision::read_picture(dir / name, false);
    REQUIRE_FALSE(picture);
    CHECK(picture.error().line == (dir / name) + ": the picture breaks off before its end (truncated file)");
  }
  auto source = open_source(dir.path.string());
  REQUIRE(source);
  CHECK_FALSE((*source)->next(1));
  CHECK((*source)->status().state == SourceState::Lost);
  CHECK((*source)->status().text.find("a.jpg") != std::string::npos);
  CHECK(error_of(dir / "a.jpg").find("a.jpg: the picture breaks off") != std::string::npos);
  std::ofstream(dir / "empty.jpg");
  CHECK(vision::read_picture(dir / "empty.jpg", false).error().line.find("empty") != std::string::npos);
}

TEST_CASE("source: a JPEG is decoded in place to what the library gives, whatever its header claims", "[vision][capture][source]") {
  cv::Mat busy(48, 80, CV_8UC3);
  cv::randu(busy, 0, 255);
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", busy, bytes);
  const auto picture = vision::decode_picture(bytes, true, "x");
  REQUIRE(picture);
  const cv::Mat gray = cv::imdecode(bytes, cv::IMREAD_GRAYSCALE), colour = cv::imdecode(bytes, cv::IMREAD_COLOR);
  CHECK(std::equal(picture->gray->bytes.begin(), picture->gray->bytes.end(), gray.datastart, gray.dataend));
  CHECK(std::equal(picture->colour->bytes.begin(), picture->colour->bytes.end(), colour.datastart, colour.dataend));
  // The frame header (height, width) claims more, less or nothing at all: refused or read, never past the memory it was given.
  const std::vector<std::uint8_t> start{0xFF, 0xC0};
  const auto header = static_cast<std::size_t>(std::search(bytes.begin(), bytes.end(), start.begin(), start.end()) - bytes.begin());
  REQUIRE(header + 9 < bytes.size());
  for (const int claim : {0, 1, 47, 49, 2000, 20000, 65535}) {
    auto lie = bytes;
    lie[header + 5] = static_cast<std::uint8_t>(claim >> 8), lie[header + 6] = static_cast<std::uint8_t>(claim & 255);
    const auto read = vision::decode_picture(lie, false, "lie");
    if (read)
      CHECK(read->gray->bytes.size() == static_cast<std::size_t>(read->gray->width) * static_cast<std::size_t>(read->gray->height));
    else
      CHECK(read.error().line.find("lie: ") == 0);
  }
}

TEST_CASE("source: a video plays every frame in order, a cut one plays to the cut or is refused", "[vision][capture][source]") {
  const Scratch dir;
  {
    cv::VideoWriter writer(dir / "v.avi", cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, {64, 48});
    REQUIRE(writer.isOpened());
    for (int i = 0; i < 20; ++i) writer.write(grey(10 * i));
  }
  auto source = open_source(dir / "v.avi");
  REQUIRE(source);
  int count = 0;
  while (const auto frame = (*source)->next(1)) {
    CHECK(std::abs(frame->gray->row(20)[20] - 10 * count) <= 3);
    CHECK(frame->t == Approx(count / 25.0));
    ++count;
  }
  CHECK(count == 20);
  source = open_source("manual:");
  cut(dir / "v.avi", 0.02);
  CHECK_FALSE(open_source(dir / "v.avi"));
}

TEST_CASE("source: in real time late frames are dropped, never queued", "[vision][capture][source]") {
  const Scratch dir;
  for (int i = 0; i < 40; ++i) cv::imwrite(dir / ("f" + std::to_string(i) + ".png"), grey(5 * i));
  vision::SourceSettings settings;
  settings.pace = vision::Pace::RealTime;
  settings.folder_fps = 50;
  auto source = open_source(dir.path.string(), settings);
  REQUIRE(source);
  const auto first = (*source)->next(2);
  REQUIRE(first);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  const auto late = (*source)->next(2);
  REQUIRE(late);
  CHECK(late->index >= 12);  // 20 frames are due; a busy machine may lag a little
  while ((*source)->next(0.5)) continue;
  const auto status = (*source)->status();
  CHECK(status.state == SourceState::Ended);
  CHECK(status.dropped >= 10);
  REQUIRE(vision::notice_of(status));
  CHECK(vision::notice_of(status)->key == "source_ended");
}

TEST_CASE("source: a decoder that throws ends in a line of status, and a stream is tried again", "[vision][capture][source]") {
  /// Throws at its first picture.
  struct Breaking final : vision::capture::Reader {
    explicit Breaking(bool film) : film(film) {}
    vision::capture::Got read(Frame& frame, double) override {
      if (++reads == 1) throw std::runtime_error("no memory\nfor it");
      frame.index = reads;
      frame.gray = std::make_shared<Image>(64, 48, 1);
      return vision::capture::Got::Frame;
    }
    bool reopen() override { return true; }
    bool recorded() const override { return film; }
    std::string description() const override { return "broken thing"; }
    bool film;
    int reads = 0;
  };
  const auto film = vision::capture::live_source(std::make_unique<Breaking>(true), {});
  CHECK_FALSE(film->next(5));
  CHECK(film->status().state == SourceState::Lost);
  CHECK(film->status().text == "broken thing: a picture could not be decoded (no memory).");
  const auto stream = vision::capture::live_source(std::make_unique<Breaking>(false), {.retry_first_s = 0.05});
  CHECK(stream->next(5));
  CHECK(stream->status().state == SourceState::Live);
}

TEST_CASE("source: manual is a source without pictures", "[vision][capture][source]") {
  auto source = open_source("manual:");
  REQUIRE(source);
  CHECK_FALSE((*source)->next(0));
  CHECK((*source)->status().state == SourceState::Manual);
}

TEST_CASE("source: a scene file is a source", "[vision][capture][source]") {
  const Scratch dir;
  std::ofstream(dir / "scene.json") << R"({"frames": 3, "table": {"size_mm": [600, 340]}, "camera": {"width": 320, "height": 180},
    "bases": [{"base": "A", "marker": 5, "path": [{"t": 0, "x_mm": 100, "y_mm": 100}, {"t": 0.1, "x_mm": 120}]}]})";
  vision::SourceSettings settings;
  settings.colour = true;
  auto source = open_source("sim:" + (dir / "scene.json"), settings);
  REQUIRE(source);
  int count = 0;
  while (const auto frame = (*source)->next(1)) {
    ++count;
    REQUIRE(frame->colour);
    CHECK(frame->gray->width == 320);
  }
  CHECK(count == 3);
}

}  // namespace capture_source_tests
