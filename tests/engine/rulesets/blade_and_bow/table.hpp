#pragma once
/// A small table for tests: draw the units, then speak commands to the typed doors as JSON. 12 x 12 squares, row 1 at the bottom, so
/// that (x east, y north) of the examples is column x, row y: square(5, 4) is (5,4).

#include <string>
#include <vector>

#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {

/// (x east, y north), both from 0.
constexpr Square at(int x, int y) { return {x, y}; }

class TestTable {
 public:
  TestTable();
  /// Adds a unit of a type below; ranks -1 = as the type has (0).
  Unit& add(const std::string& id, const std::string& type, Square square, Facing facing, int ranks = 0);
  Unit& disrupted(const std::string& id, const std::string& type, Square square, Facing facing, int ranks = 0);
  Leader& leader(const std::string& id, Square square, int value = 3, int range = 6, int rank = 1, Colour colour = Colour::White);
  Camp& camp(const std::string& id, Square square);
  /// Side A acts with this many actions; initiative A.
  void turn_of(Side side, int actions = 3);

  engine::Verdict judge(const std::string& json) const;
  /// The first rule that refuses it; empty when allowed.
  std::string refusal(const std::string& json) const {
    const engine::Verdict found = judge(json);
    return found.allowed() ? "" : found.reasons.front().rule;
  }
  /// Judges and, when allowed, carries out; the verdict is kept.
  bool say(const std::string& json);
  /// Carries out whatever the verdict.
  void overrule(const std::string& json);
  /// Answers the open wait by whoever it asks.
  bool dice(const std::vector<int>& values);
  bool choose(const std::string& key);
  /// Which step waits, "" when none; and its only wait.
  std::string waiting() const;
  engine::Wait wait() const;
  int dice_asked() const;

  const Unit& unit(const std::string& id) const { return state.units.at({id}); }
  bool happened(const std::string& event) const;
  std::string rule() const { return verdict.reasons.empty() ? "" : verdict.reasons.front().rule; }

  State state;
  engine::Verdict verdict;
  std::vector<Event> events;  ///< of the last command

 private:
  bool carry_out(Viewer by, const Command& command, bool whatever);
};

/// A unit's move, its path as it stands between brackets: move("A1", R"("advance")").
std::string move(const char* unit, const char* path);

/// "A" for units whose name begins with A, else B.
Side side_of(const std::string& id);

/// Counter types of the tests: figures as the worked examples need them.
UnitType test_type(const std::string& name);

}  // namespace polemarch::blade_and_bow
