#pragma once
/// Plays the playthrough files of this folder: <ruleset>/<name>.battle.json, .commands.jsonl and .expected.txt (what adjudicate prints,
/// without --json). Compared line by line; a changed golden is reviewed as text and written with POLEMARCH_APPROVE=1.

#include <string>
#include <vector>

namespace polemarch::playthroughs {

/// Paths without the ".battle.json", sorted.
std::vector<std::string> all(const std::string& folder);
/// What the commands lead to, one line a fact.
std::string play(const std::string& stem);

}  // namespace polemarch::playthroughs
