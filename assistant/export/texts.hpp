#pragma once
/// A story as text for others: Markdown, plain text for a club, a table of events. Pure.

#include <functional>
#include <string>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::exporting {

/// `picture(chapter)` gives the file name of that chapter's map, or nothing for none.
std::string markdown_of(const story::Story& story, const std::function<std::string(std::size_t chapter)>& picture = {});
/// What a club would post: title, who won, each turn in a few lines of at most 72 letters.
std::string plain_text_of(const story::Story& story);
/// RFC 4180, a header and a row each throw, loss, move and ruling.
std::string csv_of(const story::Story& story);

}  // namespace polemarch::assistant::exporting
