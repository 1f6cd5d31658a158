#include "calibration/board/square_markers.hpp"

#include "vision/detect/squares/detector.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::calibration {

Result<int> family_size(const std::string& family) {
  if (vision::is_strip_family(family)) {
    const auto layout = vision::strip_layout(family);
    if (!layout) return layout.error();
    const auto book = vision::load_book(layout->book);
    if (!book) return book.error();
    return static_cast<int>(book->words.size());
  }
  const auto dictionary = vision::load_dictionary(family);
  if (!dictionary) return dictionary.error();
  return static_cast<int>(dictionary->words.size());
}

Result<MarkerPattern> marker_pattern(const std::string& family, int number) {
  const auto dictionary = vision::load_dictionary(family);
  if (!dictionary) return dictionary.error();
  const int size = static_cast<int>(dictionary->words.size());
  if (number < 0 || number >= size) {
    return InputError{"marker " + std::to_string(number) + ": " + family + " has the numbers 0 to " + std::to_string(size - 1)};
  }
  const int side = dictionary->side;
  const std::uint64_t word = dictionary->words[static_cast<std::size_t>(number)];
  MarkerPattern pattern{side + 2, {}};
  for (int row = -1; row <= side; ++row) {
    for (int column = -1; column <= side; ++column) {
      const bool border = row < 0 || column < 0 || row == side || column == side;
      pattern.black.push_back(border || !dictionary->bit(word, row, column));
    }
  }
  return pattern;
}

std::vector<Detection> find_square_markers(const ImageView& gray, const std::string& family) {
  auto dictionary = vision::load_dictionary(family);
  if (!dictionary) return {};
  return vision::SquareDetector(std::move(*dictionary), vision::exact_corners()).detect(gray).markers;
}

}  // namespace polemarch::calibration
