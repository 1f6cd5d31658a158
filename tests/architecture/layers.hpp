#pragma once
/// Who may include whom and what may be named where, checked on the text of every source file. Reads files, writes nothing.

#include <string>
#include <vector>

namespace polemarch::architecture {

struct Violation {
  std::string file;
  int line = 0;
  std::string what;
};

/// Checks one file's text as if it stood at `path` (relative to the source folder); `rulesets` are the keys of the rooms there are.
std::vector<Violation> check_text(const std::string& path, const std::string& text, const std::vector<std::string>& rulesets);

/// The folders of engine/rulesets, sorted.
std::vector<std::string> rulesets_in(const std::string& root);

/// Checks one CMakeLists.txt of a room: libraries are made and linked by polemarch_room alone.
std::vector<Violation> check_cmake(const std::string& path, const std::string& text);

/// Checks every source and CMakeLists.txt below the rooms of `root`.
std::vector<Violation> check_tree(const std::string& root);

}  // namespace polemarch::architecture
