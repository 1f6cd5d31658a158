#pragma once
/// A spectator's browser as a plain socket on loopback: requests as bytes, answers as text, the stream's events one by one.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>

namespace polemarch::test {

/// A socket connected to a port on loopback; -1 when nobody takes it within a second.
inline int connect_to(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  static_cast<void>(::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to));
  pollfd ready{fd, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  if (fd >= 0 && ::poll(&ready, 1, 1000) == 1 && ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0) return fd;
  if (fd >= 0) ::close(fd);
  return -1;
}

struct Event {
  std::string kind, data;
  long long number = -1;
};

class PageClient {
 public:
  /// `link` as the table shows it; reached over 127.0.0.1 whatever its host.
  explicit PageClient(const std::string& link) {
    const auto slash = link.find('/', 7);
    port_ = std::stoi(link.substr(link.rfind(':', slash) + 1, slash));
    query_ = link.substr(slash + 1);
  }
  ~PageClient() {
    if (stream_ >= 0) ::close(stream_);
  }
  PageClient(const PageClient&) = delete;
  PageClient& operator=(const PageClient&) = delete;

  int port() const { return port_; }
  std::string head(const std::string& target) const {
    return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n\r\n";
  }
  std::string get(const std::string& target) const { return exchange(head(target)); }

  /// Sends bytes and reads until the other side closes or `ms` are over.
  std::string exchange(const std::string& bytes, int ms = 3000) const {
    const int fd = connect_to(port_);
    if (fd < 0) return {};
    static_cast<void>(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL));
    std::string out;
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
    while (read_some(fd, out, until)) {
    }
    ::close(fd);
    return out;
  }

  bool listen() {
    if (stream_ >= 0) ::close(stream_);
    text_.clear();
    stream_ = connect_to(port_);
    const std::string ask = head("/news" + query_);
    return stream_ >= 0 && ::send(stream_, ask.data(), ask.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(ask.size());
  }

  /// The next event of the stream; nothing when none came in time or the stream ended.
  std::optional<Event> event(int ms) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
    for (;;) {
      const auto end = text_.find("\n\n");
      if (end != std::string::npos) {
        const std::string block = text_.substr(0, end);
        text_.erase(0, end + 2);
        const auto field = [&](const std::string& name) {
          const auto at = block.find(name + ": ");
          return at == std::string::npos ? std::string() : block.substr(at + name.size() + 2, block.find('\n', at) - at - name.size() - 2);
        };
        if (field("event").empty()) continue;
        const std::string id = field("id");
        return Event{field("event"), field("data"), id.empty() ? -1 : std::stoll(id)};
      }
      if (!read_some(stream_, text_, until)) return std::nullopt;
    }
  }

 private:
  static bool read_some(int fd, std::string& out, std::chrono::steady_clock::time_point until) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd ready{fd, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) != 1) return false;
    char buffer[16384];
    const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
    if (n <= 0) return false;
    out.append(buffer, static_cast<std::size_t>(n));
    return true;
  }
  int port_ = 0, stream_ = -1;
  std::string query_, text_;
};

}  // namespace polemarch::test
