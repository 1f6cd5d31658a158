#pragma once
/// Routs, evasions and pursuits as moves on the table: how fast, which way, what is in the way. Rules HM-ROUT, HM-EVA, HM-PUR,
/// HM-AMB-70, 97, 99. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

/// The flight a lochos is part of, or null.
const Flight* flight_of(const State& state, const LochosRef& lochos);
const Flight* flight_at(const State& state, int id);
/// Sub-units that stand: sound and in no flight.
std::vector<int> standing_lochoi(const State& state, const UnitId& unit);
/// Of these the ones that do what the unit does. Who stopped running on its own does nothing more in that turn (HM-AMB-77); who chased
/// waits for Muster or a later order of its unit (HM-AMB-28, HM-OTYP-01), unless nobody else is left.
std::vector<int> acting_lochoi(const State& state, const UnitId& unit);
bool acts_with_unit(const State& state, const LochosRef& lochos);
/// These when others of it run on; nothing when they are the whole unit.
std::vector<int> recovering_lochoi(const State& state, const UnitId& unit);
/// Is nothing of it left on the table that neither routs nor evades? Who pursues has not run (HM-EPI-32).
bool has_run(const State& state, const UnitId& unit);
/// The unit without the sub-units that run on their own: what stands of it. The unit itself when nothing of it stands.
Taxis without_runners(const State& state, const UnitId& unit);
/// The unit without the sub-units that do not act with it: what goes where the unit goes. The unit itself when there are no others.
Taxis body_of(const State& state, const UnitId& unit);
/// Its stands on the table.
Shapes shapes_of_flight(const State& state, const Flight& flight);

/// The rate to which the die is added: that of no files for who stands in them, else of open files (HM-ROUT-02, HM-EVA-02, HM-PUR-02).
Length run_rate(const State& state, const UnitId& unit);
/// How far a pursuer is behind its quarry, or a runner ahead of all its pursuers; nothing when there is none (HM-AMB-99).
std::optional<geometry::Measure> behind_quarry(const State& state, const Flight& pursuit);
std::optional<geometry::Measure> ahead_of_pursuers(const State& state, const Flight& runner);
/// How far a runner is ahead of the enemy whose charge touched nobody in the turn before and went after it (HM-EPI-32); nothing where its
/// rout began otherwise.
std::optional<geometry::Measure> ahead_of_charger(const State& state, const Flight& runner);
/// Does anybody pursue this unit's runners (HM-EVA-07)?
bool is_pursued(const State& state, const Flight& runner);

/// Where a run ends.
struct Run {
  std::vector<engine::PlacedBase> poses;
  Length moved;
  bool destroyed = false;         ///< by what it met
  std::string why, rule;          ///< of the destruction
  std::vector<UnitId> through;    ///< friends it went through (HM-ROUT-05)
  std::vector<UnitId> stacked;    ///< of these, those it lacked the way to clear and was put clear beyond (HM-PEN-01)
  std::vector<LochosRef> caught;  ///< pursuit: runners it reached (HM-ROUT-09)
  std::optional<UnitId> into;     ///< evade: the enemy it ran into (HM-EVA-05, HM-AMB-97)
};
/// The move of a flight by that distance, from where it stands.
Run run_of(const State& state, const Flight& flight, Length distance);

/// Routing units a unit of cavalry or lights could reach in a joined pursuit, with its greatest distance (HM-PUR-08 to 12).
std::vector<UnitId> pursuits_to_join(const State& state, const UnitId& unit);

}  // namespace polemarch::hoplomachia
