#pragma once
/// Coming on during the battle: in march order from the home edge, as reinforcements, landing on a beach (HM-GEN-16, 19, HM-BATT-A2, A3,
/// G4, HM-AMB-46, 89, 92). Pure.

#include <vector>

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/events.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

struct Entry {
  std::vector<engine::PlacedBase> poses;
  std::vector<int> lochoi;
  Arrangement arrangement = Arrangement::OF;
  Length cost;
  bool lands = false;
};
/// Where the unit comes on: a column of lochoi in open files with its head a move from the edge; a landing on the line between surf and
/// beach.
Entry entry_of(const State& state, const Enter& enter);
engine::Verdict may_enter(const State& state, const Enter& enter);
/// Is it this unit's turn of the battle to come on?
bool may_come_on(const State& state, const UnitId& unit);
/// HM-BATT-A3, HM-AMB-46: of `lights` stands those that come with the hoplites, and on each of three turns.
std::vector<int> reinforcement_quarters(int lights);
/// Sub-units of the invader's lights in battle A for which a lot is drawn (HM-BATT-A2, A3, HM-AMB-89): none when the roster says in which
/// turn they come, or the lots are drawn.
std::vector<LochosRef> lights_by_lot(const State& state, Side side);
/// The turn in which each comes on: who drew the lowest lots comes first, ties in their order.
std::vector<Lot> turns_by_lot(const std::vector<LochosRef>& lights, const std::vector<int>& lots);
/// Numbered lots in a cup.
constexpr const char* kLots = "lots";

}  // namespace polemarch::hoplomachia
