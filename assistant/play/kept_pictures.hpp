#pragma once
/// Pictures of the table kept beside the log, and only where the players asked for them: straightened, cut to the table, one a command.
/// Without being asked nothing of a camera is ever kept.

#include <cstdint>
#include <map>
#include <memory>
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

/// The pictures kept of a battle, laid under the moments of its replay.
class PicturesOfReplay {
 public:
  explicit PicturesOfReplay(const std::string& log) : kept_(kept_pictures(log)) {}
  bool empty() const { return kept_.empty(); }
  /// The picture of the moment after command `seq`, or the last before it, lies on the table, under two moments side by side (the one that
  /// is pinned, and this) that of each; the strip names it. A notice where there is none yet, or where it cannot be read. `table_mm` is
  /// the width of one table.
  void lay_under(ui::ViewState& view, std::int64_t seq, double table_mm);

 private:
  struct Kept {
    std::int64_t seq = -1;
    std::shared_ptr<const Image> image;  ///< null: it cannot be read
    std::string wrong;
  };
  /// Of this moment, or the last before it; null where there is none.
  const Kept* picture_of(std::int64_t seq);
  std::map<std::int64_t, std::string> kept_;
  std::map<std::int64_t, Kept> read_;  ///< those shown last
  std::shared_ptr<const Image> pair_;
  std::int64_t pair_version_ = 0;
};

}  // namespace polemarch::assistant::play
