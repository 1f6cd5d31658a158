#pragma once
/// A log's text, read when it is needed: every line is held against its chain at once, a command is taken apart when it is asked for, so
/// that a long battle opens before it is read. No file is touched here.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assistant/session/battle_log.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

class LogReader {
 public:
  /// REQUIRES: `text` outlives the reader. Errors as read_log has them, but for what is wrong inside a command whose chain fits.
  static Result<LogReader> open(std::string_view text, const std::string& name);

  /// What is no command: header, ties, keys, the last chain, a warning. Its lines are empty.
  const ReadLog& log() const { return log_; }
  std::size_t commands() const { return raws_.size(); }
  /// The command of seq `at` + 1. Errors: one line naming file, line and seq.
  Result<LogLine> line(std::size_t at) const;
  /// Where that command stands, for the words of an error: "game.battle: line 4 (seq 3): ".
  std::string place(std::size_t at) const;

 private:
  /// A command's line as it stands in the text.
  struct Raw {
    std::string_view text;
    std::size_t number = 0;  ///< of the line in the file, from 1
    bool old_seals = false;
  };
  std::string name_;
  ReadLog log_;
  std::vector<Raw> raws_;
};

}  // namespace polemarch::assistant
