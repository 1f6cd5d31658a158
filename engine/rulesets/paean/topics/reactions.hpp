#pragma once
/// What meets a charge: the number to react, the reactions open by type and side, turning to face. Rules PA-REA, PA-EVA-15..17. Pure.

#include <string_view>
#include <vector>

#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

enum class Reaction { Fire, Evade, Counter, Turn, Stand };
std::string_view key_of(Reaction reaction);
/// A number to roll at or under, with its rows. PA-REA-T1, PA-REA-03, PA-AMB-21, PA-AMB-37.
struct ReactionNeed {
  int need = 0;
  std::vector<engine::ThrowRow> rows;
};
ReactionNeed reaction_need(const State& state, const UnitId& unit);
/// What it may do on a success, Stand left out; empty: it stands without a test (PA-REA-22, PA-REA-23, or nothing is open to it).
std::vector<Reaction> reactions_of(const State& state, const UnitId& unit, const UnitId& charger, Flank side, bool fired);

/// A formation or a part of it that turns to face. PA-EVA-15..17, PA-FAC-03.
struct Turned {
  std::vector<BaseId> bases;  ///< in their new order
  std::vector<engine::PlacedBase> poses;
  std::vector<BaseId> rest;  ///< those that go on facing forward
};
/// `files` of files next to that flank (ranks from the rear) turn; all when it has no more. Rows before `first_row` go on facing forward.
Turned turned_to(const State& state, const UnitId& unit, Flank side, int files, int first_row = 0);
/// May those behind its front row turn to that flank while the front row fights on? PA-CHG-19.
bool rows_behind_turn(const State& state, const UnitId& unit, Flank side);
/// How many files (ranks from the rear, for Rear) there are to turn.
int files_to_turn(const State& state, const UnitId& unit, Flank side);

}  // namespace polemarch::paean
