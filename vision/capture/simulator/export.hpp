#pragma once
/// A scene written to a folder: frames, the exact truth of each, and the table, bases and camera files a tracker wants. Writes files.

#include <functional>
#include <string>

#include "models/result.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace polemarch::vision {

struct ExportSettings {
  bool jpeg = false;  ///< frames as JPEG (the scene's quality, 90 where it has none) instead of PNG
  int first_frame = 0;
  int frames = 0;  ///< 0: as many as the scene has (at least one)
};

/// One line of truth.jsonl; format in vision/capture/simulator/README.md.
std::string truth_line(const Truth& truth);

/// Writes frame_000000.png ..., truth.jsonl, table.json, bases.json and camera.json (as it stands at the first frame) into `folder`,
/// made if need be. `progress` is told the number of frames done. The number of frames written, or one line that says what failed.
Result<int> export_scene(const SceneSpec& scene, const std::string& folder, const ExportSettings& settings,
                         const std::function<void(int)>& progress = {});

}  // namespace polemarch::vision
