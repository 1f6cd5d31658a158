#pragma once
/// What an undo took back, for whoever tells of it. Pure.

#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Taken back, or the taking back itself: the battle went on as if it had not been.
inline bool is_gone(const Moment& moment) { return moment.undone || moment.back_to >= 0; }

/// The commands that `undo`, a moment of the story, took back, oldest first, each as its clause; answers and the like have none. What an
/// undo before it led past was gone already.
std::vector<std::string> clauses_taken_back(const Story& story, const Moment& undo);

}  // namespace polemarch::assistant::story
