#pragma once
/// Pictures of the table kept beside the log, and only where the players asked for them: straightened, cut to the table, one a command.
/// Without being asked nothing of a camera is ever kept.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "assistant/play/feed.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::play {

class KeptPictures {
 public:
  /// Keeps nothing.
  KeptPictures() = default;
  /// Keeps them in `game.pictures` beside game.battle.
  static KeptPictures beside(const std::string& log);

  /// A picture is written when the battle has gone on since the last one. Nothing, or what went wrong.
  std::optional<InputError> see(const Look& look, std::int64_t seq);
  /// What the screen says all the time; empty where nothing is kept.
  std::string notice() const { return folder_.empty() ? "" : "pictures of the table are kept"; }
  /// The screen's line of the source with the notice before it: what does not fit there is cut at its end.
  std::string noticed(const std::string& source) const { return folder_.empty() ? source : notice() + ", " + source; }

 private:
  std::string folder_;
  std::int64_t last_ = -1;
};

/// "game.pictures".
std::string pictures_folder(const std::string& log);
/// The pictures kept of a battle: seq -> file.
std::map<std::int64_t, std::string> kept_pictures(const std::string& log);

}  // namespace polemarch::assistant::play
