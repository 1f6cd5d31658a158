#pragma once
/// The battle log as text: `*.battle`, append-only JSON Lines, to the byte in FORMAT.md. `chain` ties every line to all before it.
/// Readers keep unknown fields. No file is touched here (log_file.hpp).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assistant/session/keys.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// Written today; 1 hid values by salted hashes and kept them in a second file.
constexpr int kLogFormat = 2;

/// The first line: what was being played.
struct LogHeader {
  int format = kLogFormat;
  std::string ruleset;
  std::string catalogue;  ///< version of the rule facts the log was written with
  std::string setup;      ///< the whole battle.json, JSON text, hidden values sealed: table, options, tolerances, rosters
  std::string created;    ///< ISO 8601 by the table's clock, for people
  std::string names;      ///< JSON text: names for people, as far as everybody may know them; empty in logs of earlier versions
  HexOfOwner keys;        ///< hashes of the keys; empty in format 1
  std::string chain;
};

/// Seconds between two commands: longer was a pause, which is nobody's time.
constexpr double kPause = 600;

/// One command and what came of it.
struct LogLine {
  std::int64_t seq = 0;
  double t = 0;  ///< seconds since the battle began
  std::string by;
  std::string source = "typed";  ///< typed, virtual, camera, umpire
  std::string command;           ///< JSON text, hidden values sealed
  std::string verdict;           ///< JSON text {"verdict":..,"reasons":[..]}, reasons sealed with the command
  bool ruled = false;
  std::vector<std::string> events;  ///< JSON texts, hidden values sealed
  int state_v = 1;
  std::string state;                  ///< hash of the canonical state text, secrets replaced by commitments
  std::optional<int> turn;            ///< where in the battle it came (course.hpp); not in logs of earlier versions
  std::string phase;                  ///< empty where the ruleset has none
  std::string side;                   ///< whose turn it was: A, B, both
  std::optional<double> asked_t;      ///< when it was asked for, seconds of play
  std::optional<std::int64_t> order;  ///< seq of the command it belongs to
  std::string chain;
  bool old_seals = false;  ///< written under format 1: `state` is made with the sidecar's salts
};

/// Refused by a rule or too close to call: the players may let it stand.
bool may_be_overruled(const LogLine& line);

/// A line about the keys, between commands; it has no seq.
struct KeysLine {
  HexOfOwner hashes;    ///< {"keys":..}: a log of format 1 is sealed with these keys from here on
  HexOfOwner opened;    ///< {"open_keys":..}: the keys themselves
  std::string agrees;   ///< {"agrees":"A"}: that side wants the keys opened
  std::string why;      ///< with `opened`: "over" or "agreed"
  bool shared = false;  ///< with `hashes`: another battle's, from which this one branched off; they are never opened here
};

/// A marker that was tied to a base, or taken off one, between commands; it has no seq.
struct TieLine {
  double t = 0;  ///< seconds since the battle began
  std::string by;
  std::string tied;    ///< the base's entry as battle.json has it, JSON text
  std::string untied;  ///< or the base that carries none any more
};

struct ReadLog {
  LogHeader header;
  std::vector<LogLine> lines;
  std::vector<TieLine> ties;
  std::vector<KeysLine> keys_lines;
  std::string chain;                   ///< of the last sound line
  std::size_t good_bytes = 0;          ///< the text is sound up to here
  std::optional<std::string> warning;  ///< a torn last line was left out

  /// Hashes of the keys in force; empty: format 1 all through.
  HexOfOwner key_hashes() const;
  /// The keys, once they were opened.
  std::optional<Keys> opened_keys() const;
  /// Branched off a battle whose keys are still closed: they are that one's to open.
  bool shares_keys() const;
  /// True when that side has agreed to open them.
  bool agreed(std::string_view side) const;
};

/// The bytes of a line with its chain, without the newline.
std::string chained(const std::string& object_text, const std::string& previous_chain, std::string& chain_out);
std::string header_text(const LogHeader& header);
std::string line_text(const LogLine& line);
std::string keys_line_text(const KeysLine& line);
std::string tie_line_text(const TieLine& line);

/// True when the text can only be a log: its first bytes name it.
bool looks_like_log(std::string_view text);

/// The chain of the last line where every line fits the one before it to the byte; nothing where one does not, or the last is torn. Reads
/// no JSON: who holds the last chain of a log he has read before knows that not a byte of it is another.
std::optional<std::string> whole_chain(std::string_view text);

/// The commands of a text whose lines are sound, a log's or part of one: nothing is held against its chain again.
std::vector<LogLine> lines_of(std::string_view text);

/// Reads a log's text. A last line without its newline is torn and left out with a warning; other damage is an error naming file, line
/// and seq; a newer format too.
Result<ReadLog> read_log(std::string_view text, const std::string& name);

}  // namespace polemarch::assistant
