#pragma once
/// Publishes the table and the battle to other programs over ZeroMQ (PUB): two-part messages, topic then one JSON object. Topics:
/// "table" (a line as `track --json` prints), "event" (what the public log shows), "view" (short lines: turn, score, open question).
/// Loopback unless an address says otherwise; beyond it messages are encrypted (CURVE) for whoever has the public key. The socket lives on
/// a thread of its own that gives way to the table: publishing never waits. A peer that is slow or gone costs nothing: messages to it are
/// dropped. Peers that are too many or ask for too much are all sent away; honest ones come back by themselves.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assistant/bus/bus_keys.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

struct PublisherLimits {
  int waiting = 200;         ///< messages kept for a slow peer, and for the thread
  int peers = 64;            ///< connections at a time; never more than a quarter of the descriptors this process may have
  int subscriptions = 1024;  ///< all peers together
  int asked_bytes = 1024;    ///< of one message that comes in: a subscription, or a handshake with keys
};

struct PublisherSettings {
  std::string endpoint;        ///< "tcp://127.0.0.1:5570"; a port alone ("5570") means loopback
  std::optional<BusKey> keys;  ///< needed beyond loopback
  PublisherLimits limits = {};
};

class Publisher {
 public:
  /// Errors: the address is in use or not valid, or lies beyond loopback without keys.
  static Result<std::unique_ptr<Publisher>> open(const PublisherSettings& settings);
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// Never waits; the oldest message that still waits is dropped when there are too many.
  void publish(std::string_view topic, std::string_view json);
  /// The address as bound (a port 0 is filled in).
  std::string endpoint() const;

 private:
  struct Loop;
  explicit Publisher(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace polemarch::assistant
