#pragma once
/// A small HTTP server for pages that keep themselves up to date (server-sent events). One thread, sockets that never block, and every
/// quantity bounded before anything is parsed: connections, bytes and seconds of a request's head, bytes that wait for a slow client.
/// Bodies are never read. When all places are taken the newcomer gets the place of the oldest unfinished request, so that nobody can shut
/// others out by holding connections. Linux sockets.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "assistant/bus/request.hpp"
#include "assistant/bus/web_address.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

struct LiveLimits {
  int connections = 96;           ///< at most; never more than a quarter of the descriptors this process may have
  std::size_t head_bytes = 8192;  ///< of a request
  double head_s = 2.0;            ///< until a request's head is whole
  double send_s = 10.0;           ///< until a client has taken what it was sent
  double beat_s = 2.0;            ///< between signs of life on a stream
};

struct Answer {
  int status = 200;
  std::string type, body, headers;  ///< headers: whole lines, each with its line end
  bool stream = false;              ///< kept open; `news` follows the body
};

struct LiveHandlers {
  std::function<Answer(const Request&)> answer;
  /// What a stream that knows `seen` has yet to hear; `seen` becomes what it then knows. Empty: nothing.
  std::function<std::string(std::int64_t& seen)> news;
  std::function<std::string()> beat;  ///< sent when there was no news for a while
};

class LiveServer {
 public:
  /// Binds and starts; `address.port` is filled in. Handlers are called on the server's thread. Errors: the address is in use.
  static Result<std::unique_ptr<LiveServer>> open(WebAddress& address, LiveHandlers handlers, const LiveLimits& limits = {});
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;
  /// There is news. From any thread; never waits.
  void wake();

 private:
  struct Loop;
  explicit LiveServer(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace polemarch::assistant
