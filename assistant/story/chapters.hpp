#pragma once
/// A story's moments gathered into what a reader takes in at once. Pure.

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Where sides alternate unit by unit, a turn is one chapter of both.
void join_alternating(Story& story);
/// An order with everything that belongs to it is one act.
void gather_acts(Story& story);

}  // namespace polemarch::assistant::story
