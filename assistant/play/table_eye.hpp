#pragma once
/// Frames to table states with nothing but a table and its bases: finds the border, registers the camera, follows the bases, and keeps the
/// registration while the table is played on. What `play` and `demo` see with.

#include <memory>
#include <optional>
#include <vector>

#include "assistant/play/camera_feed.hpp"
#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "models/result.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::play {

struct EyeSettings {
  std::optional<Camera> lens;  ///< of a camera.json; empty: the lens comes from the border markers too
  double look_again_s = 2.0;   ///< how often missing border markers are searched in the whole picture
};

/// Errors: the border's marker family is not known; fewer than three border markers are declared.
Result<std::unique_ptr<Eye>> make_table_eye(const Table& table, const std::vector<BaseSpec>& bases, const EyeSettings& settings);

}  // namespace polemarch::assistant::play
