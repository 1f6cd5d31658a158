#pragma once
/// The battle log: `*.battle`, append-only JSON Lines (format in README.md here). A line is written and synced before it is
/// acknowledged; `chain` ties every line to all before it. Readers keep unknown fields.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::assistant {

constexpr int kLogFormat = 1;

/// The first line: what was being played.
struct LogHeader {
  int format = kLogFormat;
  std::string ruleset;
  std::string catalogue;  ///< version of the rule facts the log was written with
  std::string setup;      ///< the whole battle.json, JSON text: table, options, tolerances, rosters
  std::string created;    ///< ISO 8601, for the report only
  std::string chain;
};

/// One command and what came of it.
struct LogLine {
  std::int64_t seq = 0;
  double t = 0;  ///< seconds since the battle began
  std::string by;
  std::string source = "typed";  ///< typed, virtual, camera, umpire
  std::string command;           ///< JSON text, secrets sealed
  std::string verdict;           ///< JSON text {"verdict":..,"reasons":[..]}
  bool ruled = false;
  std::vector<std::string> events;  ///< JSON texts, secrets sealed
  int state_v = 1;
  std::string state;  ///< hash of the canonical state text, secrets sealed
  std::string chain;
};

struct ReadLog {
  LogHeader header;
  std::vector<LogLine> lines;
  std::int64_t good_bytes = 0;         ///< the file is sound up to here
  std::optional<std::string> warning;  ///< a torn last line was left out
};

/// The bytes of a line or header with its chain, without the newline.
std::string chained(const std::string& object_text, const std::string& previous_chain, std::string& chain_out);
std::string header_text(const LogHeader& header);
std::string line_text(const LogLine& line);

/// Reads a log's text. A torn last line is left out with a warning; other damage is an error naming file and line; a newer format too.
Result<ReadLog> read_log(std::string_view text, const std::string& name);

/// Appends to a file, each line synced before append() returns.
class LogWriter {
 public:
  /// Creates a new log with its header. Refuses to overwrite an existing file.
  static Result<std::unique_ptr<LogWriter>> create(const std::string& path, const LogHeader& header);
  /// Goes on behind `log`, cutting a torn tail off the file first.
  static Result<std::unique_ptr<LogWriter>> resume(const std::string& path, const ReadLog& log);
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  /// Writes and syncs one line, filling its chain. Nothing, or what went wrong; then the file is as it was before the call.
  std::optional<InputError> append(LogLine& line);
  const std::string& path() const { return path_; }

 private:
  LogWriter(std::string path, int file, std::string chain, std::int64_t size)
      : path_(std::move(path)), file_(file), chain_(std::move(chain)), size_(size) {}
  std::optional<InputError> write_synced(const std::string& text);

  std::string path_;
  int file_ = -1;
  std::string chain_;
  std::int64_t size_ = 0;  ///< bytes known to be whole
};

}  // namespace polemarch::assistant
