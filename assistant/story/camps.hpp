#pragma once
/// Camps of a story: where they stand on a grid, and when one is lost. Pure.

#include <string>

#include "assistant/story/story.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::assistant::story {

/// A camp stands in the box its roster names (`sides` of the set-up), until an event names another.
void camp_of_roster(Story& story, const engine::Json& sides, const Member& member);
void place_camp(Story& story, const UnitId& id, const std::string& box);
/// A camp that a command of the story lost, for good; what was taken back lost nothing.
void lose_camps(Story& story);

}  // namespace polemarch::assistant::story
