#include "vision/capture/http_stream.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <string_view>
#include <thread>

namespace polemarch::vision::capture {
namespace {

using Clock = std::chrono::steady_clock;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string base64(const std::string& in) {
  static const char* const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return i + k < in.size() ? static_cast<unsigned char>(in[i + k]) : 0U; };
    const unsigned v = (byte(0) << 16) | (byte(1) << 8) | byte(2);
    out += kDigits[(v >> 18) & 63];
    out += kDigits[(v >> 12) & 63];
    out += i + 1 < in.size() ? kDigits[(v >> 6) & 63] : '=';
    out += i + 2 < in.size() ? kDigits[v & 63] : '=';
  }
  return out;
}

/// Waits for the socket in slices so that interrupt() is heard; 1 ready, 0 time-out, -1 failed or interrupted.
int wait_for(int socket, short events, double wait_s, const std::atomic<bool>& interrupted) {
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait_s));
  for (;;) {
    if (interrupted) return -1;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd fd{socket, events, 0};
    const int ready = ::poll(&fd, 1, static_cast<int>(std::clamp<long long>(left, 0, 50)));
    if (ready > 0) return 1;
    if (ready < 0 && errno != EINTR) return -1;
    if (left <= 0) return 0;
  }
}

}  // namespace

Result<HttpUrl> parse_http_url(const std::string& url) {
  HttpUrl out;
  for (const char c : url)
    if (static_cast<unsigned char>(c) < ' ') return InputError{"http://...: an address holds no spaces and no line ends"};
  if (!url.starts_with("http://")) return InputError{url + ": expected http://host/path"};
  std::string rest = url.substr(std::strlen("http://"));
  if (const auto hash = rest.find('#'); hash != std::string::npos) rest.resize(hash);
  const auto slash = rest.find_first_of("/?");
  std::string authority = rest.substr(0, slash);
  if (slash != std::string::npos) out.path = (rest[slash] == '?' ? "/" : "") + rest.substr(slash);
  if (const auto at = authority.rfind('@'); at != std::string::npos) {
    out.authorisation = authority.substr(0, at);
    authority = authority.substr(at + 1);
  }
  std::size_t port_at = authority.rfind(':');
  if (authority.starts_with("[")) {  // [IPv6]:port
    const auto close = authority.find(']');
    if (close == std::string::npos) return InputError{url + ": the address lacks its closing ]"};
    out.host = authority.substr(1, close - 1);
    port_at = close + 1 < authority.size() && authority[close + 1] == ':' ? close + 1 : std::string::npos;
  } else {
    out.host = authority.substr(0, port_at);
  }
  if (port_at != std::string::npos) out.port = authority.substr(port_at + 1);
  const bool digits = !out.port.empty() && out.port.size() <= 5 &&
                      std::all_of(out.port.begin(), out.port.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || std::stoi(out.port) < 1 || std::stoi(out.port) > 65535)
    return InputError{url + ": the port must be a number from 1 to 65535"};
  if (out.host.empty()) return InputError{url + ": no host in this address (http://192.168.1.20:8080/video)"};
  for (const char c : out.host + out.path)
    if (static_cast<unsigned char>(c) <= ' ') return InputError{url + ": an address holds no spaces"};
  return out;
}

namespace {

/// The addresses of a name, once they are known.
struct Lookup {
  Lookup() = default;
  Lookup(const Lookup&) = delete;
  Lookup& operator=(const Lookup&) = delete;
  ~Lookup() {
    if (first != nullptr) ::freeaddrinfo(first);
  }
  std::atomic<bool> done = false;
  int error = 0;
  addrinfo* first = nullptr;
};

/// Asks for the name's addresses, in a thread of its own: the system waits as long as it likes for a network that is not there, and cannot
/// be called off. Nothing where no answer came in time.
std::shared_ptr<const Lookup> look_up(const HttpUrl& url, double timeout_s, const std::atomic<bool>& interrupted) {
  auto lookup = std::make_shared<Lookup>();
  addrinfo number{};  // an address in figures needs nobody
  number.ai_socktype = SOCK_STREAM;
  number.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  if (::getaddrinfo(url.host.c_str(), url.port.c_str(), &number, &lookup->first) == 0) return lookup;
  std::thread([lookup, host = url.host, port = url.port] {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    lookup->error = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &lookup->first);
    lookup->done = true;
  }).detach();
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  while (!lookup->done) {
    if (interrupted || Clock::now() > until) return nullptr;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return lookup;
}

}  // namespace

HttpStream::~HttpStream() { close(); }

void HttpStream::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

std::string HttpStream::header(const std::string& name) const {
  const auto found = headers_.find(name);
  return found == headers_.end() ? std::string() : found->second;
}

std::string HttpStream::open(const HttpUrl& url, double timeout_s) {
  close();
  raw_.clear();
  headers_.clear();
  status_ = 0;
  chunked_ = ended_ = broken_ = after_chunk_ = false;
  chunk_left_ = 0;
  length_left_ = -1;
  const std::string where = url.host + ":" + url.port;

  const std::shared_ptr<const Lookup> found = look_up(url, timeout_s, interrupted_);
  if (!found) return "the name " + url.host + " is not answered for; is this computer in the network?";
  if (found->error != 0) return "no such host: " + url.host;
  for (const addrinfo* a = found->first; a != nullptr && socket_ < 0; a = a->ai_next) {
    socket_ = ::socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    if (socket_ < 0) continue;
    int error = 0;
    socklen_t size = sizeof error;
    if (::connect(socket_, a->ai_addr, a->ai_addrlen) != 0 &&
        (errno != EINPROGRESS || wait_for(socket_, POLLOUT, timeout_s, interrupted_) != 1 ||
         ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0))
      close();
  }
  if (socket_ < 0) return "nobody answers at " + where;

  std::string ask =
      "GET " + url.path + " HTTP/1.1\r\nHost: " + url.host + "\r\nUser-Agent: polemarch\r\nAccept: */*\r\nConnection: close\r\n";
  if (!url.authorisation.empty()) ask += "Authorization: Basic " + base64(url.authorisation) + "\r\n";
  ask += "\r\n";
  for (std::size_t sent = 0; sent < ask.size();) {
    if (wait_for(socket_, POLLOUT, timeout_s, interrupted_) != 1) return where + " takes no request";
    const ssize_t n = ::send(socket_, ask.data() + sent, ask.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN) return where + " closed the line";
    if (n > 0) sent += static_cast<std::size_t>(n);
  }

  static constexpr std::string_view kEnd = "\r\n\r\n";
  auto end = raw_.end();
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  while ((end = std::search(raw_.begin(), raw_.end(), kEnd.begin(), kEnd.end())) == raw_.end()) {
    if (raw_.size() > 65536) return where + " does not speak HTTP";
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    const More more = left > 0 ? fill(left) : More::Timeout;  // the whole head has this long, however it drips
    if (more == More::Timeout) return where + (raw_.empty() ? " connects but sends nothing" : " answers too slowly");
    if (more != More::Data) return where + " closed the line before answering";
  }
  const std::string head(raw_.begin(), end);
  raw_.erase(raw_.begin(), end + static_cast<std::ptrdiff_t>(kEnd.size()));
  if (!head.starts_with("HTTP/1.") || head.size() < 12) return where + " does not speak HTTP";
  status_ = std::atoi(head.c_str() + 9);
  for (std::size_t at = head.find("\r\n"); at != std::string::npos;) {
    at += 2;
    const std::size_t next = head.find("\r\n", at);
    const std::string line = head.substr(at, next == std::string::npos ? next : next - at);
    if (const auto colon = line.find(':'); colon != std::string::npos) {
      const auto value = line.find_first_not_of(" \t", colon + 1);
      headers_[lower(line.substr(0, colon))] = value == std::string::npos ? "" : line.substr(value);
    }
    at = next;
  }
  if (status_ == 401) return where + " wants a name and a password (http://name:password@host...)";
  if (status_ != 200) return where + " answers with error " + std::to_string(status_);
  chunked_ = lower(header("transfer-encoding")).find("chunked") != std::string::npos;
  if (!chunked_ && !header("content-length").empty()) length_left_ = std::atoll(header("content-length").c_str());
  return {};
}

HttpStream::More HttpStream::fill(double wait_s) {
  if (socket_ < 0) return More::Failed;
  const int ready = wait_for(socket_, POLLIN, wait_s, interrupted_);
  if (ready < 0) return More::Failed;
  if (ready == 0) return More::Timeout;
  const std::size_t before = raw_.size();
  raw_.resize(before + 65536);
  const ssize_t n = ::recv(socket_, raw_.data() + before, 65536, 0);
  raw_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, n)));
  if (n == 0) return More::End;
  if (n < 0) return errno == EAGAIN ? More::Timeout : More::Failed;
  return More::Data;
}

/// Moves decoded body bytes from raw_; true when any came.
bool HttpStream::take_body(std::vector<std::uint8_t>& body) {
  const std::size_t before = body.size();
  if (!chunked_) {
    std::size_t n = raw_.size();
    if (length_left_ >= 0) n = std::min(n, static_cast<std::size_t>(length_left_));
    body.insert(body.end(), raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(n));
    raw_.erase(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(n));
    if (length_left_ >= 0 && (length_left_ -= static_cast<std::int64_t>(n)) == 0) ended_ = true;
    return body.size() > before;
  }
  std::size_t at = 0;
  while (!ended_) {
    if (chunk_left_ > 0) {
      const std::size_t n = std::min(chunk_left_, raw_.size() - at);
      body.insert(body.end(), raw_.begin() + static_cast<std::ptrdiff_t>(at), raw_.begin() + static_cast<std::ptrdiff_t>(at + n));
      at += n;
      chunk_left_ -= n;
      if (chunk_left_ > 0) break;
      after_chunk_ = true;
    }
    if (after_chunk_) {
      if (raw_.size() - at < 2) break;
      at += 2;  // the line end behind a chunk
      after_chunk_ = false;
    }
    const auto line_end = std::find(raw_.begin() + static_cast<std::ptrdiff_t>(at), raw_.end(), '\n');
    if (line_end == raw_.end()) {
      constexpr std::size_t kMostLine = 4096;  // a chunk's size is a few digits
      if (raw_.size() - at > kMostLine) broken_ = ended_ = true;
      break;
    }
    const std::string size_text(raw_.begin() + static_cast<std::ptrdiff_t>(at), line_end);
    at = static_cast<std::size_t>(line_end - raw_.begin()) + 1;
    chunk_left_ = std::strtoul(size_text.c_str(), nullptr, 16);
    if (chunk_left_ == 0) ended_ = true;
  }
  raw_.erase(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(at));
  return body.size() > before;
}

HttpStream::More HttpStream::read(std::vector<std::uint8_t>& body, double wait_s) {
  if (take_body(body)) return More::Data;
  if (ended_) return broken_ ? More::Failed : More::End;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait_s));
  for (;;) {
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    const More more = fill(std::max(0.0, left));
    if (more != More::Data) return more;
    if (take_body(body)) return More::Data;
    if (ended_) return broken_ ? More::Failed : More::End;
  }
}

}  // namespace polemarch::vision::capture
