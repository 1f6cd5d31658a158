#pragma once
/// The windowed loop, and the feed a source name means.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assistant/play/broadcast.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/feed.hpp"
#include "assistant/play/kept_pictures.hpp"
#include "assistant/play/script.hpp"
#include "assistant/play/stage.hpp"
#include "models/camera.hpp"
#include "models/result.hpp"
#include "vision/capture/source.hpp"

namespace polemarch::assistant::play {

struct FeedChoice {
  std::string source;        ///< as on the command line
  std::string camera;        ///< camera.json or empty
  double folder_fps = 30;    ///< pictures a second of a folder, which has no clock of its own
  bool live = true;          ///< newest look wins, at the clock's pace; false: every frame in order, as fast as can be
  bool every_frame = false;  ///< of what is recorded, though live: every frame in order, waiting until it is looked at
};
/// A source that could be opened, before anything is written for it. `source` is empty for manual:.
struct OpenedSource {
  FeedChoice choice;
  std::unique_ptr<vision::Source> source;
  std::optional<Camera> lens;
};
/// Errors: one line naming the source or file and the mend.
Result<OpenedSource> open_eye(const FeedChoice& choice);
/// The looks of that source at this stage. Errors: too few border markers, unknown family.
Result<std::unique_ptr<Feed>> make_feed(OpenedSource opened, const Stage& stage);

struct ScreenSettings {
  bool projector = false;          ///< a second window for a projector over the table; default none
  KeptPictures keep;               ///< the players asked for pictures of the table; default: none is kept
  std::string battle;              ///< its name, for files beside it (screenshots, projector corners)
  int width = 1600, height = 900;  ///< of the window at the start, pixels
};
/// Does `work` on a thread of its own and calls `meanwhile` with the seconds that have passed, again and again, until it is done: neither
/// a slow disk nor a long thought holds up the window. Nothing is called where the work is done at once. What the work throws is thrown on.
void run_beside(const std::function<void()>& work, const std::function<void(double seconds)>& meanwhile);
/// What is shown while the work goes on: the view as it was, and once that has lasted a while, what is waited for.
ui::ViewState waiting_view(const ui::ViewState& view, double seconds, bool disk);

/// Runs until the window is closed. Nothing, or what went wrong.
std::optional<InputError> run_window(Desk& desk, Feed& feed, const ScreenSettings& settings, Script script = {}, Broadcast broadcast = {});

}  // namespace polemarch::assistant::play
