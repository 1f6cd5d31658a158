#pragma once
/// What the spectators' page is told of a ViewState: short JSON values, lengths in whole millimetres. Pure. The view must be the public
/// one.

#include <string>

#include "assistant/bus/spectator.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::play {

SpectatorView page_state(const ui::ViewState& view);

}  // namespace polemarch::assistant::play
