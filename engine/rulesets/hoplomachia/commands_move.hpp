#pragma once
/// Commands of the frame: setting up, orders, moves, and the end. README documents each with an example. Pure.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/commands.hpp"
#include "engine/core/route.hpp"
#include "engine/rulesets/hoplomachia/nouns.hpp"

namespace polemarch::hoplomachia {

/// Where a strategos stands at deployment (HM-STRAT-14).
struct PlaceStrategos {
  static constexpr const char* kName = "strategos";
  static constexpr engine::Deed kDeed = engine::Deed::Place;
  std::string strategos;
  UnitId unit;
  int lochos = 0;  ///< from the right, from 0
  bool operator==(const PlaceStrategos&) const = default;
};
/// Deployment of a side is done.
struct Ready {
  static constexpr const char* kName = "ready";
  static constexpr bool kOnlyEnds = true;
  bool operator==(const Ready&) const = default;
};
/// A1: a counter face down under the salpinx; no order: none (HM-SEQ-02).
struct Signal {
  static constexpr const char* kName = "signal";
  std::optional<OrderType> order;
  bool operator==(const Signal&) const = default;
};
/// A2: a verbal order to a unit or to a strategos (HM-VERB-01). `path`: the runner's way; the shortest one when left out.
struct VerbalOrder {
  static constexpr const char* kName = "verbal";
  static constexpr engine::Deed kDeed = engine::Deed::Order;
  std::string strategos;  ///< who gives it
  UnitId unit;
  std::string to;  ///< a strategos instead of a unit
  OrderType order = OrderType::March;
  std::vector<Point> path;
  bool operator==(const VerbalOrder&) const = default;
};
/// No more verbal orders: when both sides say so the signals are revealed.
struct EndCommands {
  static constexpr const char* kName = "end_commands";
  static constexpr bool kOnlyEnds = true;
  bool operator==(const EndCommands&) const = default;
};

/// A part of a move (HM-MAN): exactly one of them.
struct Leg {
  std::optional<Length> ahead;         ///< straight on; negative: backwards
  std::optional<Angle> wheel;          ///< positive to the left, on the left front corner
  std::optional<Angle> turn;           ///< 90, -90 or 180 degrees in place
  std::optional<Length> right;         ///< drift, incline, or sideways where it is allowed
  std::optional<Arrangement> arrange;  ///< costs 1" (HM-ARR-07)
  bool line = false;                   ///< its lochoi form a line; the stand that goes furthest counts (HM-MOVE-02)
  bool operator==(const Leg&) const = default;
};
/// B5: a march, approach, withdrawal or any other ordered move of the unit in turn. By its parts, or by where the stands are now.
struct MoveUnit {
  static constexpr const char* kName = "move";
  static constexpr engine::Deed kDeed = engine::Deed::Move;
  UnitId unit;
  std::vector<Leg> legs;
  std::vector<engine::PlacedBase> poses;
  std::vector<UnitId> with;  ///< taxeis that wheel or march as one with it (HM-MAN-16)
  engine::Route route() const;
  bool operator==(const MoveUnit&) const = default;
};
/// The unit in turn does nothing in this phase.
struct StandStill {
  static constexpr const char* kName = "stand";
  static constexpr bool kEnds = true;
  UnitId unit;
  bool operator==(const StandStill&) const = default;
};
/// All units of the side whose turn it is that may still act and need not, do nothing in this phase.
struct StandAll {
  static constexpr const char* kName = "stand_all";
  static constexpr bool kEnds = true;
  bool operator==(const StandAll&) const = default;
};
/// The player with precedence says which unit is next (HM-ASEQ-08).
struct CallUnit {
  static constexpr const char* kName = "call";
  UnitId unit;
  bool operator==(const CallUnit&) const = default;
};
/// Change the arrangement at the start of the phase (HM-ARR-06), or say what a body on the table is when it was misread (`read`).
struct Arrange {
  static constexpr const char* kName = "arrange";
  UnitId unit;
  Arrangement to = Arrangement::CF;
  bool read = false;
  bool operator==(const Arrange&) const = default;
};
/// A hidden unit shows itself (HM-AMB-56).
struct Reveal {
  static constexpr const char* kName = "reveal";
  UnitId unit;
  bool operator==(const Reveal&) const = default;
};
/// Deployment of an ambush: the unit lies hidden there (HM-GEN-18). Its own side alone knows where.
struct Hide {
  static constexpr const char* kName = "hide";
  UnitId unit;
  std::vector<engine::PlacedBase> poses;
  bool operator==(const Hide&) const = default;
};
/// B5: a waiting unit comes on at this place of its home edge (HM-GEN-16, 19), or lands (HM-BATT-G4).
struct Enter {
  static constexpr const char* kName = "enter";
  UnitId unit;
  Length x;  ///< table x of the column's middle
  bool operator==(const Enter&) const = default;
};
/// Its verbal order is fulfilled: it heeds the salpinx again (HM-VERB-02).
struct Fulfilled {
  static constexpr const char* kName = "fulfilled";
  UnitId unit;
  bool operator==(const Fulfilled&) const = default;
};
/// A strategos speaks to his army after Muster, before it moves (HM-PAR-15).
struct Speak {
  static constexpr const char* kName = "rhetoria";
  std::string strategos;
  bool operator==(const Speak&) const = default;
};
/// The gate of battles D and E: an Invader at it tries the door, or it is tried again (HM-BATT-D6).
struct TryGate {
  static constexpr const char* kName = "gate";
  UnitId unit;
  bool operator==(const TryGate&) const = default;
};
/// The herald: the side concedes (HM-NIKE-10). `confirm` has to be true.
struct Concede {
  static constexpr const char* kName = "concede";
  bool confirm = false;
  bool operator==(const Concede&) const = default;
};
/// Not willing to fight on (HM-NIKE-03), or time is up (`time`, HM-NIKE-08), or the scenario's condition is met (`fulfilled`, HM-NIKE-04).
struct EndBattle {
  static constexpr const char* kName = "end_battle";
  std::string why = "unwilling";  ///< "unwilling", "time", "fulfilled"
  bool confirm = false;
  bool operator==(const EndBattle&) const = default;
};

/// Optional 4, before the battle: this signal will speak to these units alone (HM-OPT4-01). Its own side alone knows.
struct WriteSignal {
  static constexpr const char* kName = "unit_signal";
  OrderType order = OrderType::Charge;
  std::vector<UnitId> units;
  bool operator==(const WriteSignal&) const = default;
};
/// Before the battle: a piece of terrain is laid, or moved when its id lies there already (HM-GEN-23 to 25).
struct LayTerrain {
  static constexpr const char* kName = "lay_terrain";
  std::string id, kind;
  std::vector<Point> outline;
  Length height;
  bool operator==(const LayTerrain&) const = default;
};
/// Before the battle: a piece of terrain is taken away.
struct ClearTerrain {
  static constexpr const char* kName = "clear_terrain";
  std::string id;
  bool operator==(const ClearTerrain&) const = default;
};

using MoveCommands =
    std::variant<PlaceStrategos, Ready, Signal, VerbalOrder, EndCommands, MoveUnit, StandStill, StandAll, CallUnit, Arrange, Reveal, Hide,
                 Enter, Fulfilled, Speak, TryGate, Concede, EndBattle, WriteSignal, LayTerrain, ClearTerrain>;

}  // namespace polemarch::hoplomachia
