#pragma once
/// Pictures to looks: a source, the tracker and the straightened picture, in a thread of its own (window) or frame by frame (headless).
/// Where the camera is lost the hand takes over (fallback) until it is back.

#include <memory>
#include <string>

#include "assistant/play/feed.hpp"
#include "assistant/play/manual_feed.hpp"
#include "models/table.hpp"

namespace polemarch::vision {
class Source;
}

namespace polemarch::assistant {
class TableEye;
}

namespace polemarch::assistant::play {

struct CameraFeedSettings {
  bool threaded = true;            ///< own reader thread, newest look wins; false: every frame in order, on the caller's thread
  bool every_frame = false;        ///< with a thread: each look waits until it is taken, none is left out however slow the machine
  double picture_every_s = 0.1;    ///< how often the table's picture is straightened; more often costs time
  double picture_mm_per_px = 2.0;  ///< of the straightened picture; less is sharper and costs time
};

std::unique_ptr<Feed> make_camera_feed(std::unique_ptr<vision::Source> source, std::unique_ptr<TableEye> eye, const Table& table,
                                       std::string name, const CameraFeedSettings& settings);

/// `camera`, and `manual` while the camera is lost. The look's epoch changes with each change of hands.
std::unique_ptr<Feed> make_fallback_feed(std::unique_ptr<Feed> camera, std::unique_ptr<ManualFeed> manual);

}  // namespace polemarch::assistant::play
