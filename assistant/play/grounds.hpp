#pragma once
/// What an allowed command rests on where nothing was measured for it: the rule that asked for it, what was thrown and why, the rules it
/// brought about, and the phase it belongs to. Asked before the command is given, told after it. Pure.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "assistant/session/hiding.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant::play {

class Grounds {
 public:
  Grounds(const engine::Battle& battle, const std::string& command, const std::array<std::string, 2>& side_names);

  /// What each value of the throw that the command gives needs, where they differ.
  const std::vector<int>& needs() const { return needs_; }
  /// `seen`: what the viewer may know of what came of it. `said`: he may know the command itself.
  std::vector<engine::Reason> of(const Told& seen, const std::vector<engine::Thrown>& throws, bool said) const;

 private:
  std::string moment_;
  std::optional<engine::Reason> asked_;
  std::vector<int> needs_;
};

}  // namespace polemarch::assistant::play
