#pragma once
/// The table as the rules look at it: who stands in which box, whose zone of control covers it, which commands are demoralised. Built
/// from a State for one question and thrown away; holds pointers into that State. Pure.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

class Board {
 public:
  /// `instead`: a unit as it would stand, in place of the one of that id (what-if), or null.
  explicit Board(const State& state, const Unit* instead = nullptr);
  /// This table with `units` standing as given, each in place of the one of its id (what-if). They must outlive the board.
  Board with(std::initializer_list<const Unit*> units) const;

  const State& state() const { return *state_; }
  const Field& field() const { return state_->field; }
  bool holds(Box box) const { return state_->field.holds(box); }

  /// Units in a box, in id order (no more than two in a legal battle).
  struct Cell {
    std::array<const Unit*, 4> units{};
    int count = 0;
    std::array<const Unit*, 8> zones{};  ///< units whose front is this box
    int zone_count = 0;
    const Unit* const* begin() const { return units.data(); }
    const Unit* const* end() const { return units.data() + count; }
  };
  const Cell& at(Box box) const { return cells_[holds(box) ? slots_[index(box)] : 0]; }
  /// Units of a side on the table, in id order.
  const std::vector<const Unit*>& units_of(Side side) const { return standing_[static_cast<std::size_t>(side)]; }
  const std::vector<const Unit*>& enemies_of(const Unit& unit) const { return units_of(other(unit.side)); }
  bool has_enemy_of(Side side, Box box) const;
  bool has_friend_of(Side side, Box box, const Unit* but = nullptr) const;
  bool empty(Box box) const { return at(box).count == 0; }

  bool rough(Box box) const;  ///< ground, bridge or camp: TTS-CAMP-05, TTS-TER-33
  bool impassable(Box box) const { return row_of(field().ground(box)).impassable; }
  const Camp* camp(Box box) const;

  /// The mate in the same box, or null.
  const Unit* mate(const Unit& unit) const;
  /// How far forward `unit` stands of its mate, in its own facing: >0 in front, <0 behind, 0 alone.
  int lead(const Unit& unit) const;
  /// The friend directly in front of it in its own box, or null.
  const Unit* friend_ahead(const Unit& unit) const;

  /// Enemy units whose zone binds `unit` when it stands in `box`. TTS-ZOC-01, TTS-ZOC-08.
  std::vector<const Unit*> zones_on(const Unit& unit, Box box) const;
  bool in_zone(const Unit& unit, Box box) const;
  /// The same for where it stands: a straddling unit is in both boxes. TTS-STD-01.
  std::vector<const Unit*> zones_holding(const Unit& unit) const;

  bool demoralised(const UnitId& command) const;
  /// Generals in play whose box is `box`, of one side.
  std::vector<const General*> generals_in(Box box, Side side) const;

 private:
  void stand(const Unit& unit);
  void stand_in(const Unit& unit, Box box);
  void leave(const Unit& unit);
  std::size_t index(Box box) const { return static_cast<std::size_t>((box.row - 1) * state_->field.columns + box.col - 1); }
  const State* state_;
  Cell& made(Box box);                ///< the box's own cell
  std::vector<std::uint16_t> slots_;  ///< of each box, its cell
  std::vector<Cell> cells_;           ///< of boxes that somebody stands in or covers; the first is everybody else's, and empty
  std::array<std::vector<const Unit*>, 2> standing_;
  std::vector<UnitId> demoralised_;
};

/// Victory points a command has lost so far, and whether that is half. TTS-DEM-02, TTS-AMB-77, TTS-AMB-118.
int points_lost(const State& state, const ArmyCommand& command);
bool is_demoralised(const State& state, const UnitId& command);
/// Medals surrendered for what is lost, away from the table or in enemy hands; a side holds `starting + extra - gone`. TTS-VIC-02.
int medals_gone(const State& state, Side side);
/// Its last medal is surrendered. Medals that are only laid aside for who comes on later lose no battle. TTS-VIC-03, TTS-VP-09.
bool is_beaten(const State& state, Side side);

}  // namespace polemarch::to_the_strongest
