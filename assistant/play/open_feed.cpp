#include <chrono>
#include <optional>

#include "assistant/eye/table_eye.hpp"
#include "assistant/play/camera_feed.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/session/files.hpp"
#include "models/io/camera_io.hpp"
#include "vision/capture/source.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::assistant::play {

namespace {

std::unique_ptr<ManualFeed> manual_feed(const Stage& stage, bool live) {
  const Session* session = stage.session.get();  // which makes its battle anew where a line could not be written
  const auto places = [session] { return session->battle().places(); };
  if (!live) {  // headless: a tenth of a second a look
    auto looks = std::make_shared<int>(0);
    return std::make_unique<ManualFeed>(places, [looks] { return 0.1 * ++*looks; });
  }
  const auto start = std::chrono::steady_clock::now();
  return std::make_unique<ManualFeed>(places,
                                      [start] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); });
}

}  // namespace

Result<OpenedSource> open_eye(const FeedChoice& choice) {
  OpenedSource opened{choice, nullptr, std::nullopt};
  if (!choice.camera.empty()) {
    const auto text = read_text_file(choice.camera);
    if (!text) return text.error();
    auto camera = io::read_camera(*text, choice.camera);
    if (!camera) return camera.error();
    opened.lens = camera->camera;
  }
  if (choice.source == "manual:" || choice.source == "manual") return opened;
  vision::SourceSettings settings;
  settings.colour = true;
  settings.folder_fps = choice.folder_fps;
  settings.photo_frames = 90;  // three seconds of it: until everything counts as standing still
  settings.may_begin_later = choice.live;
  settings.pace = choice.live && !choice.every_frame ? vision::Pace::RealTime : vision::Pace::EveryFrame;
  auto source = vision::open_source(choice.source, settings);
  if (!source) return source.error();
  opened.source = std::move(*source);
  return opened;
}

Result<std::unique_ptr<Feed>> make_feed(OpenedSource opened, const Stage& stage) {
  if (!opened.source) return std::unique_ptr<Feed>(manual_feed(stage, opened.choice.live));
  if (stage.table.border.size() < 3)
    return InputError{"the table declares " + std::to_string(stage.table.border.size()) +
                      " border markers; three are needed (polemarch markers prints a strip; /table/border lists it)"};
  if (const auto family = vision::load_dictionary(stage.table.border_family); !family) return family.error();
  EyeSettings settings;
  settings.track.follow_unknown = true;  // they can be tied to a unit at the screen
  auto eye = std::make_unique<TableEye>(stage.table, stage.bases, opened.lens, settings);
  auto camera = make_camera_feed(std::move(opened.source), std::move(eye), stage.table, vision::said_source(opened.choice.source),
                                 {.threaded = opened.choice.live, .every_frame = opened.choice.every_frame});
  if (!opened.choice.live) return camera;
  return make_fallback_feed(std::move(camera), manual_feed(stage, true));
}

}  // namespace polemarch::assistant::play
