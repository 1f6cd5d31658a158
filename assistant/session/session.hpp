#pragma once
/// One battle being played: the engine's Battle and its log, kept together. Everything that changes the battle goes through submit(), is
/// written and synced, and only then acknowledged.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assistant/session/battle_log.hpp"
#include "assistant/session/seals.hpp"
#include "engine/core/battle.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// Reads a battle file's text (battle.json): finds the ruleset and sets the battle up.
Result<std::unique_ptr<engine::Battle>> battle_from_setup(std::string_view setup_json, const std::string& name);

/// What replay --verify found.
struct Verification {
  bool same = true;
  std::int64_t first_difference = 0;  ///< seq
  std::string what;                   ///< in plain words
  bool states_compared = true;        ///< false: the secrets file is not there, or another state version
};

class Session {
 public:
  /// A battle.json starts a new battle (logged to `log_path` unless empty); a *.battle goes on where it stopped.
  static Result<std::unique_ptr<Session>> open(const std::string& path, const std::string& log_path = {});
  /// As open, without writing anything: for replay and report. `to` stops after that seq.
  static Result<std::unique_ptr<Session>> open_read_only(const std::string& path, std::optional<std::int64_t> to = {});

  engine::Battle& battle() { return *battle_; }
  const engine::Battle& battle() const { return *battle_; }
  /// The battle.json the battle was set up from, JSON text.
  const std::string& setup() const { return header_.setup; }
  const LogHeader& header() const { return header_; }
  /// Every line so far, secrets sealed as in the file.
  const std::vector<LogLine>& lines() const { return lines_; }
  const std::optional<std::string>& warning() const { return warning_; }
  /// Empty when nothing is logged.
  std::string log_path() const { return writer_ ? writer_->path() : std::string(); }
  /// Hash of the state as the log has it.
  std::string state_hash();

  /// Judges, applies and logs one command ({"by","do",...}). `t` = seconds since the battle began. Errors: malformed text, or the log
  /// could not be written (then nothing happened).
  Result<engine::Outcome> submit(const std::string& command_json, const std::string& source, double t);

  /// Folds a log line by line. `visit` is called with nullptr at the start, then after each line with what it led to in plain English.
  using Visit = std::function<void(const engine::Battle& battle, const LogLine* line, const std::vector<std::string>& told)>;
  static Result<LogHeader> walk(const std::string& path, const Visit& visit);

  /// Re-judges every logged command with today's rules.
  static Result<Verification> verify(const std::string& path);

 private:
  Session() = default;
  Result<std::vector<std::string>> fold_line(const LogLine& line, const std::string& name);
  static Result<std::unique_ptr<Session>> at_start(const std::string& path, std::vector<LogLine>& lines);

  std::unique_ptr<engine::Battle> battle_;
  LogHeader header_;
  std::vector<LogLine> lines_;
  std::unique_ptr<LogWriter> writer_;
  Seals seals_;
  std::optional<std::string> warning_;
};

}  // namespace polemarch::assistant
