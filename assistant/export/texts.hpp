#pragma once
/// A story as text for others: Markdown, plain text for a club, a table of events. Pure.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::exporting {

/// A photograph of the table as a file, told in the chapter it was taken in.
struct Photo {
  std::size_t chapter = 0;
  std::int64_t seq = 0;
  std::string file;
};

/// `picture(chapter)` gives the file name of that chapter's map, or nothing for none.
std::string markdown_of(const story::Story& story, const std::function<std::string(std::size_t chapter)>& picture = {},
                        const std::vector<Photo>& photos = {});
/// What a club would post: title, who won, each turn in a few lines of at most 72 letters.
std::string plain_text_of(const story::Story& story);
/// RFC 4180, a header and a row each throw, loss, move and ruling.
std::string csv_of(const story::Story& story);

}  // namespace polemarch::assistant::exporting
