#pragma once
/// A battle.json may leave what is typed elsewhere in its own file: {"file": "counters.csv"} in any place. Here the text of that file is
/// put beside its name ({"file": .., "text": ..}), so that a battle and its log are whole in themselves; what it means, the ruleset says.
/// Paths count from the folder of the battle file and stay in it; the files end in .csv or .json. Reads files.

#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

/// The battle's text with every enclosed file in it; the same text when it names none. Errors: a file that cannot be read, lies
/// elsewhere (through a link too) or is no table; more than 32 of them.
Result<std::string> with_enclosed_files(const std::string& battle_text, const std::string& battle_path);

}  // namespace polemarch::assistant
