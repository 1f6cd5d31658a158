#include "assistant/cli/marking.hpp"

#include <cstdio>

#include "assistant/cli/cli.hpp"
#include "assistant/session/files.hpp"
#include "models/io/camera_io.hpp"

namespace polemarch::assistant {

void add_marking_options(CLI::App& verb, MarkingOptions& options) {
  verb.add_option("--picture", options.picture, "the camera's picture size, to choose strips it can read over the whole table")
      ->capture_default_str();
  verb.add_option("--camera", options.camera, "camera.json instead: its picture size and, where it is known, its place over the table");
  verb.add_option("--px-per-mm", options.px_per_mm, "instead of both: pixels a mm at the table; 1080p over 6 x 4 ft .87, 4K 1.7")
      ->check(between(0.1, 50, "px a mm"));
  verb.add_option("--blur", options.psf_px, "the camera's blur, px (standard deviation); over .85 is soft")
      ->capture_default_str()
      ->check(between(0.2, 5, "px"));
  verb.add_option("--strip-depth", options.depth_mm, "free depth of the rear edges, mm")
      ->capture_default_str()
      ->check(between(3, 20, "mm"));
  verb.add_option("--base-height", options.base_height_mm, "of the bases' tops over the table, mm: strips and rings lie there")
      ->capture_default_str()
      ->check(between(0, 50, "mm"));
}

Result<calibration::CameraSharpness> camera_sharpness(const MarkingOptions& options, Length table_width, Length table_depth) {
  if (options.px_per_mm > 0) return calibration::CameraSharpness{options.px_per_mm, options.psf_px};
  if (!options.camera.empty()) {
    const auto text = read_text_file(options.camera);
    if (!text) return text.error();
    const auto file = io::read_camera(*text, options.camera);
    if (!file) return file.error();
    return calibration::sharpness_of(file->camera, file->has_pose, table_width, table_depth, options.psf_px);
  }
  int width = 0, height = 0;
  char tail = 0;
  if (std::sscanf(options.picture.c_str(), "%dx%d%c", &width, &height, &tail) != 2 || width < 100 || height < 100)
    return InputError{"--picture " + options.picture + ": expected WIDTHxHEIGHT in pixels, e.g. 3840x2160"};
  return calibration::sharpness_over(table_width, table_depth, width, height, options.psf_px);
}

}  // namespace polemarch::assistant
