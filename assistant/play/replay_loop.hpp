#pragma once
/// A logged battle on the screen: in the window, as text, or as one picture.

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "assistant/play/broadcast.hpp"
#include "assistant/replay/reel.hpp"
#include "assistant/story/build.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

/// What the reel was left for.
struct ReplayEnd {
  std::optional<std::string> go_on;  ///< a new battle that was begun from a moment, to be played
};

struct ReplaySettings {
  std::string log;                    ///< the battle's file: bookmarks and new battles go beside it
  int in = 0;                         ///< text: file descriptor the keys come from; default: standard input
  story::Telling* telling = nullptr;  ///< tells the reel's story while it is shown; default: it is told already
  int width = 1600, height = 900;     ///< of the window, pixels
  /// Writes the report and names its file, or says in one line why not. Default: none, its key does nothing.
  std::function<Result<std::string>()> write_report;
};

/// Until the window is closed.
Result<ReplayEnd> replay_in_window(replay::Reel& reel, const ReplaySettings& settings, Broadcast broadcast = {});
/// As `play --text`: a screen a line, keys a line, until {"quit":true}, the key q, or the end of input.
Result<ReplayEnd> replay_as_text(replay::Reel& reel, std::ostream& out, const ReplaySettings& settings, Broadcast broadcast = {});

}  // namespace polemarch::assistant::play
