#pragma once
/// A log read into a Story: walked once, nothing judged.

#include <functional>
#include <optional>
#include <string>

#include "assistant/story/story.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::story {

struct BuildSettings {
  std::optional<std::int64_t> to;  ///< stop behind this seq; default: the whole log
  /// Told how many lines are read, now and then; false stops the reading, and the story ends there.
  std::function<bool(std::size_t done)> progress;
};

/// Errors: one line naming file, place and mend. A battle.json that has not begun is a story without moments.
Result<Story> story_of(const std::string& path, const BuildSettings& settings = {});

}  // namespace polemarch::assistant::story
