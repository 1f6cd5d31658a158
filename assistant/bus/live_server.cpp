#include "assistant/bus/live_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

#include "assistant/bus/descriptors.hpp"

namespace polemarch::assistant {
namespace {

using Clock = std::chrono::steady_clock;
Clock::duration span(double seconds) { return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)); }

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

enum class Phase {
  Head,     ///< the request's head is being read
  Leaving,  ///< answered; what still comes is thrown away until the client hangs up
  Sending,  ///< an answer is on its way
  Stream,   ///< kept open for news
};

struct Connection {
  Descriptor fd;
  std::string from;  ///< the other end's address without its port
  Phase phase = Phase::Head;
  Clock::time_point since, deadline, beat;
  std::string in, out;
  std::int64_t seen = -1;
  bool over = false;
};

std::string address_text(const sockaddr_storage& who) {
  char text[INET6_ADDRSTRLEN] = {};
  if (who.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &who, sizeof v4);
    ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
  } else if (who.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &who, sizeof v6);
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
  }
  return text;
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Bad Request";
  }
}

std::string wire_form(const Answer& answer) {
  std::string out = "HTTP/1.1 " + std::to_string(answer.status) + " " + std::string(reason_of(answer.status)) +
                    "\r\nContent-Type: " + answer.type +
                    "\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n" + answer.headers;
  if (!answer.stream) out += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
  return out + "\r\n" + answer.body;
}

Answer plain(int status, const char* text) { return {status, "text/plain; charset=utf-8", text, {}, false}; }

}  // namespace

struct LiveServer::Loop {
  LiveHandlers handlers;
  LiveLimits limits;
  Descriptor listening, waker;
  std::atomic<bool> stop{false};
  std::thread thread;
  std::vector<Connection> connections;
  Clock::time_point no_accept_until;

  void run() {
    give_way_to_the_table();
    std::vector<pollfd> polled;
    while (!stop) {
      poll_once(polled);
      const Clock::time_point now = Clock::now();
      if (polled[0].revents != 0) {
        std::uint64_t count = 0;
        static_cast<void>(::read(waker.get(), &count, sizeof count));
      }
      for (std::size_t i = 2; i < polled.size(); ++i) attend(connections[i - 2], polled[i].revents);
      for (Connection& c : connections) keep(c, now);
      std::erase_if(connections, [](const Connection& c) { return c.over; });
      if ((polled[1].revents & POLLIN) != 0) welcome(now);
    }
  }

  void poll_once(std::vector<pollfd>& polled) {
    const bool listens = Clock::now() >= no_accept_until;
    polled.clear();
    polled.push_back({waker.get(), POLLIN, 0});
    polled.push_back({listening.get(), static_cast<short>(listens ? POLLIN : 0), 0});
    for (const Connection& c : connections)
      polled.push_back({c.fd.get(), static_cast<short>(c.out.empty() ? POLLIN : POLLIN | POLLOUT), 0});
    constexpr int kTickMs = 100;
    if (::poll(polled.data(), polled.size(), kTickMs) < 0)
      for (pollfd& p : polled) p.revents = 0;
  }

  /// Takes in whoever waits at the door, a bounded number at a time, and looks at once whether they have already asked.
  void welcome(Clock::time_point now) {
    constexpr int kAtOnce = 64;
    for (int i = 0; i < kAtOnce; ++i) {
      sockaddr_storage who{};
      socklen_t size = sizeof who;
      Descriptor fd(::accept4(listening.get(), reinterpret_cast<sockaddr*>(&who), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (fd.get() < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) no_accept_until = now + span(0.1);
        return;
      }
      const int on = 1;
      ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      if (static_cast<int>(connections.size()) >= limits.connections) make_place();
      connections.push_back({std::move(fd), address_text(who), Phase::Head, now, now + span(limits.head_s), now, {}, {}, -1, false});
      attend(connections.back(), POLLIN);
      if (connections.back().over) connections.pop_back();
    }
  }

  /// The oldest of the least finished, of the address that holds most.
  void make_place() {
    std::map<std::string, int> held;
    for (const Connection& c : connections) ++held[c.from];
    const auto worse = [&](const Connection& a, const Connection& b) {
      const int ha = held[a.from], hb = held[b.from];
      if (ha != hb) return ha > hb;
      if (a.phase != b.phase) return a.phase < b.phase;
      return a.since < b.since;
    };
    const auto victim = std::min_element(connections.begin(), connections.end(), worse);
    if (victim == connections.end()) return;
    std::swap(*victim, connections.back());
    connections.pop_back();
  }

  void attend(Connection& c, short events) {
    if ((events & (POLLERR | POLLNVAL)) != 0) c.over = true;
    if (!c.over && (events & (POLLIN | POLLHUP)) != 0) take(c);
    if (!c.over && !c.out.empty()) send(c);
  }

  void take(Connection& c) {
    std::array<char, 4096> buffer{};
    constexpr int kReads = 4;  // a fast sender gets its turn again at the next round
    for (int i = 0; i < kReads && !c.over; ++i) {
      const ssize_t n = ::recv(c.fd.get(), buffer.data(), buffer.size(), 0);
      if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
      if (n <= 0) {
        c.over = true;
        return;
      }
      if (c.phase != Phase::Head) continue;  // nothing more is wanted of this client
      c.in.append(buffer.data(), static_cast<std::size_t>(n));
      const auto end = c.in.find("\r\n\r\n");
      if (end != std::string::npos) {
        reply(c, answer_to(std::string_view(c.in).substr(0, end)));
      } else if (c.in.size() > limits.head_bytes) {
        reply(c, plain(431, "the request is too long\n"));
      }
    }
  }

  Answer answer_to(std::string_view head) {
    if (head.size() > limits.head_bytes) return plain(431, "the request is too long\n");
    const auto request = request_of(head);
    if (!request) return plain(400, "this is no request\n");
    if (request->method != "GET") return plain(405, "this page is for reading only\n");
    return handlers.answer(*request);
  }

  void reply(Connection& c, const Answer& answer) {
    c.in = {};
    c.out = wire_form(answer);
    c.phase = answer.stream ? Phase::Stream : Phase::Sending;
    c.since = c.beat = Clock::now();
    c.deadline = c.since + span(limits.send_s);
    send(c);
    if (c.phase == Phase::Stream && c.out.empty()) tell(c, c.since);
  }

  void send(Connection& c) {
    while (!c.out.empty()) {
      const ssize_t n = ::send(c.fd.get(), c.out.data(), c.out.size(), MSG_NOSIGNAL);
      if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
      if (n < 0) {
        c.over = true;
        return;
      }
      c.out.erase(0, static_cast<std::size_t>(n));
    }
    if (c.phase != Phase::Sending) return;
    ::shutdown(c.fd.get(), SHUT_WR);
    c.phase = Phase::Leaving;
    c.deadline = Clock::now() + span(1.0);
  }

  /// News for a stream that has taken all it was sent: a slow one misses what lies between and never holds more than one update.
  void tell(Connection& c, Clock::time_point now) {
    c.out = handlers.news(c.seen);
    if (c.out.empty() && now >= c.beat + span(limits.beat_s)) c.out = handlers.beat();
    if (c.out.empty()) return;
    c.beat = now;
    c.deadline = now + span(limits.send_s);
    send(c);
  }

  void keep(Connection& c, Clock::time_point now) {
    if (c.over) return;
    if (c.phase == Phase::Stream && c.out.empty()) return tell(c, now);
    if (now >= c.deadline) c.over = true;
  }
};

LiveServer::LiveServer(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}

LiveServer::~LiveServer() {
  loop_->stop = true;
  wake();
  if (loop_->thread.joinable()) loop_->thread.join();
}

void LiveServer::wake() {
  const std::uint64_t one = 1;
  static_cast<void>(::write(loop_->waker.get(), &one, sizeof one));
}

Result<std::unique_ptr<LiveServer>> LiveServer::open(WebAddress& address, LiveHandlers handlers, const LiveLimits& limits) {
  auto loop = std::make_unique<Loop>();
  loop->handlers = std::move(handlers);
  loop->limits = limits;
  loop->limits.connections = std::clamp(limits.connections, 4, std::max(4, raise_descriptor_limit() / 4));
  loop->waker = Descriptor(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  loop->listening = Descriptor(::socket(address.where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(loop->listening.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  constexpr int kBacklog = 512;
  if (::bind(loop->listening.get(), reinterpret_cast<const sockaddr*>(&address.where), address.size) != 0 ||
      ::listen(loop->listening.get(), kBacklog) != 0)
    return InputError{"--spectate " + written(address.host, address.port) +
                      ": that address is in use or not this computer's; give another port"};
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(loop->listening.get(), reinterpret_cast<sockaddr*>(&bound), &size);
  sockaddr_in port{};  // the port stands at the same place in both families
  std::memcpy(&port, &bound, sizeof port);
  address.port = ntohs(port.sin_port);
  Loop* raw = loop.get();
  loop->thread = std::thread([raw] { raw->run(); });
  return std::unique_ptr<LiveServer>(new LiveServer(std::move(loop)));
}

}  // namespace polemarch::assistant
