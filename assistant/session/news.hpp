#pragma once
/// What of a command's events a reader wants to be told. Pure.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/core/battle.hpp"

namespace polemarch::assistant {

struct Told;

/// What each event is to a reader; a note where it says nothing.
std::vector<engine::Gist> gists_of(const engine::Battle& battle, const std::vector<std::string>& events);

/// A line that is told, and what the event behind it is to a reader.
struct NewsLine {
  std::string text;
  engine::Gist gist;
};
/// Reads `lines`, one of each event: without what keeps the agenda (asked, answered, owed), which stands on the screen while it is
/// open; without sealed and empty lines and phases in which nothing happened before the next began; none twice running. Lines past the end
/// of `gists` are notes.
std::vector<NewsLine> news_lines(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines);
/// Their texts.
std::vector<std::string> news_of(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines);
/// The texts of what this viewer may know.
std::vector<std::string> news_of(const Told& told, Viewer viewer);

/// The undos of a battle. The event of an undo names all that it leads past, an undo before it too; what is told counts what was done.
class Undos {
 public:
  /// A command and what came of it, in the order of the log.
  void hear(std::int64_t seq, const std::vector<std::string>& events);
  /// Tells anew, in `lines`, one of each event, how many commands were taken back.
  void recount(const engine::Battle& battle, const std::vector<std::string>& events, std::vector<std::string>& lines) const;

 private:
  std::set<std::int64_t> seqs_;
};

}  // namespace polemarch::assistant
