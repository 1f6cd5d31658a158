#pragma once
/// What of a command's events a reader wants to be told. Pure.

#include <string>
#include <vector>

#include "engine/core/commands.hpp"

namespace polemarch::assistant {

struct Told;

/// Reads `lines`, one of each event: without what keeps the agenda (asked, answered, owed), which stands on the screen while it is
/// open; without sealed and empty lines and phases in which nothing happened before the next began; none twice running.
std::vector<std::string> news_of(const std::vector<std::string>& events, const std::vector<std::string>& lines);
/// The same of what this viewer may know.
std::vector<std::string> news_of(const Told& told, Viewer viewer);

}  // namespace polemarch::assistant
