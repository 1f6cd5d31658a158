#pragma once
/// Facts of the frame: turn, orders, moves, arete, strategoi. Past tense and complete; evolve() writes them and works nothing out. Pure.

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/gist.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

// Before the battle.
struct BattleAgreed {
  static constexpr const char* kName = "battle_agreed";
  BattlePlan battle;
  bool operator==(const BattleAgreed&) const = default;
};
/// What a side settled before the battle; the fields given replace the army's.
struct ArmySettled {
  static constexpr const char* kName = "army_settled";
  Side side = Side::A;
  std::optional<int> base_die, hieres;
  std::optional<bool> breakfast;
  bool rhetoria_asked = false;
  std::optional<Plan> plan;
  std::optional<ArmyFormation> formation;
  bool operator==(const ArmySettled&) const = default;
};
struct StrategosSettled {
  static constexpr const char* kName = "strategos_settled";
  std::string strategos;
  std::optional<Character> character;
  std::optional<Stance> stance;
  std::optional<LochosRef> in;
  std::optional<bool> rhetoria_done, hegemon;
  bool operator==(const StrategosSettled&) const = default;
};
struct StrategosArrived {
  static constexpr const char* kName = "strategos_arrived";
  std::string key;
  Strategos strategos;
  bool operator==(const StrategosArrived&) const = default;
};
struct StrategosLost {
  static constexpr const char* kName = "strategos_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  std::string strategos;
  std::string how, rule;
  bool operator==(const StrategosLost&) const = default;
};
struct SideReady {
  static constexpr const char* kName = "side_ready";
  Side side = Side::A;
  bool operator==(const SideReady&) const = default;
};
struct SeniorNamed {
  static constexpr const char* kName = "senior_named";
  Side side = Side::A;
  UnitId unit;
  bool operator==(const SeniorNamed&) const = default;
};

// The turn.
struct TurnBegan {
  static constexpr const char* kName = "turn_began";
  static constexpr engine::News kNews = engine::News::Course;
  int turn = 1;
  int hoplites_a = 0, hoplites_b = 0;  ///< hoplite lochoi on the table (HM-AMB-104)
  bool operator==(const TurnBegan&) const = default;
};
/// A phase or a later stage of it. `fresh`: the phase begins: precedence was worked out anew.
struct PhaseBegan {
  static constexpr const char* kName = "phase_began";
  static constexpr engine::News kNews = engine::News::Course;
  int turn = 0;
  Phase phase = Phase::Salpinx;
  int stage = 0;
  Side precedence = Side::A;
  std::string why, rule;  ///< of the precedence: "Eager against Firm", HM-ASEQ-02
  bool operator==(const PhaseBegan&) const = default;
};
struct UnitCalled {
  static constexpr const char* kName = "unit_called";
  UnitId unit;
  bool operator==(const UnitCalled&) const = default;
};
/// The unit had its turn in this stage; `next`: who acts now.
struct UnitActed {
  static constexpr const char* kName = "unit_acted";
  UnitId unit;
  Side next = Side::A;
  std::string what;  ///< "stands still", "marches"
  bool operator==(const UnitActed&) const = default;
};
/// A reaction other than M: no action in this phase (HM-ASEQ-12).
struct UnitReacted {
  static constexpr const char* kName = "unit_reacted";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  std::string what;
  bool operator==(const UnitReacted&) const = default;
};

// Orders.
struct SalpinxPlaced {
  static constexpr const char* kName = "salpinx_placed";
  Side side = Side::A;
  engine::Secret<std::string> counter;  ///< the order's word, or "none"
  bool operator==(const SalpinxPlaced&) const = default;
};
struct SalpinxRevealed {
  static constexpr const char* kName = "salpinx_revealed";
  Side side = Side::A;
  std::optional<OrderType> order;
  bool changed = false;  ///< to Charge, in answer to one (HM-ORD-10)
  bool operator==(const SalpinxRevealed&) const = default;
};
struct RunnerSent {
  static constexpr const char* kName = "runner_sent";
  Runner runner;
  Length length;
  bool operator==(const RunnerSent&) const = default;
};
struct RunnerArrived {
  static constexpr const char* kName = "runner_arrived";
  int id = 0;
  bool operator==(const RunnerArrived&) const = default;
};
struct CommandsDone {
  static constexpr const char* kName = "commands_done";
  Side side = Side::A;
  bool operator==(const CommandsDone&) const = default;
};
/// A unit is under a new order and in a new mode.
struct OrderTaken {
  static constexpr const char* kName = "order_taken";
  UnitId unit;
  Order order;
  Mode mode = Mode::Halt;
  bool operator==(const OrderTaken&) const = default;
};
/// What an army keeps of its signals (HM-INSP-03, 08, 18).
struct ApproachKept {
  static constexpr const char* kName = "approach_kept";
  Side side = Side::A;
  bool barred = false, halted = false, charge_since_paean = false, sphagia_done = false;
  bool operator==(const ApproachKept&) const = default;
};

// Moves.
/// Stands have new places by the rules; where they stand on the table is owed.
struct StandsMoved {
  static constexpr const char* kName = "stands_moved";
  UnitId unit;
  engine::Checked<engine::PlacedBase> poses;
  Length moved;                   ///< most that a stand moved, counted as the rules count
  std::set<std::string> crossed;  ///< kinds of terrain
  std::string how;                ///< "marches 4 in"
  std::string rule;
  bool operator==(const StandsMoved&) const = default;
};
struct Rearranged {
  static constexpr const char* kName = "rearranged";
  UnitId unit;
  Arrangement to = Arrangement::CF;
  std::string rule;
  bool misread = false;  ///< it stood so already: nothing was changed on the table
  bool operator==(const Rearranged&) const = default;
};
struct Disarrayed {
  static constexpr const char* kName = "disarrayed";
  static constexpr engine::News kNews = engine::News::Result;
  static constexpr engine::Glyph kGlyph = engine::Glyph::Disordered;
  UnitId unit;
  engine::Checked<int> lochoi;  ///< which; empty: all that are on the table
  std::string why, rule;
  bool operator==(const Disarrayed&) const = default;
};
struct Recovered {
  static constexpr const char* kName = "recovered";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  Arrangement to = Arrangement::OF;
  std::string rule;
  engine::Checked<int> lochoi;  ///< which; empty: all
  bool operator==(const Recovered&) const = default;
};
struct ModeChanged {
  static constexpr const char* kName = "mode_changed";
  UnitId unit;
  Mode mode = Mode::Halt;
  int approach_moves = 0;
  bool operator==(const ModeChanged&) const = default;
};
/// Flags of this turn, written anew.
struct TurnFlagged {
  static constexpr const char* kName = "turn_flagged";
  UnitId unit;
  TurnFlags flags;
  bool operator==(const TurnFlagged&) const = default;
};
struct UnitRevealed {
  static constexpr const char* kName = "unit_revealed";
  UnitId unit;
  std::string why;
  bool operator==(const UnitRevealed&) const = default;
};
/// Sub-units came on: march on, reinforcements, landing.
struct CameOn {
  static constexpr const char* kName = "came_on";
  UnitId unit;
  engine::Checked<int> lochoi;
  bool operator==(const CameOn&) const = default;
};
/// A unit lies in ambush; where is its side's secret until it shows itself.
struct UnitHidden {
  static constexpr const char* kName = "unit_hidden";
  UnitId unit;
  engine::Secret<std::vector<engine::PlacedBase>> hideout;
  bool operator==(const UnitHidden&) const = default;
};
struct LandingAllowed {
  static constexpr const char* kName = "landing_allowed";
  Side side = Side::A;
  int lochoi = 0;
  bool operator==(const LandingAllowed&) const = default;
};
/// Battle A: the lots of the invader's lights, and the turn in which each comes on (HM-BATT-A3, HM-AMB-89).
struct Lot {
  LochosRef lochos;
  int turn = 1;
  bool operator==(const Lot&) const = default;
};
struct LotsDrawn {
  static constexpr const char* kName = "lots_drawn";
  Side side = Side::A;
  engine::Checked<Lot> lots;
  bool operator==(const LotsDrawn&) const = default;
};
struct GateTold {
  static constexpr const char* kName = "gate_told";
  std::string terrain;
  bool open = false;
  bool operator==(const GateTold&) const = default;
};
/// Optional 4: what was written down; its side's secret until it is signalled.
struct UnitSignalWritten {
  static constexpr const char* kName = "unit_signal_written";
  Side side = Side::A;
  engine::Secret<UnitSignal> signal;
  bool operator==(const UnitSignalWritten&) const = default;
};
/// Optional 4: the signal was given; now all know whom it speaks to.
struct UnitSignalTold {
  static constexpr const char* kName = "unit_signal_told";
  Side side = Side::A;
  engine::Checked<UnitId> units;
  bool operator==(const UnitSignalTold&) const = default;
};
/// A piece of terrain lies there; one of that id is moved.
struct TerrainLaid {
  static constexpr const char* kName = "terrain_laid";
  Terrain terrain;
  bool operator==(const TerrainLaid&) const = default;
};
struct TerrainCleared {
  static constexpr const char* kName = "terrain_cleared";
  std::string id;
  bool operator==(const TerrainCleared&) const = default;
};
/// A unit that was on no roster stands on the table: Lakonian ekdromoi (HM-OPT6-01), psiloi on a city wall (HM-AMB-91).
struct UnitMade {
  static constexpr const char* kName = "unit_made";
  UnitId unit;
  Taxis taxis;
  std::string rule;
  bool operator==(const UnitMade&) const = default;
};
/// Sub-units left the board by their own move; they are not lost.
struct LochoiLeft {
  static constexpr const char* kName = "lochoi_left";
  UnitId unit;
  engine::Checked<int> lochoi;
  bool by_enemy_edge = false;
  std::string how;
  bool operator==(const LochoiLeft&) const = default;
};
/// Somebody of the side came on or left by the gate (HM-BATT-D5).
struct GateUsed {
  static constexpr const char* kName = "gate_used";
  Side side = Side::A;
  bool operator==(const GateUsed&) const = default;
};
struct SurpriseTold {
  static constexpr const char* kName = "surprise_told";
  UnitId unit;
  bool operator==(const SurpriseTold&) const = default;
};

// Arete and the end.
struct AreteChanged {
  static constexpr const char* kName = "arete_changed";
  Side side = Side::A;
  AreteEntry entry;
  bool operator==(const AreteChanged&) const = default;
};
/// A lochos (or the senior taxis, `lochos` -1) stands in the tracks as lost (HM-AMB-58).
struct LossScored {
  static constexpr const char* kName = "loss_scored";
  UnitId unit;
  int lochos = -1;
  bool operator==(const LossScored&) const = default;
};
struct Unwilling {
  static constexpr const char* kName = "unwilling";
  static constexpr engine::News kNews = engine::News::Result;
  Side side = Side::A;
  bool operator==(const Unwilling&) const = default;
};
struct BattleEnded {
  static constexpr const char* kName = "battle_ended";
  static constexpr engine::News kNews = engine::News::Decision;
  std::string winner;  ///< "A", "B" or "draw"
  std::string text, rule;
  bool operator==(const BattleEnded&) const = default;
};

using MoveEvents =
    std::variant<BattleAgreed, ArmySettled, StrategosSettled, StrategosArrived, StrategosLost, SideReady, SeniorNamed, TurnBegan,
                 PhaseBegan, UnitCalled, UnitActed, UnitReacted, SalpinxPlaced, SalpinxRevealed, RunnerSent, RunnerArrived, CommandsDone,
                 OrderTaken, ApproachKept, StandsMoved, Rearranged, Disarrayed, Recovered, ModeChanged, TurnFlagged, UnitRevealed, CameOn,
                 SurpriseTold, UnitHidden, LandingAllowed, LotsDrawn, GateTold, AreteChanged, LossScored, Unwilling, BattleEnded,
                 UnitSignalWritten, UnitSignalTold, TerrainLaid, TerrainCleared, UnitMade, LochoiLeft, GateUsed>;

}  // namespace polemarch::hoplomachia
