#pragma once
/// Who dealt a loss that no event names: a unit that breaks in a test breaks by those whose hits it could not save before. Pure.

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Names the one enemy that the broken unit saved against earlier in this turn and phase, in the moment's losses; nobody where there were
/// several or none. The moment follows those of the story.
void name_dealers(const Story& story, Moment& moment);

}  // namespace polemarch::assistant::story
