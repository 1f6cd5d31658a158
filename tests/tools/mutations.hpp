#pragma once
/// Small wrong changes to a ruleset's text: a limit moved by one, a comparison or a sign flipped, a truth turned round. Pure.

#include <cstddef>
#include <string>
#include <vector>

namespace polemarch::tools {

struct Mutation {
  std::size_t at = 0;      ///< byte offset in the file
  std::size_t length = 0;  ///< bytes replaced
  std::string replacement;
  int line = 0;  ///< 1-based
  std::string was;
};

/// The text with comments, strings, characters and preprocessor lines blanked, so that offsets stay the same.
std::string code_of(const std::string& text);

/// Every mutation of one C++ source text. Comments, strings, includes and preprocessor lines are left alone.
std::vector<Mutation> mutations_of(const std::string& text);

}  // namespace polemarch::tools
