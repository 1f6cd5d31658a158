#pragma once
/// A phone on loopback that streams what a test wants.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

namespace polemarch::test {

/// A server on loopback that says to each client what `talk` writes.
class Stranger {
 public:
  using Say = std::function<bool(const std::string&)>;
  explicit Stranger(std::function<void(const Say&, const std::atomic<bool>&)> talk, int port = 0) : talk_(std::move(talk)) {
    listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::bind(listening_, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0);
    REQUIRE(::listen(listening_, 8) == 0);
    socklen_t size = sizeof at;
    ::getsockname(listening_, reinterpret_cast<sockaddr*>(&at), &size);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~Stranger() {
    over_ = true;
    ::shutdown(listening_, SHUT_RDWR);
    thread_.join();
    ::close(listening_);
  }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;
  int port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/video"; }

 private:
  void run() {
    while (!over_) {
      const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) return;
      const timeval patience{0, 200'000};
      ::setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
      talk_([client](const std::string& bytes) { return ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0; }, over_);
      ::close(client);
    }
  }
  std::function<void(const Say&, const std::atomic<bool>&)> talk_;
  std::atomic<bool> over_{false};
  int listening_ = -1, port_ = 0;
  std::thread thread_;
};

/// The head of an MJPEG stream.
inline const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n";

/// A picture of it, all of one grey.
inline std::string part(int level, int width = 64, int height = 48) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", cv::Mat(height, width, CV_8UC3, cv::Scalar::all(level)), bytes);
  return "--b\r\nContent-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + std::string(bytes.begin(), bytes.end()) + "\r\n";
}

/// Pictures that differ, for a while.
inline void honest(const Stranger::Say& say, const std::atomic<bool>& over, int pictures) {
  for (int i = 0; i < pictures && !over && say(part(i * 7 % 250)); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace polemarch::test
