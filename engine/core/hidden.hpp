#pragma once
/// What of a battle one side alone may know, beyond the values its Secrets hide: whole commands, whole events, places of the set-up.
/// Sealing a log and making bytes for a side ask here. Pure.

#include <string>
#include <string_view>

#include "engine/core/battle.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::engine {

/// The second face of a Battle; hides(battle) finds it.
class Hides {
 public:
  virtual ~Hides() = default;
  /// Who may know what this command says and what is answered to it, asked before it is submitted: Both, unless it answers a question
  /// meant for one side, speaks of a hidden value, overrules such a command, or the room says so. Umpire: neither side.
  virtual Viewer audience(std::string_view command_json) const = 0;
  /// The same for a command that is refused: one that would have shown a hidden value may still be for its speaker alone, and so may the
  /// reasons, for nothing was shown.
  virtual Viewer refused_audience(std::string_view command_json) const = 0;
  /// Who may know this event of today at all; values inside it that are secret say so themselves.
  virtual Viewer event_audience(std::string_view event_json) const = 0;
  /// Where a battle.json holds what only its side may know, as paths with a blank between; * stands for any name or number:
  /// "/sides/*/hand/*". The side is the name behind /sides/. null there means: it exists, and is not known here.
  virtual std::string_view hidden_setup() const = 0;
  /// A set-up of this battle, not yet begun, with those places written out where it leaves them to a rule ("all others have rank 1").
  virtual Json written_out(Json setup) const = 0;
};

/// Null where everything but Secrets is public.
inline const Hides* hides(const Battle& battle) { return dynamic_cast<const Hides*>(&battle); }

/// Whether this viewer is among those meant.
constexpr bool may_know(Viewer viewer, Viewer audience) {
  return viewer == Viewer::Umpire || audience == Viewer::Both || audience == viewer;
}

/// What a room gives to make_battle_of when it hides nothing beyond its Secrets. A room that does has a struct of the same three:
/// `audience(state, by, command)`, `event_audience(event)`, `kSetup`; and, where a refusal may tell what an allowed command would have
/// shown anyway, `refused_audience(state, by, command)`; where a set-up may leave a hidden value to a rule, `write_out(state, setup)`.
struct NothingHidden {
  static constexpr std::string_view kSetup = {};
  template <class State, class Command>
  static Viewer audience(const State&, Viewer, const Command&) {
    return Viewer::Both;
  }
  template <class Event>
  static Viewer event_audience(const Event&) {
    return Viewer::Both;
  }
};

/// True for {"sealed":..}: a value of a log whose key is not held here.
inline bool is_sealed(const Json& j) { return j.is_object() && j.contains("sealed"); }

/// Who owns the unrevealed secrets at `path` of `j`, around it and below it; Both when there is none, Umpire when both sides have one.
Viewer owner_at(const Json& j, const std::string& path);

/// True when `j` holds an unrevealed secret of that side. That it does everybody may know.
bool hides_something(const Json& j, Viewer side);

/// The parsed text of a message. Throws FieldError when it is beyond the limits of models/io/limits.hpp.
Json parsed_message(std::string_view text);

}  // namespace polemarch::engine
