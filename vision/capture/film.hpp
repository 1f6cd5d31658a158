#pragma once
/// Writes pictures as an MP4 film (OpenCV). The film has its name only when it is whole.

#include <memory>
#include <optional>
#include <string>

#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::vision {

class Film {
 public:
  /// `width` and `height` in pixels, even. Errors: the folder cannot be written, or this computer's OpenCV has no MP4 writer.
  static Result<std::unique_ptr<Film>> begin(const std::string& path, int width, int height, double pictures_a_second);
  /// An unfinished film leaves nothing behind.
  ~Film();
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  /// BGR, of the size it was begun with.
  void add(const Image& picture);
  /// Gives it its name. Nothing, or what went wrong.
  std::optional<InputError> finish();

 private:
  Film();
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace polemarch::vision
