#pragma once
/// What lies and stands beside the table: hands of cards and counters that are one side's own, who puts what on the table in which order
/// before the battle, and the track of turns. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"

namespace polemarch::engine {

/// One card of a hand, or a counter laid face down.
struct HeldCard {
  std::string id;    ///< what commands call it, see card_of(); empty where this viewer may not know it
  std::string name;  ///< "Push of shields"; empty: face down, or nobody told the program
  std::string text;  ///< what it does, short
};

/// What a side holds. That it holds so many everybody may know.
struct Hand {
  Side side = Side::A;
  std::string what;             ///< "cards", "stratagems"
  int most = 0;                 ///< how many it may hold; 0: nothing says so
  std::vector<HeldCard> cards;  ///< in the order held
};

/// One turn at placing, before the battle.
struct PlacingTurn {
  enum class When { Done, Now, Later };
  Side side = Side::A;
  std::string what;            ///< "Valens's command"; empty: all of the side
  When when = When::Later;     ///< several may be now where both place at once
  std::vector<UnitId> placed;  ///< of it, on the table already
  std::vector<UnitId> left;    ///< of it, still beside the table
};

/// Who places when; no turns outside deployment.
struct PlacingOrder {
  std::string way;  ///< "turn about, by commands"
  std::vector<PlacingTurn> turns;
};

/// A face of a Battle; beside(battle) finds it. A room gives what it has of the doors `hands(state, viewer)`, `card_of(state, command)` and
/// `placing(state)` and `last_turn(state)` in the struct it gives to make_battle_of.
class Beside {
 public:
  virtual ~Beside() = default;
  /// Of both sides, without names for those who may not know them; no hand that is empty.
  virtual std::vector<Hand> hands(Viewer viewer) const = 0;
  /// The id of the card a command uses; empty where it uses none.
  virtual std::string card_of(std::string_view command_json) const = 0;
  virtual PlacingOrder placing() const = 0;
  /// The turn after which the battle is over in any case, counted as Now counts; 0: no such turn was agreed.
  virtual int last_turn() const = 0;
};

/// Null where a battle has nothing beside the table.
inline const Beside* beside(const Battle& battle) { return dynamic_cast<const Beside*>(&battle); }

}  // namespace polemarch::engine
