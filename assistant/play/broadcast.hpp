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

/// Empty addresses mean: nothing is sent.
struct BroadcastSettings {
  std::string publish, spectate;
  std::string keys;   ///< file of the publisher's secret key; needed beyond loopback
  std::string token;  ///< of the spectators' link; needed beyond loopback
};

class Broadcast {
 public:
  /// Errors: address in use or not valid, or open to others without what keeps strangers out.
  static Result<Broadcast> open(const BroadcastSettings& settings);
  /// Sends what changed: the table at most ten times a second, the view and the page at each command and every two seconds.
  void tell(const Desk& desk, const std::optional<Look>& look);
  /// A screen that is no desk's: a replay. Sent when its command changes.
  void show(const ui::ViewState& view, std::int64_t seq);
  /// Lines that say where to look; empty when nothing is sent.
  std::string links() const;

 private:
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Spectator> spectator_;
  std::string public_key_;
  std::size_t logged_ = 0;
  double table_t_ = -1e9, view_t_ = -1e9;
  std::int64_t seq_ = -1;
};

}  // namespace polemarch::assistant::play
