#include "vision/prints/square_pattern.hpp"

#include <cassert>
#include <cmath>

namespace polemarch::vision {

Pattern square_pattern(const Dictionary& dictionary, MarkerId number, double size_mm, double rim_modules, int samples_per_module) {
  assert(number.number >= 0 && static_cast<std::size_t>(number.number) < dictionary.words.size());
  const std::uint64_t word = dictionary.words[static_cast<std::size_t>(number.number)];
  const int modules = dictionary.side + 2;
  const double module = size_mm / modules;
  const double reach = 0.5 * modules + rim_modules + 1e-9;
  const auto paint = [&](double x, double y) {
    const double u = x / module, v = y / module;  // modules from the centre, y up
    if (std::abs(u) > reach || std::abs(v) > reach) return -1.0;
    const int column = static_cast<int>(std::floor(u + 0.5 * modules)) - 1;
    const int row = static_cast<int>(std::floor(0.5 * modules - v)) - 1;
    if (column < -1 || row < -1 || column > dictionary.side || row > dictionary.side) return 1.0;
    if (column < 0 || row < 0 || column >= dictionary.side || row >= dictionary.side) return 0.0;
    return dictionary.bit(word, row, column) ? 1.0 : 0.0;
  };
  return paint_pattern(dictionary.name, number, size_mm, size_mm, module, rim_modules * module, paint, samples_per_module);
}

}  // namespace polemarch::vision
