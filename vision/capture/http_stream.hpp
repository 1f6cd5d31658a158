#pragma once
/// A small HTTP/1.1 client for one GET whose body may never end: time-outs on every wait, chunked bodies, Basic authorisation. Linux
/// sockets.

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/result.hpp"

namespace polemarch::vision::capture {

struct HttpUrl {
  std::string host, port = "80", path = "/", authorisation;  ///< user:password, empty for none
};
Result<HttpUrl> parse_http_url(const std::string& url);

class HttpStream {
 public:
  HttpStream() = default;
  ~HttpStream();
  HttpStream(const HttpStream&) = delete;
  HttpStream& operator=(const HttpStream&) = delete;

  /// Connects, asks, reads the head of the answer; the whole head has `timeout_s`. Empty on success, else what went wrong.
  std::string open(const HttpUrl& url, double timeout_s);
  void close();

  int status() const { return status_; }
  /// A header of the answer, its name in lower case; empty when absent.
  std::string header(const std::string& name) const;

  enum class More { Data, End, Timeout, Failed };
  /// Waits up to `wait_s` for data and appends what there is to `body`. wait_s = 0 takes only what is already here.
  More read(std::vector<std::uint8_t>& body, double wait_s);

  /// From another thread: makes waits return soon with Failed.
  void interrupt() { interrupted_ = true; }

 private:
  More fill(double wait_s);
  bool take_body(std::vector<std::uint8_t>& body);
  int socket_ = -1;
  int status_ = 0;
  std::map<std::string, std::string> headers_;
  std::vector<std::uint8_t> raw_;
  bool chunked_ = false, ended_ = false, broken_ = false;
  std::size_t chunk_left_ = 0;
  bool after_chunk_ = false;
  std::int64_t length_left_ = -1;
  std::atomic<bool> interrupted_{false};
};

}  // namespace polemarch::vision::capture
