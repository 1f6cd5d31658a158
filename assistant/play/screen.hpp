#pragma once
/// The windowed loop, and the feed a source name means.

#include <memory>
#include <optional>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/feed.hpp"
#include "assistant/play/script.hpp"
#include "assistant/play/stage.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

struct FeedChoice {
  std::string source;  ///< as on the command line
  std::string camera;  ///< camera.json or empty
  bool live = true;    ///< newest look wins, at the clock's pace; false: every frame in order, as fast as can be
};
/// Errors: one line naming the source and the mend.
Result<std::unique_ptr<Feed>> open_feed(const FeedChoice& choice, Stage& stage);

struct ScreenSettings {
  bool projector = false;
  std::string battle;  ///< its name, for files beside it (screenshots, projector corners)
};
/// Runs until the window is closed. Nothing, or what went wrong.
std::optional<InputError> run_window(Desk& desk, Feed& feed, const ScreenSettings& settings, Script script = {});

}  // namespace polemarch::assistant::play
