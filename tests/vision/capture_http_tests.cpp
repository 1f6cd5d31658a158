// The MJPEG client against a real HTTP server on loopback: plain and chunked bodies, a stall, a death and a return.
#include <dlfcn.h>
#include <httplib.h>
#include <netdb.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <thread>

#include "tests/support/catch.hpp"
#include "vision/capture/multipart.hpp"
#include "vision/capture/source.hpp"

namespace capture_http_tests {

/// The system's lookup, but for one name that nobody answers for, as in a network that is gone.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** found) {
  using Lookup = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto systems = reinterpret_cast<Lookup>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  const bool number = hints != nullptr && (hints->ai_flags & AI_NUMERICHOST) != 0;
  if (node != nullptr && std::string(node) == "hangs.invalid" && !number) {
    std::this_thread::sleep_for(std::chrono::seconds(8));
    return EAI_AGAIN;
  }
  return systems(node, service, hints, found);
}

using namespace polemarch;
using namespace std::chrono_literals;
using vision::open_source;
using vision::SourceState;

namespace {

std::string jpeg(int level) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(level)), bytes);
  return {bytes.begin(), bytes.end()};
}

/// A phone: streams parts until told to stall or die.
class Phone {
 public:
  explicit Phone(bool lengths, int port = 0) {
    server_.Get("/video", [this, lengths](const httplib::Request&, httplib::Response& response) {
      response.set_chunked_content_provider("multipart/x-mixed-replace; boundary=\"--frame\"",
                                            [this, lengths](std::size_t, httplib::DataSink& sink) {
                                              if (dead_) return false;
                                              if (!stalled_) {
                                                const std::string picture = jpeg(level_);
                                                std::string part = "--frame\r\nContent-Type: image/jpeg\r\n";
                                                if (lengths) part += "Content-Length: " + std::to_string(picture.size()) + "\r\n";
                                                part += "\r\n" + picture + "\r\n";
                                                if (!sink.write(part.data(), part.size())) return false;
                                              }
                                              std::this_thread::sleep_for(15ms);
                                              return true;
                                            });
    });
    server_.Get("/still.jpg",
                [this](const httplib::Request&, httplib::Response& response) { response.set_content(jpeg(level_), "image/jpeg"); });
    server_.Get("/page", [](const httplib::Request&, httplib::Response& response) { response.set_content("<html>", "text/html"); });
    server_.Get("/secret", [](const httplib::Request& request, httplib::Response& response) {
      if (request.get_header_value("Authorization") != "Basic am9lOnNlY3JldA==") {
        response.status = 401;
        return;
      }
      response.set_content(jpeg(77), "image/jpeg");
    });
    port_ = port == 0 ? server_.bind_to_any_port("127.0.0.1") : (server_.bind_to_port("127.0.0.1", port) ? port : -1);
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::sleep_for(1ms);
  }
  ~Phone() {
    dead_ = true;
    server_.stop();
    thread_.join();
  }
  int port() const { return port_; }
  std::string url(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(port_) + path; }
  std::atomic<int> level_{100};
  std::atomic<bool> stalled_{false};

 private:
  std::atomic<bool> dead_{false};
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

vision::SourceSettings quick() {
  vision::SourceSettings s;
  s.stall_after_s = 0.2;
  s.timeout_s = 0.6;
  s.retry_first_s = 0.05;
  s.retry_longest_s = 0.2;
  return s;
}

template <class F>
bool within(std::chrono::milliseconds limit, F&& f) {
  const auto until = std::chrono::steady_clock::now() + limit;
  while (std::chrono::steady_clock::now() < until) {
    if (f()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

}  // namespace

TEST_CASE("source: MJPEG over HTTP is read, with and without part lengths", "[vision][capture][http]") {
  for (const bool lengths : {true, false}) {
    Phone phone(lengths);
    auto source = open_source(phone.url("/video"), quick());
    REQUIRE(source);
    const auto frame = (*source)->next(2);
    REQUIRE(frame);
    CHECK(frame->gray->width == 64);
    CHECK(std::abs(frame->gray->row(9)[9] - 100) <= 2);
    phone.level_ = 200;
    // The newest picture wins: whatever came meanwhile is dropped.
    std::this_thread::sleep_for(200ms);
    const auto late = (*source)->next(2);
    REQUIRE(late);
    CHECK(std::abs(late->gray->row(9)[9] - 200) <= 2);
    CHECK((*source)->status().dropped >= 3);
  }
}

TEST_CASE("source: a stalling phone is noticed, and live again when it goes on", "[vision][capture][http]") {
  Phone phone(true);
  auto settings = quick();
  settings.timeout_s = 10;
  auto source = open_source(phone.url("/video"), settings);
  REQUIRE(source);
  REQUIRE((*source)->next(2));
  phone.stalled_ = true;
  CHECK(within(3s, [&] { return (*source)->status().state == SourceState::Stalled; }));
  CHECK(vision::notice_of((*source)->status())->key == "source_stalled");
  (*source)->next(0);
  phone.stalled_ = false;
  CHECK((*source)->next(2));
  CHECK((*source)->status().state == SourceState::Live);
}

TEST_CASE("source: a phone that dies is retried and taken up again when it comes back", "[vision][capture][http]") {
  auto phone = std::make_unique<Phone>(true);
  const int port = phone->port();
  auto source = open_source(phone->url("/video"), quick());
  REQUIRE(source);
  const auto before = (*source)->next(2);
  REQUIRE(before);
  phone.reset();
  CHECK(within(5s, [&] {
    (*source)->next(0);
    return (*source)->status().state == SourceState::Retrying;
  }));
  CHECK((*source)->status().text.find("Trying again") != std::string::npos);
  phone = std::make_unique<Phone>(true, port);
  REQUIRE(phone->port() == port);
  const auto after = (*source)->next(5);
  REQUIRE(after);
  CHECK(after->index > before->index);
  CHECK(after->t > before->t);
}

TEST_CASE("source: a phone that does not serve yet is waited for, a wrong address is refused all the same", "[vision][capture][http]") {
  auto phone = std::make_unique<Phone>(true);
  const int port = phone->port();
  const std::string url = phone->url("/video"), wrong = phone->url("/nothing");
  vision::SourceSettings patient = quick();
  patient.may_begin_later = true;
  const auto missing = open_source(wrong, patient);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().line.find("error 404") != std::string::npos);
  phone.reset();
  CHECK_FALSE(open_source(url, quick()));
  const auto start = std::chrono::steady_clock::now();
  auto source = open_source(url, patient);
  REQUIRE(source);
  CHECK(std::chrono::steady_clock::now() - start < 1s);
  CHECK(within(2s, [&] { return (*source)->status().state == SourceState::Retrying; }));
  CHECK((*source)->status().text.find("nobody answers") != std::string::npos);
  phone = std::make_unique<Phone>(true, port);
  REQUIRE(phone->port() == port);
  CHECK((*source)->next(5));
}

TEST_CASE("source: a name that nobody answers for is given up within 3 s", "[vision][capture][http]") {
  const auto start = std::chrono::steady_clock::now();
  const auto source = open_source("http://hangs.invalid:8080/video");
  CHECK(std::chrono::steady_clock::now() - start < 3s);
  REQUIRE_FALSE(source);
  CHECK(source.error().line.find("the name hangs.invalid is not answered for") != std::string::npos);
}

TEST_CASE("source: a silent phone counts as lost after the time-out", "[vision][capture][http]") {
  Phone phone(true);
  auto source = open_source(phone.url("/video"), quick());
  REQUIRE(source);
  REQUIRE((*source)->next(2));
  phone.stalled_ = true;
  CHECK(within(5s, [&] { return (*source)->status().state == SourceState::Retrying; }));
}

TEST_CASE("source: a still picture's address is asked again and again, passwords are sent, pages are refused", "[vision][capture][http]") {
  Phone phone(true);
  {
    auto patient = quick();
    patient.timeout_s = 5;  // how long a busy computer takes for a picture is not asked here
    auto source = open_source(phone.url("/still.jpg"), patient);
    REQUIRE(source);
    REQUIRE((*source)->next(2));
    phone.level_ = 30;
    CHECK(within(3s, [&] {
      const auto frame = (*source)->next(1);
      return frame && std::abs(frame->gray->row(9)[9] - 30) <= 2;
    }));
  }
  const auto page = open_source(phone.url("/page"), quick());
  REQUIRE_FALSE(page);
  CHECK(page.error().line.find("text/html") != std::string::npos);
  const auto missing = open_source(phone.url("/nothing"), quick());
  REQUIRE_FALSE(missing);
  CHECK(missing.error().line.find("error 404") != std::string::npos);
  const auto locked = open_source(phone.url("/secret"), quick());
  REQUIRE_FALSE(locked);
  CHECK(locked.error().line.find("password") != std::string::npos);
  auto opened = open_source("http://joe:secret@127.0.0.1:" + std::to_string(phone.port()) + "/secret", quick());
  REQUIRE(opened);
  CHECK((*opened)->next(2));
  CHECK((*opened)->description() == "MJPEG http://127.0.0.1:" + std::to_string(phone.port()) + "/secret");
}

TEST_CASE("source: a name, a password and what a query holds are never told", "[vision][capture][http]") {
  using vision::said_source;
  CHECK(said_source("http://joe:s3cret@10.0.0.7:8080/video") == "http://10.0.0.7:8080/video");
  CHECK(said_source("rtsp://joe:s3@cret@camera/1") == "rtsp://camera/1");
  CHECK(said_source("http://camera/video.cgi?user=joe&pwd=s3cret") == "http://camera/video.cgi?...");
  CHECK(said_source("http://camera?pwd=s3cret") == "http://camera?...");
  CHECK(said_source("http://camera/joe@home") == "http://camera/joe@home");
  for (const char* other : {"camera:0", "sim:two@tables.json", "pictures/a@b", "manual:", ""}) CHECK(said_source(other) == other);
}

TEST_CASE("source: parts are cut whatever way the bytes arrive", "[vision][capture][http]") {
  const std::string stream = "junk--b\r\nContent-Length: 4\r\n\r\nABCD\r\n--b\nContent-Type: image/jpeg\n\nEFG\r\n--b\r\n\r\n";
  for (std::size_t step = 1; step < stream.size(); ++step) {
    vision::capture::MultipartCutter cutter("b");
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      const std::string piece = stream.substr(at, step);
      cutter.body().insert(cutter.body().end(), piece.begin(), piece.end());
      while (const auto part = cutter.next()) parts.emplace_back(part->begin(), part->end());
    }
    CHECK(parts == std::vector<std::string>{"ABCD", "EFG"});
  }
  CHECK(vision::capture::boundary_of("multipart/x-mixed-replace;boundary=--myboundary") == "myboundary");
  CHECK(vision::capture::boundary_of("multipart/x-mixed-replace; Boundary=\"a b\"; x=y") == "a b");
}

}  // namespace capture_http_tests
