#pragma once
/// A story as an MCAP file (https://mcap.dev, version 0), for the tools of robotics: where bases stand (topic /poses), what happened
/// (topic /events) and the pictures of the table where some were kept (topic /frames), JSON with JSON schemas. Times are nanoseconds since
/// the battle began. Pure.

#include <string>
#include <vector>

#include "assistant/story/photos.hpp"
#include "assistant/story/story.hpp"

namespace polemarch::assistant::exporting {

std::string mcap_of(const story::Story& story, const std::vector<KeptPhoto>& photos = {});

}  // namespace polemarch::assistant::exporting
