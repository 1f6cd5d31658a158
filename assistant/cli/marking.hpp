#pragma once
/// Options of the verbs that choose a marker for a base by what the camera resolves: new and markers.

#include <CLI/CLI.hpp>
#include <string>

#include "calibration/sheets/strip_items.hpp"

namespace polemarch::assistant {

struct MarkingOptions {
  std::string mount;  ///< empty: not said
  std::string camera, picture = "1920x1080";
  double px_per_mm = 0;  ///< 0: from the picture and the table
  double psf_px = 0.7, depth_mm = 6, base_height_mm = kBaseHeightMm;
};

/// --camera, --picture, --px-per-mm, --blur, --strip-depth, --base-height.
void add_marking_options(CLI::App& verb, MarkingOptions& options);

/// How sharply the camera will see a table of this size. Errors: one line.
Result<calibration::CameraSharpness> camera_sharpness(const MarkingOptions& options, Length table_width, Length table_depth);

}  // namespace polemarch::assistant
