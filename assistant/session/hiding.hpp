#pragma once
/// What of a battle and its lines is hidden, and from whom: the parts are sealed here before the log sees them. Pure but for the nonces.

#include <string>
#include <vector>

#include "assistant/session/seals.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant {

/// What stands for a line that is hidden.
constexpr const char* kSealedLine = "(sealed)";

/// What came of a command, and who may know it.
struct Told : engine::Outcome {
  Viewer audience = Viewer::Both;   ///< of what was said, and of the reasons
  std::vector<Viewer> whose;        ///< of each event as a whole; the secrets in it say for themselves
  std::vector<engine::Gist> gists;  ///< what each event is to a reader
};

/// Adds who may know it. `audience` of the command, as it was before it was given.
Told told_of(const engine::Battle& battle, engine::Outcome outcome, Viewer audience);
/// What of it this viewer may know: no reasons he may not know, no event meant for others, no hidden value.
Told seen_by(Told told, Viewer viewer);

/// Where the ruleset's battle.json hides something; who may know a command before it is given (engine/core/hidden.hpp).
std::string_view hidden_places(const engine::Battle& battle);
/// The set-up with what it hides written out where it leaves that to a rule: who has a value of his own must not show by who has one.
engine::Json written_out(const engine::Battle& battle, engine::Json setup);
struct Audiences {
  Viewer allowed = Viewer::Both, refused = Viewer::Both;
};
Audiences audiences_of(const engine::Battle& battle, const std::string& command);

/// The set-up with what only one side may know sealed: the places the ruleset names, and unrevealed secrets of a battle half-way.
engine::Json sealed_setup(const Seals& seals, const engine::Json& setup, std::string_view hidden_places);
/// The set-up with null for every seal that is still closed.
engine::Json with_nulls(engine::Json setup);

/// An event as the log holds it. `audience`: who may know it as a whole.
engine::Json sealed_event(const Seals& seals, const std::string& event, Viewer audience);

}  // namespace polemarch::assistant
