#pragma once
/// Commands every room shares. A room's Command variant lists AnswerWait and PlaceBases beside its own; undo, rule, amend, hold and the
/// questions (offers, state) are the battle's and never reach a room. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/verdict.hpp"

namespace polemarch::engine {

struct Placed;

/// {"do":"answer","wait":"w17","dice":[4]}; "wait" may be left out when one is open for the speaker. Also "cards", "choice",
/// "choices", "poses".
struct AnswerWait {
  static constexpr const char* kName = "answer";
  std::optional<WaitId> wait;
  Answer answer;
  bool operator==(const AnswerWait&) const = default;
};

/// {"do":"place","unit":"A3","poses":[{"base":"A3.1","x_mm":..,"y_mm":..,"heading_deg":..}]} or {"do":"place","owed":"p3"} = accept the
/// ghost. With no placement owed for these bases it sets where the unit stands (deployment, repair), if the room allows it.
struct PlaceBases {
  static constexpr const char* kName = "place";
  static constexpr Deed kDeed = Deed::Place;
  std::optional<int> owed;
  UnitId unit;
  std::vector<PlacedBase> poses;
  bool operator==(const PlaceBases&) const = default;
};

/// The wait an answer is meant for: the named one, or the only open one that `by` may answer. Null with `problem` filled otherwise.
const Wait* wait_for(const std::vector<Wait>& open, Viewer by, const AnswerWait& command, Verdict& problem);

/// Checks an answer against its wait: right party, right number of values within range, known options, bases named.
Verdict judge_answer(const Wait& wait, Viewer by, const Answer& answer);

/// True when `by` may answer what is asked of `who`: the umpire always, "both" either side.
constexpr bool may_answer(Viewer by, Viewer who) { return by == Viewer::Umpire || who == by || who == Viewer::Both || by == Viewer::Both; }

/// An answer is secret from the other side while its wait is sealed.
Secret<Answer> sealed_answer(const Wait& wait, Answer answer);

/// Checks a `place` that closes an owed placement: right unit and bases; inside the region or near the ghost (tolerance).
Verdict judge_place(const OwedPlacement& owed, const PlaceBases& command, Length tolerance);

/// The Placed event for an accepted `place` (ghost poses when the command names none).

Placed placed_event(const OwedPlacement& owed, const PlaceBases& command);

}  // namespace polemarch::engine
