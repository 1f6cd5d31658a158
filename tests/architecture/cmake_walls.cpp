/// The CMakeLists.txt of a room: polemarch_room makes and links it, and the flags that all share stay as they are.
#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>

#include "tests/architecture/layers.hpp"

namespace polemarch::architecture {
namespace {

struct Call {
  int number = 0;
  std::string name;  ///< in small letters, as CMake reads it
  std::string words;
};

/// Every command with its words, over as many lines as it takes; comments left out.
std::vector<Call> calls_in(const std::string& text) {
  std::vector<Call> calls;
  std::istringstream in(text);
  std::string line;
  int depth = 0;
  static const std::regex begins(R"(^\s*(\w+)\s*\((.*)$)");
  for (int number = 1; std::getline(in, line); ++number) {
    std::string code = line.substr(0, line.find('#'));
    std::smatch match;
    if (depth == 0) {
      if (!std::regex_match(code, match, begins)) continue;
      std::string name = match[1];
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      calls.push_back({number, std::move(name), {}});
      depth = 1;
      code = match[2];
    }
    for (const char c : code) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth > 0) calls.back().words += c;
    }
    calls.back().words += ' ';
    depth = std::max(depth, 0);
  }
  return calls;
}

bool one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<Violation> check_cmake(const std::string& path, const std::string& text) {
  std::vector<Violation> found;
  const bool engine = path.starts_with("engine/"), program = path == "assistant/CMakeLists.txt";
  static const std::regex loose(
      R"(-ffast-math|-Ofast|-funsafe-math\S*|-ffp-contract|-fassociative-math|-march|-mfma|-mavx\S*|-Wno-error|-w\b)");
  static const std::regex needs(R"(\bNEEDS\b[^)]*\bpolemarch_)");
  for (const Call& call : calls_in(text)) {
    const auto wrong = [&](const std::string& what) { found.push_back({path, call.number, what}); };
    const bool own_program = program && call.words.find("polemarch ") == 0;
    if (one_of(call.name, {"add_library", "add_executable", "target_include_directories", "include_directories", "link_libraries",
                           "target_sources", "link_directories", "target_link_directories"}) &&
        !own_program) {
      wrong("a room is made by polemarch_room, not by " + call.name);
    } else if (one_of(call.name, {"target_link_libraries", "target_link_options", "add_link_options"}) && !own_program) {
      wrong("a room is linked by polemarch_room's USES, which knows who may use whom");
    } else if (one_of(call.name, {"set_property", "set_target_properties"}) && !own_program) {
      wrong("the properties of a room are set by polemarch_room");
    } else if (one_of(call.name, {"add_compile_options", "target_compile_options", "add_compile_definitions", "add_definitions",
                                  "target_compile_definitions", "target_compile_features"})) {
      wrong("the flags of a room stand under polemarch_room's FLAGS");
    } else if (one_of(call.name, {"include", "fetchcontent_declare", "externalproject_add", "execute_process"})) {
      wrong("a room reads no other list and loads nothing");
    } else if (one_of(call.name, {"set", "list", "function", "macro"}) &&
               (call.words.find("POLEMARCH_") != std::string::npos || call.words.find("polemarch_") != std::string::npos ||
                call.words.find("CMAKE_CXX") != std::string::npos)) {
      wrong("who may use whom stands in PolemarchRoom.cmake alone");
    } else if (call.name == "polemarch_room" && std::regex_search(call.words, needs)) {
      wrong("a room of the house stands under USES, not NEEDS");
    } else if (std::regex_search(call.words, loose) ||
               (engine && call.name == "set_source_files_properties" && call.words.find("COMPILE_") != std::string::npos)) {
      wrong("flags that change rounding or silence warnings have no place in a room");
    }
  }
  return found;
}

}  // namespace polemarch::architecture
