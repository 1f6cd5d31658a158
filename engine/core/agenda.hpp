#pragma once
/// What the battle is waiting for. State holds an Agenda; rooms push steps and core events keep it. Pure.
///
/// An agenda has lanes (commands of one side that share nothing may be active side by side), a lane is a stack of open steps, and a
/// step carries the waits it needs answered. The waits of each lane's top step are the open ones: resolving them lets the room close
/// the step and perhaps push others; what was interrupted resumes below. Two waits are open in one step only where both sides answer
/// unseen; neither answer shows before both are in. Who answers comes from the wait, never from who owns the unit.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/secret.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::engine {

/// Shown as "w17".
struct WaitId {
  int number = 0;
  auto operator<=>(const WaitId&) const = default;
};

enum class WaitKind {
  Chance,     ///< dice or cards from outside
  Choice,     ///< one of options, or several of them
  Placement,  ///< the rules need the pose before they can go on
  Sealed,     ///< as Choice or Chance, unseen until all waits of the step are answered
};

struct Option {
  std::string key;   ///< what is typed, e.g. "y"
  std::string text;  ///< what it means
  auto operator<=>(const Option&) const = default;
};

/// When what was drawn from a pile comes back into it.
enum class Reshuffle {
  AtOnce,     ///< the cards of one draw go back before the next: a cut
  OnCard,     ///< when the card that says so is drawn
  WhenEmpty,  ///< when too few are left for a draw
  TurnEnd,    ///< at the end of each turn
};

/// Cards or chits, drawn without putting back. Counts stand by value, from a ChanceSpec's `lowest` to its `highest`.
struct Pile {
  std::vector<int> all;             ///< how many of each value there are
  std::vector<int> left;            ///< how many of each can still come
  std::vector<int> refilled;        ///< how many of each can come once it has run out and is shuffled: cards in hands stay out
  std::vector<Reshuffle> shuffled;  ///< empty: never
  auto operator<=>(const Pile&) const = default;
};

/// What a Chance wait accepts: `count` values from `lowest` to `highest`.
struct ChanceSpec {
  int count = 1;
  int lowest = 1, highest = 6;
  std::string source = "dice";  ///< "dice", or the pile: "deck A"
  /// The pile of `source`, empty for dice and where nobody counts. The room works it out from its state when the wait is shown
  /// (Battle::waits); it stands in no state and no log. `left` and `refilled` are for the umpire: they tell what hands hold.
  std::optional<Pile> pile = {};
  auto operator<=>(const ChanceSpec&) const = default;
};

/// A base put down: typed, dragged or measured.
struct PlacedBase {
  BaseId base;
  MeasuredPose at;
  auto operator<=>(const PlacedBase&) const = default;
};

struct Answer {
  Checked<int> values;           ///< dice or cards, in the order thrown
  Checked<std::string> choices;  ///< option keys; one for a plain Choice
  Checked<PlacedBase> poses;     ///< Placement
  auto operator<=>(const Answer&) const = default;
};

struct Wait {
  WaitId id;                       ///< given by the agenda when the step is opened
  Viewer who = Viewer::Umpire;     ///< who may answer
  Viewer audience = Viewer::Both;  ///< who may see the question
  WaitKind kind = WaitKind::Choice;
  std::string rule;
  std::string question;
  std::vector<Option> options;       ///< Choice, Sealed
  int least = 1, most = 1;           ///< how many options may be chosen
  std::optional<ChanceSpec> chance;  ///< Chance, or Sealed with values
  std::vector<Point> region;         ///< Placement: where the bases may stand, a polygon; empty = anywhere
  std::vector<BaseId> bases;         ///< Placement: which
  std::optional<Secret<Answer>> answer;
  auto operator<=>(const Wait&) const = default;
};

/// A result moved bases: the rules already have them there, the table has not. Closed by Placed.
struct OwedPlacement {
  int id = 0;  ///< shown as "p3"; given by the agenda
  UnitId unit;
  std::vector<BaseId> bases;
  std::vector<Pose> poses;    ///< one a base where the rules give an exact pose (ghosts), else empty
  std::vector<Point> region;  ///< polygon the bases must stand in; empty with poses given
  bool removed = false;       ///< the bases leave the table
  Viewer who = Viewer::Both;  ///< who moves them
  std::string rule;
  auto operator<=>(const OwedPlacement&) const = default;
};

template <class Step>
struct OpenStep {
  Step step;
  std::vector<Wait> waits;
  bool operator==(const OpenStep&) const = default;
};

template <class Step>
struct Lane {
  int id = 0;
  std::vector<OpenStep<Step>> stack;
  bool operator==(const Lane&) const = default;
};

/// What was answered, as typed: "4 2", "yes".
inline std::string typed(const Answer& answer) {
  std::string text;
  for (const int value : answer.values) text += (text.empty() ? "" : " ") + std::to_string(value);
  for (const std::string& choice : answer.choices) text += (text.empty() ? "" : " ") + choice;
  return text;
}

template <class Step>
struct Agenda {
  std::vector<Lane<Step>> lanes;
  std::vector<OwedPlacement> owed;
  int next_lane = 1, next_wait = 1, next_owed = 1;
  bool operator==(const Agenda&) const = default;

  bool idle() const { return lanes.empty(); }
  /// The unanswered waits of every lane's top step.
  std::vector<Wait> open_waits() const {
    std::vector<Wait> open;
    for (const Lane<Step>& lane : lanes)
      for (const Wait& wait : lane.stack.back().waits)
        if (!wait.answer) open.push_back(wait);
    return open;
  }
  const Lane<Step>* lane(int id) const {
    for (const Lane<Step>& lane : lanes)
      if (lane.id == id) return &lane;
    return nullptr;
  }
  /// The lane whose top step holds this wait, or null.
  const Lane<Step>* lane_of(WaitId wait) const {
    for (const Lane<Step>& lane : lanes)
      for (const Wait& w : lane.stack.back().waits)
        if (w.id == wait) return &lane;
    return nullptr;
  }
  const Wait* find(WaitId id) const {
    for (const Lane<Step>& lane : lanes)
      for (const OpenStep<Step>& open : lane.stack)
        for (const Wait& wait : open.waits)
          if (wait.id == id) return &wait;
    return nullptr;
  }
};

}  // namespace polemarch::engine
