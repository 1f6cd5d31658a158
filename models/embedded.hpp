#pragma once
/// Text files compiled into the program (models/PolemarchEmbed.cmake). Pure.

#include <span>
#include <string_view>

namespace polemarch {

struct EmbeddedFile {
  std::string_view name;  ///< file name without its folder
  std::string_view text;
};

/// The file called `name`, or an empty text when there is none.
constexpr std::string_view find_embedded(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& file : files)
    if (file.name == name) return file.text;
  return {};
}

}  // namespace polemarch
