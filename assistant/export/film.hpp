#pragma once
/// A whole battle as moving pictures: the screen of the replay, order by order.

#include <functional>
#include <optional>
#include <string>

#include "assistant/replay/reel.hpp"
#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::exporting {

struct FilmSettings {
  int width = 1280, height = 720;   ///< pixels, even
  double pictures_a_second = 12.5;  ///< MP4; a GIF shows a picture an order
  double seconds_an_order = 1.0;    ///< longer: slower to watch
  bool light = false;
};

/// Called before each picture with the share done; false: stop, and leave nothing behind.
using Progress = std::function<bool(double share)>;

/// How a film ended: written, stopped by Progress, or what went wrong.
struct FilmEnd {
  bool whole = false;
  std::optional<InputError> error;
};

FilmEnd write_gif(const story::Story& story, const std::string& path, const FilmSettings& settings, const Progress& progress);
FilmEnd write_mp4(const story::Story& story, const std::string& path, const FilmSettings& settings, const Progress& progress);

}  // namespace polemarch::assistant::exporting
