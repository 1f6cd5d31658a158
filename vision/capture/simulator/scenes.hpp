#pragma once
/// The catalogue of scenes by name: those of the published comparison of detectors and those of a real evening at the table. Used by
/// tests, benchmarks, `simulate --scene NAME` and `sim:NAME`. Seeded; the same request gives the same scene. Pure.

#include <span>
#include <string>
#include <string_view>

#include "models/result.hpp"
#include "vision/capture/simulator/scene_spec.hpp"

namespace polemarch::vision {

/// What a scene is made for. Not every scene uses every field.
struct SceneRequest {
  int width = 1920, height = 1080;  ///< picture
  int bases = 100;
  double marker_mm = 25;
  std::string family = "DICT_APRILTAG_36h11";
  double psf_sigma_px = 0.6;
  double noise_sigma = 4;
  int jpeg_quality = 85;
  double moving = 0;  ///< share of the bases that move at 200 mm/s in scenes that move at all
  int frames = 30;    ///< at 30 a second; scenes with a story of their own need as many as their text says
  std::uint64_t seed = 1;
};

struct CatalogueEntry {
  std::string_view name;
  std::string_view text;  ///< what happens, one line
};

/// Every scene of the catalogue.
std::span<const CatalogueEntry> catalogue();

/// Error: one line listing the names there are.
Result<SceneSpec> catalogue_scene(std::string_view name, const SceneRequest& request = {});

/// A scene by file name, by the name of a shipped scene (models/data/scenes/NAME.scene.json) or by its name in the catalogue. Reads the
/// file system.
Result<SceneSpec> load_scene(const std::string& name);

}  // namespace polemarch::vision
