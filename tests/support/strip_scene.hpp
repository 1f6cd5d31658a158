#pragma once
/// A small renderer for strips and rings on bases, apart from the simulator on purpose: the detector meets two renderers. 8x8 samples a
/// pixel on the marker, Gaussian blur, noise, JPEG; grass mat, cards and bases of five colours with a figure touching the strip.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/camera.hpp"
#include "models/image.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::test {

struct StripSceneSettings {
  vision::StripLayout layout;
  int width = 1920, height = 1080;
  double psf_px = 0.6;
  bool lens_first = false;  ///< the blur lies before the pixels' areas, as a lens does it, instead of on the pixels' grid; slow
  double noise = 4.0;
  int jpeg = 85;                   ///< 0: none
  double black = 38, white = 205;  ///< grey levels of the print; near each other in haze and dim light
  int strips = 100;
  int cards = 30;
  double cover = 0;    ///< share of the length hidden under an object
  double lean_mm = 0;  ///< how far a figure leans over the strip from the front
  double print_scale = 1;
  double contrast = 1;      ///< of the whole picture before noise: haze, dim light
  double exposure = 1;      ///< times the whole picture before noise: over 1.2 paper is clipped to 255
  double gamma = 1;         ///< a tone curve after that: 2.2 where the levels above are a share of the light
  double sharpen = 0;       ///< unsharp mask that a phone adds before JPEG, noise and all
  double sharpen_px = 1.2;  ///< its radius, standard deviation
  double mat_level = 95;
  double tilt_x_deg = 4, tilt_y_deg = 2;
  bool touching = false;      ///< bases stand in lines, side to side
  bool outside_book = false;  ///< words at random instead of the book's
  double height_mm = 0;       ///< of the strips' plane
  /// Another print in the strip's place (length x depth of the layout): true where it is white, by number. For squares.
  std::function<bool(int id, double u, double v)> other_print;
  int other_prints = 0;          ///< how many numbers there are
  bool behind_the_base = false;  ///< the print sticks out behind the base: a tail tab
  std::uint64_t seed = 1;
};

/// Strips of a family in a quiet picture, amid the usual cards.
inline StripSceneSettings quiet_strips(const char* family, std::uint64_t seed) {
  StripSceneSettings s;
  s.layout = *vision::strip_layout(family);
  s.seed = seed;
  s.noise = 2;
  return s;
}

struct StripTruth {
  int id = 0;
  double x_mm = 0, y_mm = 0, heading_deg = 0;  ///< table frame; heading = the strip's up direction
};

struct StripScene {
  Image picture;
  Camera camera;
  std::vector<StripTruth> strips;
};

StripScene render_strip_scene(const StripSceneSettings& settings);

}  // namespace polemarch::test
