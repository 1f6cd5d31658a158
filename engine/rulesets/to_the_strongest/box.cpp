#include "engine/rulesets/to_the_strongest/box.hpp"

namespace polemarch::to_the_strongest {

std::string name_of(Box box) {
  if (!box.somewhere()) return "off table";
  std::string column;
  const int c = box.col - 1;
  if (c >= 26) column += static_cast<char>('a' + c / 26 - 1);
  column += static_cast<char>('a' + c % 26);
  return column + std::to_string(box.row);
}

std::optional<Box> box_named(std::string_view text) {
  std::size_t at = 0;
  int col = 0;
  while (at < text.size() && at < 2) {
    char c = text[at];
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c < 'a' || c > 'z') break;
    col = col * 26 + (c - 'a' + 1);
    ++at;
  }
  if (at == 0 || at == text.size() || text.size() - at > 2) return std::nullopt;
  int row = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    row = row * 10 + (text[at] - '0');
  }
  if (row < 1 || row > 40 || col > 40) return std::nullopt;
  return Box{col, row};
}

std::optional<Facing> facing_named(std::string_view text) {
  constexpr std::array<std::array<std::string_view, 4>, 4> words{
      {{"N", "n", "north", "up"}, {"E", "e", "east", "right"}, {"S", "s", "south", "down"}, {"W", "w", "west", "left"}}};
  for (const Facing facing : kFacings)
    for (const std::string_view word : words[static_cast<std::size_t>(facing)])
      if (word == text) return facing;
  return std::nullopt;
}

}  // namespace polemarch::to_the_strongest
