#pragma once
/// scene.json <-> SceneSpec. Format: vision/capture/simulator/README.md and models/data/schemas/scene.schema.json. Text in, text out. Pure.

#include <string>
#include <string_view>

#include "models/result.hpp"
#include "vision/capture/simulator/scene_spec.hpp"

namespace polemarch::vision {

/// Reads a scene. What it leaves out has the defaults of scene_spec.hpp. Errors name `name`, the JSON path and the mend.
Result<SceneSpec> scene_from_text(std::string_view text, std::string_view name);

/// The file again; reading it gives the same scene.
std::string scene_to_text(const SceneSpec& scene);

}  // namespace polemarch::vision
