#pragma once
/// What strangers wrote, as a line may repeat it. Pure.

#include <string>

namespace polemarch {

/// A question mark for each line break and other character that is no letter.
inline std::string on_a_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
}

}  // namespace polemarch
