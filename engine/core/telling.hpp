#pragma once
/// What every room tells in one shape, so that screen, log, report and page need no rules to tell it: a throw and a loss. A room lists
/// Thrown and Lost among its events; evolve() of Thrown writes nothing but what the room keeps of it. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/aim.hpp"
#include "engine/core/events.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::engine {

/// One line of what a throw is made of. `value` adds to the sum its list stands for.
struct ThrowRow {
  std::string rule;           ///< catalogue id
  std::string text;           ///< in players' words: "uphill"
  int value = 0;              ///< signed
  std::optional<Side> whose;  ///< whom it comes from; nobody: the base number, the ground
  bool to_throw = false;      ///< the book adds it to what is thrown, not to what is needed: it is printed with the other sign
  int printed() const { return to_throw ? -value : value; }
  bool operator==(const ThrowRow&) const = default;
};

enum class Counted {
  Each,  ///< each value is compared with `need`; `good` counts those that do it
  Sum    ///< their sum is; `good` is 1 or 0
};
enum class Better { High, Low };

/// Dice or cards that were thrown, and what came of them.
struct Thrown {
  static constexpr const char* kName = "thrown";
  static constexpr News kNews = News::Throw;
  Side who = Side::A;            ///< whose throw
  UnitId thrower;                ///< unit or leader; empty: the side itself
  UnitId at;                     ///< target; empty where there is none
  std::string purpose;           ///< in players' words: "missile fire", "command roll"
  Aim aim = Aim::Other;          ///< what that is, where it is told or counted apart
  std::string rule;              ///< catalogue id of the throw
  std::string source = "dice";   ///< "dice" or a pile
  std::vector<int> values;       ///< as they fell, the last ones after rerolls
  std::vector<int> rerolled;     ///< values thrown again, in the order thrown
  int need = 0;                  ///< what a value, or the sum, has to reach; 0: nothing is compared (a table is read)
  Better better = Better::High;  ///< High: `need` or more; Low: `need` or less
  Counted counted = Counted::Each;
  int good = 0;                  ///< successes
  bool goes_on = false;          ///< what is good is thrown again before it counts
  std::vector<ThrowRow> rows;    ///< sum up to `need`: the base number first, then what makes it harder (+) or easier (-)
  std::vector<ThrowRow> dice;    ///< sum up to the number of values, where rules give it: "8 bases in front +8"
  std::optional<int> per_mille;  ///< chance beforehand of one value (Each) or of the throw (Sum) to do it
  std::string outcome;           ///< in players' words: "3 hits", "held", "falls back"
  bool operator==(const Thrown&) const = default;
};

/// Something left the battle or was used up for good.
struct Lost {
  static constexpr const char* kName = "lost";
  static constexpr News kNews = News::Loss;
  UnitId unit;
  std::vector<BaseId> bases;  ///< empty: the whole unit
  std::string what;           ///< in players' words: "a base", "the unit", "the strategos"
  bool part = false;          ///< what is lost has no bases of its own and the unit fights on: ranks
  UnitId by;                  ///< who did it; empty: nobody
  std::string how;            ///< "missile fire", "close combat", "pursuit", "off the table"
  std::optional<Pose> at;     ///< where it stood
  std::string rule;
  bool operator==(const Lost&) const = default;
};

/// What a logged command's events tell of, in the order it happened.
struct Happened {
  std::vector<Thrown> throws;
  std::vector<Lost> losses;
  std::vector<UnitId> charges;  ///< who charged, on an order of its own or against one; a room that says nothing leaves it to the order
};

/// The head of a throw, from the dice that answer a question: whose, its rule, what fell. Nothing where no dice were asked for or they
/// are not seen yet. The step that asked fills in the rest.
template <class Step>
std::optional<Thrown> dice_of(const Agenda<Step>& agenda, const WaitAnswered& answered) {
  const Wait* wait = agenda.find(answered.wait);
  if (agenda.lane_of(answered.wait) == nullptr || wait == nullptr || !wait->chance || wait->chance->source != "dice") return std::nullopt;
  if (!answered.answer.value || !answered.answer.revealed) return std::nullopt;
  Thrown thrown;
  thrown.who = wait->who == Viewer::B ? Side::B : Side::A;
  thrown.purpose = "dice";
  thrown.aim = aim_of(agenda.lane_of(answered.wait)->stack.back().step);
  thrown.rule = wait->rule;
  thrown.values = answered.answer.value->values;
  return thrown;
}

/// Between who throws and whom it concerns, by its aim: " at " of a shot, " for " of an order, " from " of a flight, else " against ".
std::string_view link_of(const Thrown& thrown);
/// Is a name a plural, by the spelling of its noun: "Hoplites of Plataea", "Peltasts 2", "Psiloi"; not "Warband of the ash", "Athens".
bool is_plural(std::string_view name);
/// The verb as the name wants it: "First cohort charges", "Cretan archers charge".
std::string with_verb(const std::string& name, std::string_view singular, std::string_view plural);

/// Why a battle ends before its time: "B gives up", said by B for A to win; else that both sides agree, or that the umpire ends it.
std::string why_given_up(Viewer by, std::optional<Side> winner);

/// Chance that one die of `faces` shows `need` or more, in thousandths, as per_mille_of() rounds.
int per_mille_at_least(int need, int faces = 6);
/// Chance that the sum of `count` dice of `faces` is `need` or more, in thousandths, as per_mille_of() rounds.
int per_mille_sum_at_least(int need, int count, int faces = 6);
/// The rows' sum.
int sum_of(const std::vector<ThrowRow>& rows);

/// One plain English line: "A3 at B2, missile fire, 6 dice, 5 or more: 2 5 6 1 3 5, 3 hits".
std::string tell(const Thrown& thrown);
std::string tell(const Lost& lost);

}  // namespace polemarch::engine
