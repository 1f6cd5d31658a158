#pragma once
/// Lines that say the same of several units, told once. Pure.

#include <vector>

#include "assistant/session/news.hpp"
#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Those one after the other as one: "Skiritai and Helots are under Charge". It is to a reader what the first of them is.
std::vector<NewsLine> merged_alike(const Story& story, const std::vector<NewsLine>& lines);

}  // namespace polemarch::assistant::story
