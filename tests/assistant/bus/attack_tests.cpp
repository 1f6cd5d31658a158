// Strangers who mean ill, on loopback, bounded in count and time: what they may cost and whom they may keep out.
#include <fcntl.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>
#include <zmq.hpp>

#include "assistant/bus/publisher.hpp"
#include "assistant/bus/spectator.hpp"
#include "tests/assistant/bus/page_client.hpp"
#include "tests/support/catch.hpp"

namespace attack_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using test::PageClient;
using Clock = std::chrono::steady_clock;

namespace {

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Resident memory of this process, MB.
double memory_mb() {
  std::ifstream in("/proc/self/statm");
  long whole = 0, resident = 0;
  in >> whole >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Sockets that are closed together.
struct Sockets {
  std::vector<int> all;
  ~Sockets() {
    for (const int fd : all) ::close(fd);
  }
  /// Connects and sends; whether or not the other side takes it.
  void add(int port, const std::string& bytes) {
    const int fd = test::connect_to(port);
    if (fd < 0) return;
    static_cast<void>(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL));
    all.push_back(fd);
  }
};

/// Sends as much as is taken within `seconds`, at most `most` bytes.
void pour(int port, const std::string& head, const std::string& piece, double seconds, std::size_t most) {
  const int fd = test::connect_to(port);
  if (fd < 0) return;
  static_cast<void>(::send(fd, head.data(), head.size(), MSG_NOSIGNAL));
  const auto start = Clock::now();
  for (std::size_t sent = 0; since(start) < seconds && sent < most;) {
    const ssize_t n = ::send(fd, piece.data(), piece.size(), MSG_NOSIGNAL);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } else {
      break;
    }
  }
  ::close(fd);
}

struct Page {
  std::unique_ptr<Spectator> spectator = std::move(*Spectator::open({"0", {}}));
  PageClient client{spectator->link()};
  Page() { spectator->show({{{"now", "\"turn 3\""}}, {}}); }
  /// An honest viewer loads the page and hears the table.
  void check_served() {
    const auto start = Clock::now();
    CHECK(client.get("/").find("</html>") != std::string::npos);
    REQUIRE(client.listen());
    const auto event = client.event(2000);
    REQUIRE(event);
    CHECK(event->kind == "whole");
    CHECK(since(start) < 2.0);
  }
};

}  // namespace

TEST_CASE("spectators under attack: a thousand connections leave the game its descriptors and honest viewers their page", "[bus][attack]") {
  Page page;
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(limit.rlim_cur >= std::min<rlim_t>(limit.rlim_max, 2048));  // the attackers' own ends are in this process too
  Sockets idle;
  for (int i = 0; i < 1024; ++i) idle.add(page.client.port(), "");
  CHECK(idle.all.size() > 1000);
  const int file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  CHECK(file >= 0);
  ::close(file);
  page.check_served();
  // Descriptors beyond the attackers' own: the page holds no more than its share.
  int open = 0;
  for (int fd = 0; fd < 8192; ++fd) open += ::fcntl(fd, F_GETFD) != -1 ? 1 : 0;
  CHECK(open < 1024 + 200);
}

TEST_CASE("spectators under attack: a header line without end and a body cost no memory", "[bus][attack]") {
  Page page;
  const double before = memory_mb();
  const std::string piece(1 << 16, 'a');
  pour(page.client.port(), "GET / HTTP/1.1\r\nX-Long: ", piece, 2.0, std::size_t{64} << 20);
  pour(page.client.port(), "POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n", piece, 2.0, std::size_t{64} << 20);
  pour(page.client.port(), "GET /" + piece, piece, 2.0, std::size_t{64} << 20);
  CHECK(memory_mb() - before < 20);
  page.check_served();
  const std::string port = std::to_string(page.client.port());
  CHECK(page.client.exchange("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n").substr(9, 3) == "405");
  CHECK(page.client.exchange("GET / HTTP/1.1\r\nX: " + std::string(9000, 'a')).substr(9, 3) == "431");
}

TEST_CASE("spectators under attack: slow clients and clients that never read keep nobody out", "[bus][attack]") {
  Page page;
  Sockets slow, deaf;
  for (int i = 0; i < 64; ++i) slow.add(page.client.port(), "GET / HTTP/1.1\r\nHost: ");
  for (int i = 0; i < 200; ++i) deaf.add(page.client.port(), page.client.head("/news"));
  std::atomic<bool> stop{false};
  std::thread drip([&] {
    while (!stop) {
      for (const int fd : slow.all) static_cast<void>(::send(fd, "a", 1, MSG_NOSIGNAL));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  const double before = memory_mb();
  page.check_served();
  double worst = 0;  // showing must never wait for a client
  for (int i = 0; i < 200; ++i) {
    const auto start = Clock::now();
    page.spectator->show({{{"now", '"' + std::string(20000, static_cast<char>('a' + i % 26)) + '"'}}, {}});
    worst = std::max(worst, since(start));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  page.check_served();
  CHECK(worst < 0.5);
  CHECK(memory_mb() - before < 40);
  stop = true;
  drip.join();
}

TEST_CASE("spectators under attack: noise and half requests are answered or dropped", "[bus][attack]") {
  Page page;
  for (const std::string& noise :
       {std::string("\0\1\2\3\r\n\r\n", 8), std::string("\r\n\r\n"), std::string("GET\r\n\r\n"), std::string("GET  HTTP/1.1\r\n\r\n"),
        std::string("GET / SMTP\r\n\r\n"), std::string("GET / HTTP/1.1\r\nno colon\r\n\r\n"), std::string("GET http://x/ HTTP/1.1\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\n Host: folded\r\n\r\n"), std::string("GET / HTTP/1.1\r\nHost : x\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\n: nobody\r\n\r\n")})
    CHECK(page.client.exchange(noise).substr(9, 3) == "400");
  page.check_served();
}

TEST_CASE("publishing never waits for hostile peers: never reading, reconnecting, garbage, too many, too much asked", "[bus][attack]") {
  auto opened = Publisher::open({"0", {}, {}});
  REQUIRE(opened);
  Publisher& publisher = **opened;
  const int port = std::stoi(publisher.endpoint().substr(publisher.endpoint().rfind(':') + 1));
  const double before = memory_mb();
  zmq::context_t context(1);
  std::vector<zmq::socket_t> deaf;  // subscribe to all and never read
  for (int i = 0; i < 8; ++i) {
    deaf.emplace_back(context, zmq::socket_type::sub);
    deaf.back().set(zmq::sockopt::linger, 0);
    deaf.back().set(zmq::sockopt::rcvhwm, 1);
    deaf.back().set(zmq::sockopt::subscribe, "");
    deaf.back().connect(publisher.endpoint());
  }
  std::atomic<bool> stop{false};
  std::thread reconnecting([&] {
    for (int i = 0; i < 2000 && !stop; ++i) {
      const int fd = test::connect_to(port);
      if (fd >= 0) ::close(fd);
    }
  });
  std::thread garbage([&] {
    const std::string noise(4096, '\x7f');
    for (int i = 0; i < 200 && !stop; ++i) pour(port, "", noise, 0.05, 1 << 20);
  });
  std::thread greedy([&] {
    zmq::socket_t all(context, zmq::socket_type::sub);
    all.set(zmq::sockopt::linger, 0);
    all.connect(publisher.endpoint());
    for (int i = 0; i < 20000 && !stop; ++i) all.set(zmq::sockopt::subscribe, "wish " + std::to_string(i));
  });
  Sockets many;
  for (int i = 0; i < 300; ++i) many.add(port, "");
  const std::string line(10000, '1');
  double worst = 0;
  const auto start = Clock::now();
  while (since(start) < 4.0) {
    const auto one = Clock::now();
    publisher.publish("table", line);
    worst = std::max(worst, since(one));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  stop = true;
  reconnecting.join();
  garbage.join();
  greedy.join();
  CHECK(worst < 0.5);
  CHECK(memory_mb() - before < 60);
  int open = 0;
  for (int fd = 0; fd < 8192; ++fd) open += ::fcntl(fd, F_GETFD) != -1 ? 1 : 0;
  CHECK(open < 300 + 300);
  for (const int fd : many.all) ::close(fd);
  many.all.clear();
  // An honest listener is heard again.
  zmq::socket_t honest(context, zmq::socket_type::sub);
  honest.set(zmq::sockopt::linger, 0);
  honest.set(zmq::sockopt::rcvtimeo, 100);
  honest.set(zmq::sockopt::subscribe, "event");
  honest.connect(publisher.endpoint());
  zmq::message_t topic;
  bool heard = false;
  for (int i = 0; i < 50 && !heard; ++i) {
    publisher.publish("event", "{}");
    heard = honest.recv(topic).has_value();
  }
  CHECK(heard);
}

TEST_CASE("a peer that cancels what it never asked for does not get round the limit of subscriptions", "[bus][attack]") {
  auto opened = Publisher::open({"0", {}, {}});
  REQUIRE(opened);
  const std::string endpoint = (*opened)->endpoint();
  const int port = std::stoi(endpoint.substr(endpoint.rfind(':') + 1));
  const double before = memory_mb();
  const int peer = test::connect_to(port);
  REQUIRE(peer >= 0);
  const auto send = [&](const std::string& bytes) { return ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0; };
  const auto greeting = [](char kind, const std::string& what) { return std::string(1, kind) + static_cast<char>(what.size()) + what; };
  // ZMTP 3.0, no keys: the greeting, READY as a SUB, then a new topic and a cancel of another, again and again.
  REQUIRE(send("\xFF" + std::string(8, '\0') + "\x7F\x03" + std::string(1, '\0') + "NULL" + std::string(48, '\0')));
  const std::string ready = "\x05READY\x0BSocket-Type" + std::string(3, '\0') + "\x03SUB";
  REQUIRE(send(greeting('\x04', ready)));
  bool sent_away = false;
  unsigned random = 1;
  for (int i = 0; i < 20000 && !sent_away; ++i) {
    std::string topic(200, ' ');
    for (char& c : topic) c = static_cast<char>('a' + (random = random * 1664525U + 1013904223U) / (1U << 24) % 26);
    sent_away = !send(greeting('\0', "\x01" + topic)) || !send(greeting('\0', std::string(1, '\0') + "never"));
  }
  CHECK(sent_away);
  CHECK(memory_mb() - before < 60);
  ::close(peer);
}

}  // namespace attack_tests
