#pragma once
/// What single words of a log line mean to a story: the kind of a command, what was answered, a reason.
/// Pure.

#include <string>

#include "assistant/names/namer.hpp"
#include "assistant/session/session.hpp"
#include "assistant/story/story.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::assistant::story {

/// The kind of a command: every battle's own by its "do", a ruleset's by what it is about.
Deed deed_of(const std::string& action, engine::Deed deed);
bool is_sealed_event(const std::string& event);

/// What was answered: "Where is Horse 1 pushed? g5" (chose), "Initiative of the Polemarch: 4" (values). Empty for questions not everybody
/// may see.
struct Answered {
  std::string text;
  bool chose = false;
};
Answered answer_of(const engine::Battle& battle, const engine::Json& command, const names::Namer& namer);
engine::Reason reason_of(const engine::Json& reason);
/// "the players rule that it stands: Birch clan moves to e6", from the event that names what was overruled.
std::string ruled_clause(const engine::Battle& battle, const LogLine& line, const names::Namer& namer);

/// A move whose bases stay where they are and face another way.
bool turned_on_the_spot(const Moment& moment);
/// "Archers move" is "Archers turn to face NE".
std::string turned_words(const Story& story, const Moment& moment);
/// Boxes as all sentences write them, "h10": a letter with a number that is no unit's.
std::string with_small_boxes(const Story& story, std::string text);

}  // namespace polemarch::assistant::story
