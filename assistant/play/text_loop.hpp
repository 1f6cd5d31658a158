#pragma once
/// `play --text`: screens as JSON lines on one side, wishes on the other.

#include <iosfwd>
#include <optional>

#include "assistant/play/broadcast.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/feed.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

struct TextLoopSettings {
  int in = 0;                          ///< file descriptor the wishes come from; default: standard input
  int idle_ms = 50;                    ///< how often the table is looked at while nothing is typed. Longer: less work, later screens
  std::size_t longest_line = 1 << 16;  ///< bytes of one input line; a longer one is not understood
};

/// Runs until {"quit":true} or the end of input. A screen is written and flushed after every line taken in, and whenever something changes
/// by itself. `broadcast` hears of it as it goes.
void run_text(Desk& desk, Feed& feed, std::ostream& out, Broadcast broadcast = {}, const TextLoopSettings& settings = {});

}  // namespace polemarch::assistant::play
