#pragma once
/// A story's moments gathered into what a reader takes in at once. Pure.

#include <cstdint>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Puts the moment at index `at` into the last chapter, or begins one: at a new turn, and where the other side's part of a turn begins.
void place_in_chapter(std::vector<Chapter>& chapters, std::uint32_t at, const Moment& moment);
/// Where sides alternate unit by unit, a turn is one chapter of both.
void join_alternating(Story& story);
/// An order with everything that belongs to it is one act.
void gather_acts(Story& story);

}  // namespace polemarch::assistant::story
