#pragma once
/// Pictures as an animated GIF: the colours that the first picture has most of as they are, and 5x6x5 for all else; each picture only where
/// it differs from the one before. Pure.

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

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
  using Colour = std::array<std::uint8_t, 3>;  ///< red, green, blue
  void choose_colours(const Image& picture);
  std::uint8_t nearest(const std::uint8_t* bgr);

  int width_, height_;
  std::vector<Colour> colours_;                            ///< empty before the first picture
  std::unordered_map<std::uint32_t, std::uint8_t> known_;  ///< a picture's colour -> number of the nearest
  std::string bytes_;
  std::string last_;  ///< the last picture, a colour number a pixel
};

}  // namespace polemarch::assistant::exporting
