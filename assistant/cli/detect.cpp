#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assistant/cli/cli.hpp"
#include "assistant/session/files.hpp"
#include "models/io/camera_io.hpp"
#include "vision/detect/rings/strip_pictures.hpp"
#include "vision/detect/squares/detector.hpp"
#include "vision/pixels/read_image.hpp"

namespace polemarch::assistant {
namespace {

struct DetectOptions {
  std::vector<std::string> images;
  std::string family = "DICT_APRILTAG_36h11";
  bool json = false;
  double px_per_mm = 0, height_mm = 0;
  std::string camera;
};

/// Said when --camera is not such a file: a number or an address of a camera, say.
constexpr const char* kCameraWanted =
    "; detect reads pictures, and --camera wants the camera.json that polemarch calibrate writes (or give --px-per-mm; polemarch track "
    "follows a live camera)";

/// Three decimals: a thousandth of a pixel is finer than any picture is known.
double rounded(double value) { return std::round(value * 1000.0) / 1000.0; }

void print_json(const std::string& image, const Detections& found) {
  nlohmann::ordered_json line;
  line["image"] = image;
  line["family"] = found.family;
  line["markers"] = nlohmann::ordered_json::array();
  for (const Detection& d : found.markers) {
    nlohmann::ordered_json corners = nlohmann::ordered_json::array();
    for (const PixelPoint& p : d.corners) corners.push_back({rounded(p.x), rounded(p.y)});
    line["markers"].push_back({{"id", d.marker.number}, {"corners", corners}, {"margin", rounded(d.margin)}});
  }
  std::cout << line.dump() << "\n";
}

void print_text(const std::string& image, const Detections& found) {
  std::printf("%s: %zu marker%s of %s\n", image.c_str(), found.markers.size(), found.markers.size() == 1 ? "" : "s", found.family.c_str());
  for (const Detection& d : found.markers) {
    std::printf("  %4d ", d.marker.number);
    for (const PixelPoint& p : d.corners) std::printf("  (%.2f, %.2f)", p.x, p.y);
    std::printf("\n");
  }
}

/// Strips and rings: as the squares, with the scale given or searched.
int run_strips(const DetectOptions& options) {
  auto reader = vision::StripReader::open(options.family);
  if (!reader) return bad_input(reader.error().line);
  vision::PictureScale scale;
  if (options.px_per_mm > 0) scale.px_per_mm = options.px_per_mm;
  if (!options.camera.empty()) {
    const auto text = read_text_file(options.camera);
    if (!text) return bad_input("--camera: " + text.error().line + kCameraWanted);
    auto file = io::read_camera(*text, options.camera);
    if (!file) return bad_input("--camera: " + file.error().line + kCameraWanted);
    if (!file->has_pose) return bad_input(options.camera + ": has no pose; calibrate it over the table with --table");
    scale.camera = std::move(file->camera);
    scale.height_mm = options.height_mm;
  }
  int code = kDone;
  for (const std::string& path : options.images) {
    const auto image = vision::read_gray(path);
    if (!image) {
      code = bad_input(image.error().line);
      continue;
    }
    if (scale.camera && (image->width != scale.camera->lens.width || image->height != scale.camera->lens.height)) {
      code = bad_input(path + ": is " + std::to_string(image->width) + "x" + std::to_string(image->height) + " px, " + options.camera +
                       " is for " + std::to_string(scale.camera->lens.width) + "x" + std::to_string(scale.camera->lens.height));
      continue;
    }
    const Detections found = reader->read(image->view(), scale);
    options.json ? print_json(path, found) : print_text(path, found);
    if (!options.json && !scale.camera && options.px_per_mm <= 0 && reader->px_per_mm() > 0) {
      std::printf("  scale searched: %.4f px per mm (--px-per-mm makes it fast)\n", reader->px_per_mm());
    }
    std::fflush(stdout);
    std::cout.flush();
  }
  return code;
}

int run_detect(const DetectOptions& options) {
  if (options.images.empty()) return bad_input("detect: name at least one picture (see polemarch detect --help)");
  if (vision::is_strip_family(options.family)) return run_strips(options);
  auto dictionary = vision::load_dictionary(options.family);
  if (!dictionary) return bad_input(dictionary.error().line);
  vision::SquareDetector detector(std::move(*dictionary));
  int code = kDone;
  for (const std::string& path : options.images) {
    const auto image = vision::read_gray(path);
    if (!image) {
      code = bad_input(image.error().line);
      continue;
    }
    const Detections found = detector.detect(image->view());
    options.json ? print_json(path, found) : print_text(path, found);
    std::fflush(stdout);
    std::cout.flush();
  }
  return code;
}

}  // namespace

Action add_detect(CLI::App& program) {
  auto* verb = program.add_subcommand("detect", "find markers (squares, strips, rings) in pictures: numbers and corners in pixels");
  const auto options = std::make_shared<DetectOptions>();
  verb->add_option("images", options->images, "pictures (JPEG, PNG, BMP, TIFF, WebP, PGM)");
  verb->add_option(
          "--family", options->family,
          "OpenCV dictionary name (DICT_APRILTAG_36h11, DICT_4X4_250 ...), FILE:dictionary.yml, or a strip or ring (STRIP40x6, RING32 ...)")
      ->capture_default_str();
  verb->add_flag("--json", options->json,
                 R"(one line a picture: {"image","family","markers":[{"id","corners":[[x,y]*4],"margin"}]}; corners clockwise from the )"
                 "marker's own top-left, (0,0) is the centre of the first pixel");
  auto* scale = verb->add_option("--px-per-mm", options->px_per_mm, "strips and rings: the picture's scale; searched when left out")
                    ->check(between(0.3, 50, "px a mm"));
  auto* camera = verb->add_option(
      "--camera", options->camera,
      "strips and rings: a camera.json with its place over the table instead of a scale; needed where the table is seen at a slant");
  camera->excludes(scale);
  verb->add_option("--height-mm", options->height_mm, "with --camera: of the strips over the table, mm (default: 0)")
      ->needs(camera)
      ->check(between(-50, 500, "mm"));
  return [options] { return run_detect(*options); };
}

}  // namespace polemarch::assistant
