// Square families: the bits come from the dictionaries (vision/prints/dictionary.hpp), the geometry is ours.
#include <map>
#include <mutex>

#include "vision/prints/artwork.hpp"
#include "vision/prints/dictionary.hpp"

namespace polemarch::vision {
namespace {

/// Loading a family takes milliseconds, so each is loaded once.
const Dictionary* family_named(const std::string& family) {
  static std::mutex mutex;
  static std::map<std::string, std::optional<Dictionary>> loaded;
  const std::lock_guard lock(mutex);
  auto found = loaded.find(family);
  if (found == loaded.end()) {
    auto dictionary = load_dictionary(family);
    found = loaded.emplace(family, dictionary ? std::optional(std::move(*dictionary)) : std::nullopt).first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace

std::optional<Artwork> square_artwork(const std::string& family, int id, double size_mm) {
  if (!family.starts_with("DICT_") && !family.starts_with("FILE:")) return std::nullopt;
  const Dictionary* dictionary = family_named(family);
  if (dictionary == nullptr || id < 0 || static_cast<std::size_t>(id) >= dictionary->words.size()) return std::nullopt;
  const std::uint64_t word = dictionary->words[static_cast<std::size_t>(id)];
  const int n = dictionary->side + 2;  // modules with the black border
  const double module = size_mm / n, half = size_mm / 2;
  const auto black = [&](int row, int column) {
    return row == 0 || column == 0 || row == n - 1 || column == n - 1 || !dictionary->bit(word, row - 1, column - 1);
  };
  Artwork art;
  art.ground = rectangle_patch(-half - module, -half - module, half + module, half + module, 1.0);
  for (int row = 0; row < n; ++row) {
    const double top = half - module * row, bottom = top - module;
    for (int column = 0; column < n; ++column) {
      if (!black(row, column)) continue;
      const int first = column;  // one patch a run of black modules
      while (column + 1 < n && black(row, column + 1)) ++column;
      art.patches.push_back(rectangle_patch(-half + module * first, bottom, -half + module * (column + 1), top, 0));
    }
  }
  return art;
}

}  // namespace polemarch::vision
