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
#include "assistant/session/course.hpp"
#include "assistant/session/hiding.hpp"
#include "assistant/session/log_file.hpp"
#include "assistant/session/log_reader.hpp"
#include "assistant/session/news.hpp"
#include "assistant/session/seals.hpp"
#include "engine/core/battle.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// Reads a battle file's text (battle.json): finds the ruleset and sets the battle up.
Result<std::unique_ptr<engine::Battle>> battle_from_setup(std::string_view setup_json, const std::string& name);

/// What is wrong with replaying this file: it is no log. Names what it looks like instead. Nothing for a log.
std::optional<InputError> not_a_log(const std::string& path);

/// What replay --verify found.
struct Verification {
  bool same = true;
  std::int64_t first_difference = 0;  ///< seq
  std::string what;                   ///< in plain words
  std::int64_t differences = 0;       ///< commands in all; each is judged from what the log has before it
  bool states_compared = true;        ///< false: some lines are of another state version
  std::vector<std::string> left_out;  ///< what of the log could not be judged: a torn line, commands whose seals stay closed
};

class Session {
 public:
  /// A battle.json starts a new battle (logged to `log_path` unless empty; its keys are made first); a *.battle goes on where it stopped.
  /// A torn last line is cut off and kept beside. Errors: no keys, another program writes to the log, damage.
  static Result<std::unique_ptr<Session>> open(const std::string& path, const std::string& log_path = {});
  /// As open, without writing or locking anything and without needing the keys: for replay and report. `to` stops after that seq.
  static Result<std::unique_ptr<Session>> open_read_only(const std::string& path, std::optional<std::int64_t> to = {});

  /// Begins the log of a new battle that has none yet, its keys first. Errors: a name that is taken, no room; then nothing is left there.
  std::optional<InputError> begin_log(const std::string& log_path);

  /// Takes back a log that was begun here and holds nothing yet, with its keys: the battle could not be shown after all.
  void forget_beginning();

  engine::Battle& battle() { return *battle_; }
  const engine::Battle& battle() const { return *battle_; }
  /// The battle.json the battle was set up from, JSON text; what one side alone may know is null until the keys are opened.
  const std::string& setup() const { return public_setup_; }
  const LogHeader& header() const { return header_; }
  /// Every line so far as in the file, read anew from its text: what is hidden stands sealed, until the keys are opened in the log.
  std::vector<LogLine> lines() const;
  /// Seconds since the battle began, at the last command; 0 before the first.
  double last_t() const { return last_t_; }
  /// Markers tied to bases or taken off them since the battle began, in order.
  const std::vector<TieLine>& ties() const { return ties_; }
  const std::optional<std::string>& warning() const { return warning_; }
  /// Chain of the log's last sound line; empty when nothing is logged.
  const std::string& chain() const { return chain_; }
  /// Where the battle is logged now; empty when nothing is logged.
  std::string log_path() const { return log_ ? log_->path() : std::string(); }
  /// What the players must know of the log (it goes on in another file), once.
  std::optional<std::string> take_notice() { return log_ ? log_->take_notice() : std::nullopt; }
  /// Hash of the state as the log has it. Without the keys: of what is public.
  std::string state_hash() const;

  /// Judges, applies and logs one command ({"by","do",...}). `t` = seconds since the battle began. {"do":"open_keys"} is the session's
  /// own: it writes the keys into the log when both sides agree or the battle is over, and has no seq; so are {"do":"tie"} and
  /// {"do":"untie"} (ties.hpp). Errors: malformed text, or the
  /// log could not be written; then nothing happened, and the same command may be given again. What leaves for somebody goes through
  /// seen_by() first.
  Result<Told> submit(const std::string& command_json, const std::string& source, double t);

  /// True when the last command failed because the log could not be written: the same one may be given again.
  bool may_be_given_again() const { return unwritten_; }

  /// To be called when the table is left: a battle that is over gets its keys into the log. Nothing, or what went wrong.
  std::optional<InputError> finish();

  /// Sees a log folded line by line.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    /// Before the first line. An error ends the walk.
    virtual std::optional<InputError> begin(const Session&) { return std::nullopt; }
    /// The battle as the command met it. What is hidden stands sealed in `line`.
    virtual void before(const engine::Battle&, const LogLine& /*line*/, const CoursePlace&) {}
    /// What it led to, in plain English a line an event.
    virtual void after(const engine::Battle&, const LogLine& /*line*/, const std::vector<std::string>& /*told*/) {}
    /// True: the walk ends here without an error.
    virtual bool enough() { return false; }
  };
  static std::optional<InputError> walk(const std::string& path, Visitor& visitor);
  class Walk;

  /// Re-judges every logged command with today's rules; what it could not judge stands in left_out.
  static Result<Verification> verify(const std::string& path);

 private:
  Session() = default;
  static Result<std::unique_ptr<Session>> started(const std::string& text, const std::string& path);
  static Result<std::unique_ptr<Session>> at_start(const std::string& text, const std::string& path, std::optional<LogReader>& reader);
  Result<LogLine> line_of(const LogReader& reader, std::size_t at) const;
  static Result<std::unique_ptr<Session>> resumed(const std::string& path);
  std::optional<InputError> find_keys(const ReadLog& log, const std::string& path);
  Result<std::vector<std::string>> fold_line(const LogLine& line, const std::string& place);
  void find_damaged_seal(const std::string& place);
  void open_up(LogLine& line) const;
  void rebuild();
  LogLine line_for(const Told& told, const std::string& command, const std::string& source, double t, const CoursePlace& place) const;
  std::optional<InputError> append(const std::string& object_text, std::string& chain);
  std::optional<Result<Told>> keys_command(const std::string& command_json);
  std::optional<InputError> write_keys(const std::string& why);
  std::optional<Result<Told>> tie_command(const std::string& command_json, double t);
  CoursePlace place_of(const LogLine& line) const;

  std::unique_ptr<engine::Battle> battle_;
  LogHeader header_;
  std::string whole_setup_;  ///< with everything that can be known here
  std::string public_setup_;
  std::string said_;  ///< the lines, where they are in no file that this session holds
  double last_t_ = 0;
  std::vector<TieLine> ties_;
  std::unique_ptr<LogFile> log_;
  std::vector<std::string> begun_;  ///< files that begin_log() made
  std::string chain_;               ///< of the log's last line
  Course course_;
  Undos undos_;
  Seals seals_;
  std::shared_ptr<const OldSeals> old_seals_;
  std::optional<std::string> keys_missing_;  ///< why hidden values stay closed, one line
  bool values_missing_ = false;              ///< some did while the log was folded
  std::string damaged_seal_;                 ///< the first that its key does not open, one line; empty for none
  bool keys_opened_ = false;
  bool keys_shared_ = false;  ///< with the battle it branched off, whose they are to open
  bool agreed_a_ = false, agreed_b_ = false;
  bool unwritten_ = false;
  std::optional<std::string> warning_;
};

/// The same, as far as somebody asks for it.
class Session::Walk {
 public:
  /// Reads the file and sets its battle up; no command is folded. Errors: as open_read_only, but for what is wrong inside a command.
  static Result<std::unique_ptr<Walk>> begin(const std::string& path);

  const Session& session() const { return *session_; }
  /// Commands of the log, and how many of them are folded.
  std::size_t commands() const { return reader_ ? reader_->commands() : 0; }
  std::size_t done() const { return done_; }
  /// Folds the next command. REQUIRES: done() < commands(). After an error nothing more is folded.
  std::optional<InputError> next(Visitor& visitor);

 private:
  Walk() = default;
  std::string path_, text_;
  std::optional<LogReader> reader_;  ///< of `text_`; none where the file is no log
  std::unique_ptr<Session> session_;
  std::size_t done_ = 0;
};

}  // namespace polemarch::assistant
