#pragma once
/// A story's moments gathered into what a reader takes in at once. Pure.

#include <cstdint>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Gathers the moments into chapters: one begins at a new turn, and where the other side's part of a turn begins. What was taken back, and
/// the taking back itself, begins none: it belongs where the battle went on.
void gather_chapters(Story& story);
/// Where sides alternate unit by unit, a turn is one chapter of both.
void join_alternating(Story& story);
/// An order with everything that belongs to it is one act.
void gather_acts(Story& story);

}  // namespace polemarch::assistant::story
