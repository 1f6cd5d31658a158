#pragma once
/// A story as an MCAP file (https://mcap.dev, version 0), for the tools of robotics: where bases stand (topic /poses) and what happened
/// (topic /events), JSON with JSON schemas. Times are nanoseconds since the battle began. Pure.

#include <string>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::exporting {

std::string mcap_of(const story::Story& story);

}  // namespace polemarch::assistant::exporting
