#pragma once
/// A reel as a screen: the same view a battle is played at, with the reel's keys as its menu. Keys in, ViewState out. Pure but for the
/// bookmarks it hands back.

#include <string>

#include "assistant/replay/reel.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::replay {

/// What a key did beyond the reel.
enum class Wish { Nothing, Bookmarks, LeaveHere, Quit };

/// A key as the window names it: Space, Left, Right, PageUp, PageDown, Up, Down, Home, End, Tab, p, u, b, n, c, g, "@120" (to a command).
Wish press(Reel& reel, const std::string& key, bool shift = false);

struct ScreenLook {
  bool light = false, names = true, show_keys = false;
  double type_scale = 1.0;
  int quarter_turns = 0;
};
ui::ViewState view_of(const Reel& reel, const ScreenLook& look);

}  // namespace polemarch::assistant::replay
