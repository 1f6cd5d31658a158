#pragma once
/// What happened: past tense, complete facts, never renamed. Pure.

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/events.hpp"
#include "engine/core/gist.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

struct PhaseBegan {
  static constexpr const char* kName = "phase_began";
  static constexpr engine::News kNews = engine::News::Course;
  int turn = 1;
  Side side = Side::A;
  Phase phase = Phase::Rally;
  std::optional<Side> first;  ///< who has the first turn, where it is settled only now
  bool operator==(const PhaseBegan&) const = default;
};
/// A unit or a general stands there: deployment, repair.
struct UnitPlaced {
  static constexpr const char* kName = "unit_placed";
  UnitId unit;
  engine::Checked<engine::PlacedBase> stands;
  bool operator==(const UnitPlaced&) const = default;
};
struct UnitMoved {
  static constexpr const char* kName = "unit_moved";
  UnitId unit;
  MoveKind kind = MoveKind::Ordered;
  int moves = 1;
  Length distance;
  engine::Checked<engine::PlacedBase> stands;
  Formation formation = Formation::Line;
  std::string in;
  engine::Checked<UnitId> crossed;        ///< enemy units whose front it crossed
  engine::Checked<UnitId> maybe_crossed;  ///< or may have crossed, for all we can tell
  bool operator==(const UnitMoved&) const = default;
};
struct UnitCharged {
  static constexpr const char* kName = "unit_charged";
  UnitId unit, target;
  MoveKind kind = MoveKind::Ordered;
  int moves = 1;
  Length distance;
  engine::Checked<engine::PlacedBase> stands;
  Facing on = Facing::Front;  ///< edge of the target that is hit
  engine::Checked<UnitId> crossed, maybe_crossed;
  bool operator==(const UnitCharged&) const = default;
};
/// An order test and everything that comes of it.
struct OrderResolved {
  static constexpr const char* kName = "order_resolved";
  OrderTest test;
  int roll = 0, moves = 0;
  bool success = false;
  std::string blunder;
  bool beside = false;                  ///< given beside a unit he joined
  engine::Checked<UnitId> ordered;      ///< they have these moves, or none
  engine::Checked<UnitId> rally_tried;  ///< a Rally order was tried on them
  engine::Checked<UnitId> steadied;     ///< not Broken this turn
  std::optional<UnitId> rallied;        ///< the general's one Rally order on this join; older logs do not say
  std::map<UnitId, int> healed;         ///< casualties it takes off, told in events of their own; older logs do not say
  bool operator==(const OrderResolved&) const = default;
};
struct OrderReopened {
  static constexpr const char* kName = "order_reopened";
  UnitId by;
  OrderTest test;
  std::map<UnitId, int> restored;  ///< casualties that the first roll took off
  /// Whose orders it gave, and whose courage, are taken back; older logs do not say: both of all units tested.
  std::optional<engine::Checked<UnitId>> ordered, steadied;
  bool operator==(const OrderReopened&) const = default;
};
struct GeneralJoined {
  static constexpr const char* kName = "general_joined";
  UnitId general, unit;
  MeasuredPose at;
  bool fight = false;  ///< in the hand-to-hand step
  bool operator==(const GeneralJoined&) const = default;
};
struct GeneralMoved {
  static constexpr const char* kName = "general_moved";
  UnitId general;
  MeasuredPose at;
  bool carried = false;  ///< with the unit he is with
  bool operator==(const GeneralMoved&) const = default;
};
struct DisorderSet {
  static constexpr const char* kName = "disorder_set";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  bool disordered = true;
  std::string rule;
  std::optional<engine::Glyph> glyph() const { return disordered ? std::optional(engine::Glyph::Disordered) : std::nullopt; }
  bool operator==(const DisorderSet&) const = default;
};
struct RallyFailed {
  static constexpr const char* kName = "rally_failed";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  bool operator==(const RallyFailed&) const = default;
};
struct CasualtiesRemoved {
  static constexpr const char* kName = "casualties_removed";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  int count = 1;
  bool operator==(const CasualtiesRemoved&) const = default;
};
struct ShotFired {
  static constexpr const char* kName = "shot_fired";
  ShotKind kind = ShotKind::Shooting;
  UnitId unit, target;
  int dice = 0, hits = 0, needed = 4, sixes = 0;
  std::optional<Weapon> weapon;
  std::optional<Facing> face;
  std::optional<Facing> charged;  ///< of closing shots: the edge of the shooter that was charged; older logs do not say
  bool operator==(const ShotFired&) const = default;
};
/// Unsaved hits. `casualties` is the total after it; `shaken` and `shattered` what it is now.
struct CasualtiesTaken {
  static constexpr const char* kName = "casualties_taken";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  int hits = 0, saved = 0, lost = 0, casualties = 0;
  bool shaken = false;
  std::optional<bool> by_six;  ///< no charger yet, and such a hit makes a charger test (HC-HTH-11); older logs do not say
  std::optional<engine::Glyph> glyph() const { return shaken ? std::optional(engine::Glyph::Shaken) : std::nullopt; }
  bool operator==(const CasualtiesTaken&) const = default;
};
/// Hits on this unit by dice that needed a 6, over the phase so far (HC-AMB-55).
struct SixHitsCounted {
  static constexpr const char* kName = "six_hits_counted";
  static constexpr engine::News kNews = engine::News::Aside;
  UnitId unit;
  ShotKind kind = ShotKind::Shooting;  ///< closing and traversing shots are counted together
  int total = 0;
  bool operator==(const SixHitsCounted&) const = default;
};
/// A unit charged went out of the way.
struct UnitEvaded {
  static constexpr const char* kName = "unit_evaded";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  Length distance;
  engine::Checked<engine::PlacedBase> stands;
  bool operator==(const UnitEvaded&) const = default;
};
struct UnitCountercharged {
  static constexpr const char* kName = "unit_countercharged";
  UnitId unit;
  bool operator==(const UnitCountercharged&) const = default;
};
/// A general is gone with the unit he was with.
struct GeneralLost {
  static constexpr const char* kName = "general_lost";
  static constexpr engine::News kNews = engine::News::Loss;
  UnitId general, unit;
  bool operator==(const GeneralLost&) const = default;
};
/// Another general commands the army in place of one who was lost.
struct CommanderReplaced {
  static constexpr const char* kName = "commander_replaced";
  UnitId general;
  bool operator==(const CommanderReplaced&) const = default;
};
struct TestBecameDue {
  static constexpr const char* kName = "break_test_due";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  TestDue due;
  bool operator==(const TestBecameDue&) const = default;
};
struct BreakTested {
  static constexpr const char* kName = "break_tested";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  BreakTable table = BreakTable::Ranged;
  int roll = 0, modifier = 0, score = 0;
  std::string result;  ///< the cell's key, e.g. "retreat_disordered"
  int casualties = 0;  ///< after dropping to stamina
  bool operator==(const BreakTested&) const = default;
};
/// Give ground or retreat: the rules have it there; a placement is owed.
struct UnitDrivenBack {
  static constexpr const char* kName = "unit_driven_back";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit;
  std::string how;  ///< "give_ground", "retreat"
  engine::Checked<engine::PlacedBase> stands;
  bool contacts_end = true;
  std::optional<UnitId> with;  ///< the unit it supports, which takes it along; older logs do not say
  bool operator==(const UnitDrivenBack&) const = default;
};
struct UnitBroke {
  static constexpr const char* kName = "unit_broke";
  static constexpr engine::News kNews = engine::News::Result;
  static constexpr engine::Glyph kGlyph = engine::Glyph::Gone;
  UnitId unit;
  bool shattered = false;
  bool operator==(const UnitBroke&) const = default;
};
struct CombatResolved {
  static constexpr const char* kName = "combat_resolved";
  static constexpr engine::News kNews = engine::News::Decision;
  engine::Checked<UnitId> units;
  int score_a = 0, score_b = 0;
  std::string winner;  ///< "A", "B" or "draw"
  bool operator==(const CombatResolved&) const = default;
};
/// A contact ended; both know.
struct ContactEnded {
  static constexpr const char* kName = "contact_ended";
  UnitId unit, foe;
  std::optional<Pose> stood;  ///< where `unit` stood till it gave ground before the foe; older logs do not say
  bool operator==(const ContactEnded&) const = default;
};
struct FollowUpOpened {
  static constexpr const char* kName = "follow_up_opened";
  UnitId unit, foe;
  bool operator==(const FollowUpOpened&) const = default;
};
struct UnitFollowedUp {
  static constexpr const char* kName = "unit_followed_up";
  UnitId unit, foe;
  Facing on = Facing::Front;
  engine::Checked<engine::PlacedBase> stands;
  std::optional<std::string> left;  ///< the building or work it held till now; older logs do not say
  bool operator==(const UnitFollowedUp&) const = default;
};
struct DivisionBroke {
  static constexpr const char* kName = "division_broke";
  static constexpr engine::News kNews = engine::News::Result;
  static constexpr engine::Glyph kGlyph = engine::Glyph::Demoralised;
  std::string division;  ///< key, e.g. "A.Centre"
  bool operator==(const DivisionBroke&) const = default;
};
struct BattleEnded {
  static constexpr const char* kName = "battle_ended";
  static constexpr engine::News kNews = engine::News::Decision;
  std::string winner;
  std::string why;
  std::optional<std::string> ended_by;  ///< why, as the state keeps it; nothing: the losses say it, or an earlier log does not
  bool operator==(const BattleEnded&) const = default;
};

using EventList = std::variant<engine::StepOpened<Step>, engine::WaitAnswered, engine::StepClosed, engine::PlacementOwed, engine::Placed,
                               PhaseBegan, UnitPlaced, UnitMoved, UnitCharged, OrderResolved, OrderReopened, GeneralJoined, GeneralMoved,
                               DisorderSet, RallyFailed, CasualtiesRemoved, ShotFired, CasualtiesTaken, TestBecameDue, BreakTested,
                               UnitDrivenBack, UnitBroke, CombatResolved, ContactEnded, FollowUpOpened, UnitFollowedUp, DivisionBroke,
                               BattleEnded, SixHitsCounted, UnitEvaded, UnitCountercharged, GeneralLost, CommanderReplaced>;
struct Event : engine::OneOf<EventList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hail_caesar
extern template struct polemarch::engine::OneOf<polemarch::hail_caesar::EventList>;
