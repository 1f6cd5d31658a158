#pragma once
/// Pictures as an animated GIF: 6x7x6 colours, each picture only where it differs from the one before. Pure.

#include <string>

#include "models/image.hpp"

namespace polemarch::assistant::exporting {

class Gif {
 public:
  /// Begins a film that plays over and over.
  Gif(int width, int height);
  /// BGR, of that size; shown for so many hundredths of a second.
  void add(const Image& picture, int hundredths);
  /// The whole file.
  std::string finish();

 private:
  int width_, height_;
  std::string bytes_;
  std::string last_;  ///< the last picture, a colour number a pixel
};

}  // namespace polemarch::assistant::exporting
