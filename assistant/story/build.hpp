#pragma once
/// A log read into a Story: walked once, nothing judged.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assistant/story/story.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::story {

struct BuildSettings {
  std::optional<std::int64_t> to;  ///< stop behind this seq; default: the whole log
  /// Told how many lines are read, now and then; false stops the reading, and the story ends there.
  std::function<bool(std::size_t done)> progress;
  /// Given the battle as it stands behind the last command that was read.
  std::function<void(const engine::Battle&)> at_end = {};
};

/// Errors: one line naming file, place and mend. A battle.json that has not begun is a story without moments.
Result<Story> story_of(const std::string& path, const BuildSettings& settings = {});

/// A story that is told while it is read: a screen stands before the last command is folded.
class Telling {
 public:
  virtual ~Telling() = default;
  /// Opens the log and tells its start. Errors: as story_of, but for what only a command shows.
  static Result<std::unique_ptr<Telling>> begin(const std::string& path);

  /// As far as it is told. Its moments only grow; what a later command changes of earlier ones, it changes. Acts come with the last
  /// command.
  virtual const Story& story() const = 0;
  /// Commands of the log.
  virtual std::size_t commands() const = 0;
  /// Tells so many commands more. An error ends it: what was told stays.
  virtual std::optional<InputError> go_on(std::size_t commands) = 0;
  /// Nothing more will come.
  virtual bool whole() const = 0;
};

}  // namespace polemarch::assistant::story
