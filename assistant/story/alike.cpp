#include "assistant/story/alike.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

namespace {

/// A line "NAME is REST" or "NAME are REST" of a member.
struct ToldOf {
  std::string name, rest;
};
std::optional<ToldOf> told_of(const Story& story, const std::string& line) {
  std::optional<ToldOf> found;
  for (const Member& member : story.members) {
    const std::string name = story.name(member.unit);
    if (!line.starts_with(name) || (found && found->name.size() >= name.size())) continue;
    for (const std::string_view verb : {" is ", " are "})
      if (line.compare(name.size(), verb.size(), verb) == 0) found = {name, line.substr(name.size() + verb.size())};
  }
  const bool own = found && (found->rest.find("its") != std::string::npos || found->rest.find("their") != std::string::npos ||
                             found->rest.find(" a ") != std::string::npos);
  return own ? std::nullopt : found;
}

}  // namespace

std::vector<NewsLine> merged_alike(const Story& story, const std::vector<NewsLine>& lines) {
  std::vector<NewsLine> out;
  for (std::size_t i = 0; i < lines.size();) {
    const auto first = told_of(story, lines[i].text);
    std::vector<std::string> names;
    std::size_t end = i;
    for (; first && end < lines.size(); ++end) {
      const auto next = told_of(story, lines[end].text);
      if (!next || next->rest != first->rest) break;
      names.push_back(next->name);
    }
    if (names.size() > 1) {
      out.push_back({joined(names) + " are " + first->rest, lines[i].gist});
      i = end;
    } else {
      out.push_back(lines[i++]);
    }
  }
  return out;
}

}  // namespace polemarch::assistant::story
