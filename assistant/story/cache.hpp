#pragma once
/// A story kept beside its log, so that a long battle opens at once. Never needed: whatever does not fit the log to the byte is made anew,
/// and the file may be removed at any time. It holds what the log holds for everybody, nothing sealed. It is believed on the computer that
/// wrote it alone: a key in $XDG_CONFIG_HOME/polemarch/stories.key marks it, so that no stranger's file tells another battle.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assistant/story/build.hpp"
#include "assistant/story/story.hpp"
#include "models/result.hpp"

namespace polemarch::assistant::story {

/// The key that marks what this computer told of logs, 32 bytes, made the first time: a story or an index that somebody else put beside a
/// log may tell anything. Empty where none can be kept.
std::string key_of_this_computer();

/// "game.battle.story".
std::string cache_path(const std::string& log);

/// The story of the cache beside the log where it fits: every line of the log still fits its chain, the last chain is the one the story was
/// told to, and the program tells stories of this version. Nothing otherwise, whatever is wrong with it.
std::optional<Story> cached_story(const std::string& log);
/// Writes it; what goes wrong is nobody's business.
void keep_story(const std::string& log, const Story& story);

/// From the cache at once, or to be told while it is shown; then `keep_story` is for who has told it to its end. As Telling::begin.
Result<std::unique_ptr<Telling>> quick_telling(const std::string& log);
/// A log so long that its story is worth keeping.
bool worth_keeping(const Story& story);

/// From the cache, or read from the log and kept for the next time. As story_of.
Result<Story> quick_story_of(const std::string& log, const BuildSettings& settings = {});

/// The bytes of a story and back; nothing where they are damaged or of another version.
std::string packed(const Story& story);
std::optional<Story> unpacked(std::string_view bytes);

}  // namespace polemarch::assistant::story
