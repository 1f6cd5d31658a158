#pragma once
/// Where the table's state comes from: a camera with the tracker behind it, or the players' own hand on the screen (manual:).

#include <optional>
#include <string>
#include <vector>

#include "models/footprint.hpp"
#include "models/intent.hpp"
#include "models/table_state.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::play {

/// One look at the table.
struct Look {
  TableState table;
  std::vector<BaseSpec> loose;  ///< markers on the table that no base bears; each stands in `table` as a base of that name
  ui::TablePicture picture;     ///< the camera's picture straightened; may be empty
  std::string source;           ///< for the status line: "camera:0, 24 pictures a second"
  bool frozen = false;          ///< pictures come, but the same one again and again
  bool lost = false;            ///< no picture comes any more; `table` is the last known
  std::string said;             ///< lost: what the source itself says, where `source` says more
  bool ended = false;           ///< lost for good: the film or folder is over
  double for_s = 0;             ///< frozen or lost: how long it has been so when it is told first
  bool by_choice = false;       ///< lost because the players do without it
  bool manual = false;          ///< bases follow the mouse
  int epoch = 0;                ///< changes when another source took over: what stands elsewhere is then shown, not taken for moves
};

class Feed {
 public:
  virtual ~Feed() = default;
  /// The newest look, or nothing when there is none newer than the last one given. Never blocks for long in a window's loop; a feed made
  /// to give every frame (headless) may take the time a frame needs.
  virtual std::optional<Look> next() = 0;
  /// The newest picture, for whoever draws while the looks are not taken: next() gives it all the same. Any thread.
  virtual std::optional<ui::TablePicture> newest_picture() const { return std::nullopt; }
  /// True when nothing will come any more (a video or folder that ended).
  virtual bool ended() const { return false; }
  /// A base was dragged or typed to a place (manual only).
  virtual void drag(const DragBase& move) { static_cast<void>(move); }
  /// Forget the registration and find the table anew.
  virtual void recalibrate() {}
  /// The players do without the camera, or take it again.
  virtual void by_hand(bool wanted) { static_cast<void>(wanted); }
  /// Markers were tied to bases or taken off them: these are the bases from now on.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): a feed with a camera keeps them
  virtual void declare(std::vector<BaseSpec> bases) { static_cast<void>(bases); }
};

}  // namespace polemarch::assistant::play
