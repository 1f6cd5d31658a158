#pragma once
/// What `play` does, for the verbs that end in it.

#include <string>

#include "assistant/play/stage.hpp"

namespace polemarch::assistant {

struct PlayArguments {
  play::StageSettings stage;
  std::string source = "manual:", headless, script, help_level = "advise", camera, publish, spectate, keys, token;
  double seconds = 0, fps = 30;
  bool projector = false, roll = false;
  bool text = false;  ///< screens as JSON lines instead of a window
};

/// Plays to the end and returns the exit code.
int play_battle(PlayArguments arguments);

}  // namespace polemarch::assistant
