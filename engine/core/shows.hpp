#pragma once
/// The third face of a Battle: throws with their odds and how they fell, the state of units in glyphs, where offers point. Everything here
/// is what both sides may know, unless a viewer is named. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"
#include "engine/core/pending.hpp"
#include "engine/core/showing.hpp"

namespace polemarch::engine {

/// shows(battle) finds it. A room gives what it has of the four doors `pending(state, wait)`, `value_names(state, wait)`,
/// `marks(state, unit, viewer)` and `mark_of(state, command)`, in its Rules or in a struct given to make_battle_of.
class Shows {
 public:
  virtual ~Shows() = default;
  /// The throw an open Chance wait stands for, with its odds; nothing where the room does not say.
  virtual std::optional<Pending> pending(const WaitId& wait) const = 0;
  /// What the values of a Chance wait are called, from its lowest on ("JH, Take the high ground"); empty where the number says all.
  virtual std::vector<std::string> value_names(const WaitId& wait) const = 0;
  /// The state of a unit in glyphs, the most pressing first.
  virtual std::vector<StateMark> marks(const UnitId& unit, Viewer viewer) const = 0;
  /// Where a command points on the table; all empty for malformed text.
  virtual OfferMark mark_of(std::string_view command_json) const = 0;
  /// Dice and cards that fell in the last command given to submit(), itemised; without those that one side alone may know.
  virtual const std::vector<Thrown>& last_throws() const = 0;
};

/// Null where a battle shows no more than its Advice.
inline const Shows* shows(const Battle& battle) { return dynamic_cast<const Shows*>(&battle); }
/// Where a command points; nowhere where the battle does not say.
inline OfferMark mark_of(const Battle& battle, std::string_view command_json) {
  const Shows* room = shows(battle);
  return room == nullptr ? OfferMark{} : room->mark_of(command_json);
}

}  // namespace polemarch::engine
