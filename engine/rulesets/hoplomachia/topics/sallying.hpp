#pragma once
/// Optional rules 6 and 9: Lakonian ekdromoi as stands of their own, and scythed chariots (HM-OPT6, HM-OPT9); psiloi on a city wall
/// (HM-AMB-91). Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// HM-OPT6-01: of an army that sends its ekdromoi out as stands.
bool lakonian_ekdromoi(const State& state, const UnitId& unit);
/// A unit to be made, and its name.
struct Made {
  UnitId id;
  Taxis unit;
};
/// The stands that a Release signal sends out: one before the front of each lochos that still has its ekdromoi (HM-OPT6-01, 02, 05).
std::vector<Made> sent_out(const State& state, Side side);
/// Those that a Recall signal brings back (HM-OPT6-02).
std::vector<UnitId> to_recall(const State& state, Side side);
/// The enemy straight ahead of Lakonian ekdromoi within their move, and how far (HM-OPT6-04).
struct Sally {
  LochosRef at;
  Length way;  ///< until an inch before it
};
std::optional<Sally> sally_of(const State& state, const UnitId& unit);
engine::Verdict may_sally(const State& state, const UnitId& unit);
/// What the die reads on the Ekdromoi chart: one lower against peltastes and hippeis (HM-OPT6-04, HM-AMB-40); nothing where the chart has
/// no row for this class.
std::optional<EkdromoiResult> ekdromoi_result(const Charts& charts, TroopClass target, int die, bool lakonian);

std::string text_of(EkdromoiResult result);

/// HM-OPT9-01: a scythed chariot of a Persian army that the Release signal has activated.
bool drives(const State& state, const UnitId& unit);
bool takes_release(const State& state, const Taxis& unit);
/// Where a chariot goes: straight at the nearest lochos of the enemy phalanx, aside for impassable ground alone (HM-OPT9-04).
struct Drive {
  Angle course;
  Length way;
  std::optional<LochosRef> meets;
  bool phalanx = false;  ///< it meets a lochos of the phalanx
};
Drive drive_of(const State& state, const UnitId& unit, Length left);

/// HM-AMB-91 with its option: the Defender's psiloi along the city walls, a stand a base width; no army's.
std::vector<Made> wall_garrison(const State& state);

}  // namespace polemarch::hoplomachia
