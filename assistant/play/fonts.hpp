#pragma once
/// Where this computer keeps a readable font.

#include <string>

namespace polemarch::assistant::play {

struct Fonts {
  std::string text, bold;  ///< paths of TrueType files; empty when none was found
};
Fonts find_fonts();

}  // namespace polemarch::assistant::play
