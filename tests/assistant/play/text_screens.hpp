#pragma once
/// Lines given to `play --text` and the screens that answer them, of a battle at its screen.

#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "assistant/play/text_loop.hpp"
#include "tests/assistant/play/at_screen.hpp"

namespace polemarch::assistant::play::test_screen {

/// The screens that answer these lines; the first comes before any of them.
inline std::vector<json> screens_of(At& at, const std::vector<json>& lines) {
  int wishes[2];
  REQUIRE(::pipe(wishes) == 0);
  for (const json& line : lines) {
    const std::string text = line.dump() + "\n";
    REQUIRE(::write(wishes[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  ::close(wishes[1]);
  std::ostringstream out;
  run_text(at.desk, at.feed, out, {}, {.in = wishes[0], .idle_ms = 20});
  ::close(wishes[0]);
  std::vector<json> screens;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) screens.push_back(json::parse(line));
  return screens;
}

/// The screen after that many lines.
inline const json& after(const std::vector<json>& screens, int lines) {
  const auto at = std::find_if(screens.begin(), screens.end(), [&](const json& one) { return one.at("after") == lines; });
  REQUIRE(at != screens.end());
  return *at;
}

}  // namespace polemarch::assistant::play::test_screen
