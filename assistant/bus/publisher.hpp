#pragma once
/// Publishes the table and the battle to other programs over ZeroMQ (PUB): two-part messages, topic then one JSON object. Topics:
/// "table" (a line as `track --json` prints), "event" (what the public log shows), "view" (short lines: turn, score, open question).
/// Loopback unless an address says otherwise. A peer that is slow or gone costs nothing: old messages are dropped.

#include <memory>
#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::assistant {

class Publisher {
 public:
  /// `endpoint` such as "tcp://127.0.0.1:5570"; a port alone ("5570") means loopback. Errors: the address is in use or not valid.
  static Result<std::unique_ptr<Publisher>> open(const std::string& endpoint);
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  void publish(std::string_view topic, std::string_view json);
  /// The address as bound (a port 0 is filled in).
  std::string endpoint() const;

 private:
  struct Socket;
  explicit Publisher(std::unique_ptr<Socket> socket);
  std::unique_ptr<Socket> socket_;
};

}  // namespace polemarch::assistant
