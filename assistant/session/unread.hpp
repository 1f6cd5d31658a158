#pragma once
/// What of a battle's set-up nobody reads, said once before it is played. Reads files.

#include <string>
#include <vector>

namespace polemarch::assistant {

/// "WARNING: battle.json: /sides/A/units/2/rank: is not read; did you mean ranks?", a line a name. Nothing for a log, for a file that
/// cannot be read, and for a ruleset that refuses what it does not know.
std::vector<std::string> unread_warnings(const std::string& battle_path);
/// The same of a set-up's text; `name` stands for its file.
std::vector<std::string> unread_warnings(const std::string& setup_json, const std::string& name);

}  // namespace polemarch::assistant
