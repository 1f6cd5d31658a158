#pragma once
/// The battle told afterwards: one self-contained HTML file with a map a turn, losses and every ruling with its reasons. No script, no
/// link to anything outside. Text is plain and readable by a screen reader; maps are SVG.

#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

/// `path` is a game.battle (or a battle.json: then only the setup is shown). The HTML text, or one line about what is wrong.
Result<std::string> report_html(const std::string& path);

}  // namespace polemarch::assistant
