#pragma once
/// Who may include whom, checked on the text of every source file. The table is design's "Data flows one way"; tests/README says how to
/// change it. Reads files, writes nothing.

#include <string>
#include <vector>

namespace polemarch::architecture {

struct Violation {
  std::string file;
  int line = 0;
  std::string what;
};

/// Checks one file's text as if it stood at `path` (relative to the source folder).
std::vector<Violation> check_text(const std::string& path, const std::string& text);

/// Checks one CMakeLists.txt of a room: libraries are made and linked by polemarch_room alone.
std::vector<Violation> check_cmake(const std::string& path, const std::string& text);

/// Checks every source and CMakeLists.txt below the rooms of `root`.
std::vector<Violation> check_tree(const std::string& root);

}  // namespace polemarch::architecture
