#include <chrono>

#include "assistant/play/headless.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/screen.hpp"

namespace polemarch::assistant::play {

namespace {

std::unique_ptr<ManualFeed> manual_feed(Stage& stage, bool live) {
  const engine::Battle* battle = &stage.session->battle();
  const auto places = [battle] { return battle->places(); };
  if (!live) {  // headless: a tenth of a second a look
    auto looks = std::make_shared<int>(0);
    return std::make_unique<ManualFeed>(places, [looks] { return 0.1 * ++*looks; });
  }
  const auto start = std::chrono::steady_clock::now();
  return std::make_unique<ManualFeed>(places,
                                      [start] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); });
}

}  // namespace

Result<std::unique_ptr<Feed>> open_feed(const FeedChoice& choice, Stage& stage) {
  if (choice.source == "manual:") return std::unique_ptr<Feed>(manual_feed(stage, choice.live));
  return InputError{choice.source +
                    ": this source is not known (camera:0, a video, a folder, http://..., rtsp://..., sim:scene.json, manual:)"};
}

}  // namespace polemarch::assistant::play
