#pragma once
/// Charges and what meets them: the straight way to a target, the side it is reached on, the reactions it may take, turning to face,
/// getting away. Rules PA-CHG, PA-REA, PA-EVA. Table mm. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/telling.hpp"
#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// The first enemy a formation reaches straight on.
struct Reached {
  UnitId foe;                 ///< formation or leader
  geometry::Measure travel;   ///< to contact
  Flank side = Flank::Front;  ///< of the foe, judged two centimetres before contact (PA-AMB-58)
};
/// Straight on along the heading, turned by `turn` on the spot first (L and LM, PA-AMB-10). `leave_out` are no targets and no obstacles.
std::optional<Reached> reached_by(const State& state, const UnitId& unit, Angle turn, const std::vector<UnitId>& leave_out = {});
/// The turn with which an LM reaches the target soonest: none, flush to the side it stands before, or towards its middle. 0 for the others.
Angle turn_to_charge(const State& state, const UnitId& unit, const UnitId& target);
/// May it charge there? PA-CHG-01..06, PA-CHG-22, PA-CHG-23.
engine::Verdict may_charge(const State& state, const UnitId& unit, const UnitId& target);
/// May it go into the combat `target` is in (an enemy, or a friend it backs)? PA-CHG-15..17, PA-CHG-23, PA-CHG-24.
engine::Verdict may_support(const State& state, const UnitId& unit, const UnitId& target);
/// Where its bases stand behind the friend it backs.
std::vector<engine::PlacedBase> places_behind(const State& state, const UnitId& unit, const UnitId& friendly);

/// Normal move on the table.
Length move_of(const State& state, const UnitId& unit);
/// Its bases moved along a direction, headings kept.
std::vector<engine::PlacedBase> moved_along(const State& state, const UnitId& unit, Vec2 along, Length by);
/// Its bases turned round the middle of the formation.
std::vector<engine::PlacedBase> turned_by(const State& state, const UnitId& unit, Angle turn);

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
/// `files` of files next to that flank (ranks from the rear) turn; all when it has no more.
Turned turned_to(const State& state, const UnitId& unit, Flank side, int files);
/// How many files (ranks from the rear, for Rear) there are to turn.
int files_to_turn(const State& state, const UnitId& unit, Flank side);

/// A way out. PA-EVA-01..03, PA-EVA-08, PA-EVA-09.
struct Escape {
  std::vector<engine::PlacedBase> poses;
  bool bent = false;       ///< it flowed round something or along the table's edge
  bool through = false;    ///< it went through friends or over difficult ground
  bool no_ground = false;  ///< no open ground: dispersed
};
Escape escape_of(const State& state, const UnitId& unit, Vec2 away);
/// Where an evading commander goes: to the nearest LH or H formation within a full move, else straight away. PA-EVA-04, PA-EVA-22,
/// PA-AMB-66.
struct CommanderEscape {
  UnitId joins;
  MeasuredPose to;
};
CommanderEscape commander_escape(const State& state, const UnitId& leader, Vec2 away);

}  // namespace polemarch::paean
