#pragma once
/// May a battle be ended before its time? What rulebooks leave to the players is the same in every room: a side gives up, or both agree
/// that nobody has won. Why it ended is told by why_given_up() (telling.hpp). Pure.

#include <optional>

#include "engine/core/verdict.hpp"
#include "models/ids.hpp"

namespace polemarch::engine {

/// `winner` wins because the other side gives up; nobody: a draw, for both or the umpire to say. Impossible for whoever may not say it.
Verdict judge_giving_up(Viewer by, std::optional<Side> winner);

}  // namespace polemarch::engine
