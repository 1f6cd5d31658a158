#pragma once
/// What a moment of a replay shows on the table: bases, units with their outlines, camps, and what its command did. Table frame in mm.
/// Pure.

#include <vector>

#include "assistant/replay/reel.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::replay {

/// Bases, units with their outlines, and what the last command did, `dx` to the right.
void add_moment(ui::ViewState& view, const Reel& reel, std::size_t at, const std::vector<story::Standing>& places, double dx);

}  // namespace polemarch::assistant::replay
