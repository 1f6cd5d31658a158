#pragma once
/// A battle played without a window: pictures of the screen into a folder, at the start, at every command, every so often, where the
/// script asks, and at the end.

#include <optional>
#include <string>

#include "assistant/play/broadcast.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/feed.hpp"
#include "assistant/play/kept_pictures.hpp"
#include "assistant/play/script.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

struct HeadlessSettings {
  std::string dir;                 ///< folder of all it writes; made where it is missing
  int width = 1600, height = 900;  ///< of the pictures, pixels
  double every_s = 20.0;           ///< a picture at least this often (source's seconds)
  double stop_after_s = 0.0;       ///< end then; 0: when the source and the script are through
  KeptPictures keep;               ///< the players asked for pictures of the table; default: none is kept
  double idle_stop_s = 10.0;       ///< a manual or live source ends this long after the script
};

class HeadlessRun {
 public:
  HeadlessRun(HeadlessSettings settings, Desk& desk, Feed& feed, Script script, Broadcast broadcast = {});
  /// Plays to the end, with or without room for its pictures. Errors: the folder cannot be made, the source broke off, the log could not be
  /// written to the end.
  std::optional<InputError> run();
  /// Whether a run may write a file of this name into its folder, the log apart.
  static bool writes(const std::string& name);
  /// Pictures written.
  int pictures() const { return written_; }
  /// Whether all it had to write was written; what was not is said on stderr already.
  bool whole() const { return !unwritten_; }
  const Script& script() const { return script_; }

 private:
  void picture(const std::string& name);
  bool write(const std::string& name, const std::string& bytes, bool append = false);
  void lack(const InputError& error);

  HeadlessSettings settings_;
  Desk& desk_;
  Feed& feed_;
  Script script_;
  Broadcast broadcast_;
  int count_ = 0, written_ = 0;
  std::int64_t shown_seq_ = -1;
  std::string told_;                     ///< trouble said on stderr already
  std::optional<InputError> unwritten_;  ///< the first file that could not be written
  double shown_t_ = -1e9;
};

/// Asks every running loop to end (SIGINT, SIGTERM).
void ask_to_stop();
bool asked_to_stop();

}  // namespace polemarch::assistant::play
