#include "tests/bench/wire_attacks.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <zmq.hpp>

namespace polemarch::bench {
namespace {

struct Order {
  int attack = 0, page_port = 0, bus_port = 0;
};

enum Kind { kManyIdle = 1, kEndlessHeader, kHugePost, kSlow, kDeafStreams, kDeafPeers, kReconnecting, kGarbage, kGreedy };

/// Knocks without waiting for an answer; -1 when there is no socket left.
int knock(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd >= 0) static_cast<void>(::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to));
  return fd;
}

/// Sockets that are opened again as fast as the other side closes them, and sent to.
class Crowd {
 public:
  Crowd(int port, std::size_t count, std::string hello) : port_(port), hello_(std::move(hello)), callers_(count) {}
  ~Crowd() {
    for (Caller& caller : callers_) hang_up(caller);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  /// Opens what is not open, sends `piece` to whom takes it.
  void press(const std::string& piece) {
    for (Caller& caller : callers_) {
      pollfd state{caller.fd, POLLOUT, 0};
      if (caller.fd >= 0 && ::poll(&state, 1, 0) == 1 && (state.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) hang_up(caller);
      if (caller.fd < 0) {
        caller = {knock(port_), false};
      } else if ((state.revents & POLLOUT) != 0) {
        const std::string& words = std::exchange(caller.greeted, true) ? piece : hello_;
        if (!words.empty() && ::send(caller.fd, words.data(), words.size(), MSG_NOSIGNAL) < 0 && errno != EAGAIN) hang_up(caller);
      }
    }
  }

 private:
  struct Caller {
    int fd = -1;
    bool greeted = false;
  };
  static void hang_up(Caller& caller) {
    if (caller.fd >= 0) ::close(caller.fd);
    caller = {};
  }
  int port_;
  std::string hello_;
  std::vector<Caller> callers_;
};

/// Peers of the bus that subscribe to everything and never read, or wish for more and more.
class Peers {
 public:
  Peers(int port, std::size_t count) : context_(1) {
    for (std::size_t i = 0; i < count; ++i) {
      sockets_.emplace_back(context_, zmq::socket_type::sub);
      sockets_.back().set(zmq::sockopt::linger, 0);
      sockets_.back().set(zmq::sockopt::rcvhwm, 1);
      sockets_.back().set(zmq::sockopt::rcvbuf, 4096);
      sockets_.back().set(zmq::sockopt::subscribe, "");
      sockets_.back().connect("tcp://127.0.0.1:" + std::to_string(port));
    }
  }
  void wish() {
    for (zmq::socket_t& socket : sockets_) socket.set(zmq::sockopt::subscribe, "wish " + std::to_string(wishes_++));
  }

 private:
  zmq::context_t context_;
  std::vector<zmq::socket_t> sockets_;
  long wishes_ = 0;
};

/// What is done again and again until it is enough. Pauses stand where a stranger would only burn his own processor.
std::function<void()> attack_of(const Order& order) {
  const int page = order.page_port, bus = order.bus_port;
  const auto crowd = [](int port, std::size_t count, std::string hello, std::string piece, useconds_t pause_us) {
    auto all = std::make_shared<Crowd>(port, count, std::move(hello));
    return [all, piece = std::move(piece), pause_us] {
      all->press(piece);
      ::usleep(pause_us);
    };
  };
  const std::string host = "Host: 127.0.0.1:" + std::to_string(page) + "\r\n", much(1 << 16, 'a');
  switch (order.attack) {
    case kManyIdle:
      return crowd(page, 1100, "", "", 2000);
    case kEndlessHeader:
      return crowd(page, 8, "GET / HTTP/1.1\r\nX-Long: ", much, 200);
    case kHugePost:
      return crowd(page, 8, "POST / HTTP/1.1\r\n" + host + "Content-Length: 1000000000\r\n\r\n", much, 200);
    case kSlow:
      return crowd(page, 64, "GET / HTTP/1.1\r\n" + host + "X: ", "a", 50'000);
    case kDeafStreams:
      return crowd(page, 200, "GET /news HTTP/1.1\r\n" + host + "\r\n", "", 5000);
    case kDeafPeers:
      return [peers = std::make_shared<Peers>(bus, 32)] { ::usleep(10'000); };
    case kReconnecting:
      return [bus] {
        const int fd = knock(bus);
        if (fd >= 0) ::close(fd);
        ::usleep(200);
      };
    case kGarbage:
      return crowd(bus, 16, "", std::string(4096, '\x7f'), 200);
    case kGreedy:
      return [peers = std::make_shared<Peers>(bus, 16)] {
        peers->wish();
        ::usleep(500);
      };
    default:
      return [] { ::usleep(10'000); };
  }
}

/// Attacks as told until the line is cut.
[[noreturn]] void serve(int line) {
  constexpr int kLowest = 19;
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kLowest));
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 8192);
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
  }
  std::function<void()> step;
  for (;;) {
    pollfd told{line, POLLIN, 0};
    if (::poll(&told, 1, step ? 0 : -1) == 1) {
      Order order;
      if (::read(line, &order, sizeof order) != static_cast<ssize_t>(sizeof order)) ::_exit(0);
      step = nullptr;
      if (order.attack != 0) step = attack_of(order);
      if (::write(line, &order.attack, 1) != 1) ::_exit(0);  // heard
    }
    if (step) step();
  }
}

void tell(int line, const Order& order) {
  char heard = 0;
  if (::write(line, &order, sizeof order) == static_cast<ssize_t>(sizeof order)) static_cast<void>(!::read(line, &heard, 1));
}

}  // namespace

const std::vector<Attack>& attacks() {
  static const std::vector<Attack> all{{0, "nothing (how much two turns differ)"},
                                       {kManyIdle, "page: 1,100 connections that say nothing"},
                                       {kEndlessHeader, "page: 8 header lines without end"},
                                       {kHugePost, "page: 8 bodies of a gigabyte"},
                                       {kSlow, "page: 64 slow clients"},
                                       {kDeafStreams, "page: 200 streams that are never read"},
                                       {kDeafPeers, "bus: 32 peers that never read"},
                                       {kReconnecting, "bus: peers that come and go"},
                                       {kGarbage, "bus: 16 peers that send garbage"},
                                       {kGreedy, "bus: 16 peers that ask for more and more"}};
  return all;
}

Attacker::Attacker() {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return;
  process_ = ::fork();
  if (process_ == 0) {
    ::close(pair[0]);
    serve(pair[1]);
  }
  ::close(pair[1]);
  line_ = pair[0];
}

Attacker::~Attacker() {
  if (line_ >= 0) ::close(line_);
  if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

void Attacker::begin(const Attack& attack, int page_port, int bus_port) { tell(line_, {attack.number, page_port, bus_port}); }
void Attacker::end() { tell(line_, {}); }

}  // namespace polemarch::bench
