#pragma once
/// What `play` does, for the verbs that end in it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "assistant/play/stage.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

struct PlayArguments {
  play::StageSettings stage;
  std::string source = "manual:", headless, script, help_level = "advise", camera, publish, spectate, keys, token;
  std::string size;  ///< "1920x1080" of window or pictures; empty: 1600x900
  double seconds = 0, fps = 30;
  bool projector = false, roll = false;
  bool keep_pictures = false;  ///< straightened pictures of the table beside the log, one a command
  bool text = false;           ///< screens as JSON lines instead of a window
};

/// "1920x1080" as width and height of a window or a picture, in pixels; 1600x900 where nothing is said.
Result<std::pair<int, int>> picture_size(const std::string& text);

/// Plays to the end and returns the exit code. A battle that is over is shown again (replay_battle), unless it runs headless.
int play_battle(const PlayArguments& arguments);

/// How a logged battle is shown again.
struct ReplayScreen {
  std::string battle, picture, spectate, token;
  std::string size;                ///< of window or picture; empty: 1600x900, a picture 1920x1080
  bool text = false;               ///< screens as JSON lines instead of a window
  std::optional<std::int64_t> at;  ///< the command it stands at first; default: the start
};
/// On the screen, until it is left; a new battle that was begun from a moment is then played. Returns the exit code.
int replay_battle(const ReplayScreen& screen);

}  // namespace polemarch::assistant
