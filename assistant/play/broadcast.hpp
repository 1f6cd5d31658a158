#pragma once
/// What goes out to other programs (ZeroMQ) and to spectators (a page): the table, the public events, the view. Hidden values never do.

#include <memory>
#include <optional>
#include <string>

#include "assistant/bus/publisher.hpp"
#include "assistant/bus/spectator.hpp"
#include "assistant/play/desk.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

/// One JSON line: {"frame","t","bases":[{"base","marker","x_mm","y_mm","heading_deg","sd_mm","sd_deg","state"}]}.
std::string table_line(const TableState& table);

class Broadcast {
 public:
  /// Empty addresses mean: nothing is sent. Errors: address in use or not valid.
  static Result<Broadcast> open(const std::string& publish, const std::string& spectate);
  /// Sends what changed: the table at most ten times a second, the view and the page at each command and every two seconds.
  void tell(const Desk& desk, const std::optional<Look>& look);
  /// Lines that say where to look; empty when nothing is sent.
  std::string links() const;

 private:
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Spectator> spectator_;
  std::size_t logged_ = 0;
  double table_t_ = -1e9, view_t_ = -1e9;
  std::int64_t seq_ = -1;
};

}  // namespace polemarch::assistant::play
