#include "assistant/bus/publisher.hpp"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <future>
#include <mutex>
#include <set>
#include <thread>
#include <zmq.hpp>

#include "assistant/bus/descriptors.hpp"

namespace polemarch::assistant {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kMonitor = "inproc://peers";

bool is_port(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; }

/// ZeroMQ would count on from 0 behind the last port, and back from it below 0. "*" is any free one.
bool has_a_port(const std::string& address) {
  constexpr std::size_t kDigits = 5;
  constexpr int kLast = 65535;
  const std::string port = address.substr(address.rfind(':') + 1);
  return !address.starts_with("tcp://") || port == "*" || (is_port(port) && port.size() <= kDigits && std::stoi(port) <= kLast);
}

/// ZeroMQ binds to numbers and interfaces; this is the name that people give.
std::string by_number(std::string address) {
  constexpr std::string_view kNamed = "tcp://localhost:";
  if (address.starts_with(kNamed)) address.replace(0, kNamed.size(), "tcp://127.0.0.1:");
  return address;
}

/// ZeroMQ takes away whatever lies at the path of an ipc:// address. Why it may not; empty where nothing is lost: nothing lies there, or a
/// socket that nobody answers at any more.
std::string would_take_away(const std::string& address) {
  constexpr std::string_view kIpc = "ipc://";
  if (!address.starts_with(kIpc)) return {};
  const std::string path = address.substr(kIpc.size());
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0) return {};
  if (!S_ISSOCK(there.st_mode)) return "there is a file already; give another name";
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  if (path.size() >= sizeof at.sun_path) return {};  // ZeroMQ says so itself
  std::memcpy(at.sun_path, path.data(), path.size());
  const int asking = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (asking < 0) return {};
  const bool answers = ::connect(asking, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 || errno == EAGAIN;
  ::close(asking);
  return answers ? "another program publishes there; give another name" : "";
}

/// True for an address that only this computer reaches.
bool stays_here(const std::string& endpoint) {
  if (endpoint.starts_with("ipc://")) return true;
  const std::string rest = endpoint.substr(std::strlen("tcp://")), host = rest.substr(0, rest.rfind(':'));
  const bool v4 = host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos;
  return v4 || host == "localhost" || host == "[::1]" || host == "::1";
}

}  // namespace

struct Publisher::Loop {
  PublisherSettings settings;
  std::string endpoint;  ///< as bound
  int waker = -1;
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::deque<std::pair<std::string, std::string>> messages;
  std::thread thread;

  // The thread's own.
  std::unique_ptr<zmq::context_t> context;
  std::unique_ptr<zmq::socket_t> socket, monitor;
  int peers = 0;
  std::multiset<std::string> subscriptions;  ///< topics of all peers; a cancel of one that nobody asked for takes none away

  ~Loop() {
    if (waker >= 0) ::close(waker);
  }

  /// Opens the door; what could not be done is thrown by ZeroMQ.
  void open(const std::string& address) {
    const PublisherLimits& limits = settings.limits;
    peers = 0;
    subscriptions.clear();
    socket = std::make_unique<zmq::socket_t>(*context, zmq::socket_type::xpub);
    socket->set(zmq::sockopt::linger, 0);
    socket->set(zmq::sockopt::sndhwm, limits.waiting);
    socket->set(zmq::sockopt::rcvhwm, limits.waiting);
    socket->set(zmq::sockopt::maxmsgsize, static_cast<std::int64_t>(limits.asked_bytes));
    socket->set(zmq::sockopt::handshake_ivl, 2000);
    socket->set(zmq::sockopt::backlog, limits.peers);
    socket->set(zmq::sockopt::tcp_keepalive, 1);
    socket->set(zmq::sockopt::ipv6, address.find('[') != std::string::npos);
    socket->set(zmq::sockopt::xpub_verboser, 1);
    socket->set(zmq::sockopt::zap_domain,
                "polemarch");  // peers of ZMTP 1 and 2 are refused: libzmq aborts when one greets a closing socket
    if (settings.keys) {
      socket->set(zmq::sockopt::curve_server, true);
      socket->set(zmq::sockopt::curve_secretkey, settings.keys->secret);
    }
    if (::zmq_socket_monitor(socket->handle(), kMonitor, ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CLOSED) != 0)
      throw zmq::error_t();
    monitor = std::make_unique<zmq::socket_t>(*context, zmq::socket_type::pair);
    monitor->set(zmq::sockopt::linger, 0);
    monitor->connect(kMonitor);
    socket->bind(address);
  }

  void shut() {
    if (socket) static_cast<void>(::zmq_socket_monitor(socket->handle(), nullptr, 0));
    monitor.reset();
    socket.reset();
  }

  /// All peers are sent away and what they asked for is forgotten.
  void open_anew() {
    shut();
    constexpr auto kPause = std::chrono::milliseconds(20);  // ZeroMQ frees the port on a thread of its own
    while (!stop) {
      try {
        return open(endpoint);
      } catch (const zmq::error_t&) {
        shut();
        std::this_thread::sleep_for(kPause);
      }
    }
  }

  void count_peers() {
    zmq::message_t event, address;
    while (monitor->recv(event, zmq::recv_flags::dontwait)) {
      static_cast<void>(monitor->recv(address, zmq::recv_flags::dontwait));
      std::uint16_t kind = 0;
      if (event.size() >= sizeof kind) std::memcpy(&kind, event.data(), sizeof kind);
      if (kind == ZMQ_EVENT_ACCEPTED) ++peers;
      if (kind == ZMQ_EVENT_DISCONNECTED && peers > 0) --peers;
    }
  }

  void count_subscriptions() {
    zmq::message_t asked;
    constexpr int kAtOnce = 256;
    for (int i = 0; i < kAtOnce && socket->recv(asked, zmq::recv_flags::dontwait); ++i) {
      if (asked.empty()) continue;
      const char* const said = asked.data<char>();
      std::string topic(said + 1, asked.size() - 1);
      if (*said == 1)
        subscriptions.insert(std::move(topic));
      else if (const auto held = subscriptions.find(topic); *said == 0 && held != subscriptions.end())
        subscriptions.erase(held);
    }
  }

  void send_all() {
    std::deque<std::pair<std::string, std::string>> out;
    {
      const std::lock_guard lock(mutex);
      out.swap(messages);
    }
    for (const auto& [topic, json] : out) {
      socket->send(zmq::buffer(topic), zmq::send_flags::sndmore | zmq::send_flags::dontwait);
      socket->send(zmq::buffer(json), zmq::send_flags::dontwait);
    }
  }

  void run() {
    while (!stop) {
      try {
        std::array<zmq::pollitem_t, 3> polled{zmq::pollitem_t{socket->handle(), 0, ZMQ_POLLIN, 0},
                                              zmq::pollitem_t{monitor->handle(), 0, ZMQ_POLLIN, 0},
                                              zmq::pollitem_t{nullptr, waker, ZMQ_POLLIN, 0}};
        zmq::poll(polled.data(), polled.size(), std::chrono::milliseconds(500));
        if (polled[2].revents != 0) {
          std::uint64_t count = 0;
          static_cast<void>(::read(waker, &count, sizeof count));
        }
        count_peers();
        count_subscriptions();
        if (peers > settings.limits.peers || subscriptions.size() > static_cast<std::size_t>(settings.limits.subscriptions)) open_anew();
        if (!stop) send_all();
      } catch (const zmq::error_t&) {  // interrupted by a signal, or a peer's doing: the next round tries again
        if (!socket || !monitor) open_anew();
      }
    }
    shut();
    context.reset();
  }
};

Publisher::Publisher(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}

Publisher::~Publisher() {
  loop_->stop = true;
  const std::uint64_t one = 1;
  static_cast<void>(::write(loop_->waker, &one, sizeof one));
  if (loop_->thread.joinable()) loop_->thread.join();
}

Result<std::unique_ptr<Publisher>> Publisher::open(const PublisherSettings& settings) {
  const std::string& endpoint = settings.endpoint;
  const std::string address = by_number(is_port(endpoint) ? "tcp://127.0.0.1:" + (endpoint == "0" ? "*" : endpoint) : endpoint);
  const std::string said = "--publish " + endpoint + ": ";
  if (!address.starts_with("tcp://") && !address.starts_with("ipc://"))
    return InputError{said + "expected a port such as 5570, or tcp://ADDRESS:PORT"};
  if (!has_a_port(address)) return InputError{said + "the last port is 65535; expected one such as 5570"};
  if (const std::string why = would_take_away(address); !why.empty()) return InputError{said + why};
  if (!settings.keys && !stays_here(address))
    return InputError{said + "beyond this computer only with keys: polemarch keys NAME makes a pair, --keys NAME.key uses it"};
  auto loop = std::make_unique<Loop>();
  loop->settings = settings;
  loop->settings.limits.peers = std::clamp(settings.limits.peers, 4, std::max(4, raise_descriptor_limit() / 4));
  loop->waker = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  std::promise<std::string> opened;  // what went wrong
  Loop* raw = loop.get();
  loop->thread = std::thread([raw, &opened, address] {
    give_way_to_the_table();  // ZeroMQ's own thread, started from here, gives way too
    try {
      raw->context = std::make_unique<zmq::context_t>(1);
      raw->open(address);
      raw->endpoint = raw->socket->get(zmq::sockopt::last_endpoint);
    } catch (const zmq::error_t& error) {
      const std::string what = error.what();
      raw->shut();
      raw->context.reset();
      opened.set_value(what);
      return;
    }
    opened.set_value({});
    raw->run();
  });
  const std::string wrong = opened.get_future().get();
  auto publisher = std::unique_ptr<Publisher>(new Publisher(std::move(loop)));
  if (!wrong.empty()) return InputError{said + wrong + "; give a free port such as 5570"};
  return publisher;
}

void Publisher::publish(std::string_view topic, std::string_view json) {
  {
    const std::lock_guard lock(loop_->mutex);
    if (loop_->messages.size() >= static_cast<std::size_t>(loop_->settings.limits.waiting)) loop_->messages.pop_front();
    loop_->messages.emplace_back(topic, json);
  }
  const std::uint64_t one = 1;
  static_cast<void>(::write(loop_->waker, &one, sizeof one));
}

std::string Publisher::endpoint() const { return loop_->endpoint; }

}  // namespace polemarch::assistant
