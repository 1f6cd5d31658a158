#pragma once
/// What a person chose about the look of the screen, kept between sessions: layers of the overlay for each ruleset, light or dark, the size
/// of letters, rows for fingers. One small JSON file; what cannot be read is forgotten, never an error.

#include <map>
#include <string>

namespace polemarch::assistant::play {

/// What one session starts with and leaves.
struct Choices {
  std::map<std::string, bool> layers;  ///< on or off by choice; what is not named follows the phase
  bool light = false;
  double type_scale = 1.0;
  bool touch = false;
  bool operator==(const Choices&) const = default;
};

/// $XDG_CONFIG_HOME/polemarch/screen.json, or ~/.config/polemarch/screen.json; empty where neither is set.
std::string choices_file();
Choices read_choices(const std::string& path, const std::string& ruleset);
/// Keeps what the file says of other rulesets. Where it cannot be written the choices last for this session only.
void keep_choices(const std::string& path, const std::string& ruleset, const Choices& choices);

}  // namespace polemarch::assistant::play
