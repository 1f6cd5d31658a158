#pragma once
/// Acts and throws as HTML. Pure text.

#include <string>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::report {

/// One act as a folded card, or as a line where there is nothing to fold.
std::string act_card(const story::Story& story, const story::Act& act);
/// The same as one line: for very long battles.
std::string act_line(const story::Story& story, const story::Act& act);
/// A ruling, a refusal, a take-back or a too-close call in words with its measure; `folded` adds where it happened.
std::string note_of(const story::Story& story, const story::Moment& moment);
/// True for a moment that note_of has something to say of.
bool is_noted(const story::Moment& moment);

}  // namespace polemarch::assistant::report
