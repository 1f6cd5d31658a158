#pragma once
/// The file a battle is logged to, held open by one writer: begun whole, locked, written and synced a line at a time, and looked at
/// before each line: a file that is no longer the one we hold is left alone, and the whole battle goes on in a new one.

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assistant/session/kept_text.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

class LogFile {
 public:
  /// A new log with its first line, which has its newline. Errors: the name is taken, it cannot be written, or could not be read again.
  static Result<std::unique_ptr<LogFile>> create(const std::string& path, const std::string& first_line);
  /// A log that is there, all of it. Errors: another program writes to it (and which), or it cannot be written.
  static Result<std::unique_ptr<LogFile>> open(const std::string& path);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Where the battle is logged now.
  const std::string& path() const { return path_; }
  /// Every byte that was acknowledged.
  std::string text() const;

  /// Cuts the file off behind `good` bytes and keeps the rest beside as `<path>.torn-1` (-2, ...): that name, or what went wrong.
  Result<std::string> cut_off(std::size_t good);

  enum class Readers { Owner, Anybody };
  /// A file that goes with the log wherever it goes: its ending (".keys"), its text and who may read it. It is put back where it is
  /// deleted, and closed where it is its owner's alone and others may read it.
  void accompany(std::string ending, std::string text, Readers readers);

  /// Writes and syncs one line, which has its newline. Nothing, or what went wrong (the disk, or a line too large to be read again); then
  /// the file is as it was and the same line may be written again. Where the file is not ours any more the battle moves to a new one;
  /// take_notice() says so.
  std::optional<InputError> append(const std::string& line);
  /// One more thing that take_notice() says.
  void tell(const std::string& said) { notice_ = notice_ ? *notice_ + "; " + said : said; }
  /// What the players must know, once.
  std::optional<std::string> take_notice() { return std::exchange(notice_, std::nullopt); }

 private:
  LogFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  std::optional<InputError> lock();
  void unlock();
  void remember();
  std::string estranged();
  void close_companion();
  void look_after_companion();
  int write_behind(const std::string& text);
  std::optional<InputError> move_house(const std::string& why, const std::string& line);

  std::string path_;
  int file_ = -1;
  KeptText whole_;         ///< the bytes acknowledged
  bool spilled_ = false;   ///< bytes of a failed line may stand behind them
  std::string lock_note_;  ///< the file that says who holds the log
  std::string ending_, companion_;
  Readers companion_for_ = Readers::Owner;
  bool companion_there_ = false;
  std::int64_t companion_changed_ns_ = 0;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::int64_t changed_ns_ = 0;  ///< time of the last change, ours
  std::optional<std::string> notice_;
};

}  // namespace polemarch::assistant
