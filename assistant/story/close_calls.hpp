#pragma once
/// Measures too close to call: what stood too near its limit, and how the table settled it. Pure.

#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// A measure of this command was too close to call: left to the players, or settled by the tie-break they had agreed on.
bool is_close(const Moment& moment);
/// The reasons of a command whose measure was too close.
std::vector<engine::Reason> close_reasons(const Moment& moment);
/// "range of bows, 17.999 ± 0.002 in, limit 18 in"; several joined by a semicolon. Empty where nothing was close.
std::string close_text(const Moment& moment);
/// "the tie-break favours the active side", "the players rule that it stands", "the players say how it is", "left open".
std::string settled_text(const Story& story, const Moment& moment);

/// An answer that could not be, a card that is not in the pile, and was given again: a slip of the fingers, no ruling.
bool is_slip(const Moment& moment);
/// The players' own word: a ruling, a value set by hand, a unit taken for lost, a step back.
bool is_ruling(const Moment& moment);

}  // namespace polemarch::assistant::story
