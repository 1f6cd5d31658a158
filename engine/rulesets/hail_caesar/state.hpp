#pragma once
/// A Hail Caesar battle as a plain value: units, generals, divisions, terrain, turn, agenda. Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/room.hpp"
#include "engine/rulesets/hail_caesar/options.hpp"
#include "engine/rulesets/hail_caesar/steps.hpp"

namespace polemarch::hail_caesar {

/// A foe in contact: where on this unit, since when.
struct Contact {
  UnitId foe;
  Facing on = Facing::Front;  ///< the edge of this unit that the foe touches
  bool fresh = true;          ///< made in this player turn: clash, not sustained
  bool operator==(const Contact&) const = default;
};

/// Cleared at the start of every player turn.
struct TurnFlags {
  bool initiative_used = false;
  bool ordered = false;  ///< an order test was taken for it
  bool order_failed = false;
  bool follow_me_failed = false;
  int moves_left = 0;  ///< ordered moves still to make
  int moves_made = 0;  ///< ordered moves made
  bool free_move_used = false, retirement_used = false;
  bool charged = false;
  bool rally_tried = false;
  bool steadied = false;  ///< Where is your courage worked: not Broken this turn
  bool shot = false;
  engine::Checked<Facing> faces_shot;  ///< garrisons
  bool fought = false;
  engine::Checked<UnitId> reaction_shots;      ///< at whom it fired closing or traversing shots
  engine::Checked<Facing> closing_shots;       ///< from which of its edges it fired closing shots
  engine::Checked<UnitId> crossed;             ///< whose front it crossed when it moved
  engine::Checked<UnitId> maybe_crossed;       ///< or may have crossed
  int six_hits = 0, six_hits_by_reaction = 0;  ///< taken from dice that needed a 6: shooting; closing and traversing shots
  std::optional<bool> hit_by_six;              ///< by closing or traversing shots before it charged (HC-HTH-11)
  bool evaded = false;
  std::optional<UnitId> taken_along;  ///< by this unit, which it supports, when that gave ground
  int casualties = 0;
  bool operator==(const TurnFlags&) const = default;
};

/// A break test a unit has to take, with the rules that ask for it.
struct TestDue {
  BreakTable table = BreakTable::Ranged;
  int modifier = 0;                    ///< combat difference
  engine::Checked<std::string> rules;  ///< e.g. HC-SHO-12
  bool operator==(const TestDue&) const = default;
};

struct Unit {
  Side side = Side::A;
  Profile profile;
  engine::Checked<Stand> stands;
  bool on_table = false;
  Formation formation = Formation::Line;
  std::string in;  ///< id of the building or work it holds, or empty
  int casualties = 0;
  bool disordered = false, broken = false, shattered = false;
  bool won_last_round = false;    ///< of the combat it is in (HC-AMB-25)
  bool hit_by_artillery = false;  ///< this player turn, since its last break test
  engine::Checked<Contact> contacts;
  engine::CheckedMaybe<TestDue> due;
  TurnFlags turn;
  bool operator==(const Unit&) const = default;

  bool in_play() const { return on_table && !broken && !shattered; }
  bool open_order() const { return formation == Formation::OpenOrder; }
  bool formed() const { return !open_order(); }
};

struct General {
  Side side = Side::A;
  std::string name;
  std::string division;  ///< empty: commands the army as a whole
  int rating = 7, attack_dice = 0;
  bool army_commander = false, replacement = false;
  Stand stand;
  bool on_table = false;
  UnitId joined;  ///< unit he is with, or empty
  bool joined_this_turn = false;
  bool joined_order_used = false;  ///< rally, courage or follow-me given this turn
  std::optional<UnitId> rallied;   ///< the unit a Rally order was tried on since he joined it (HC-AMB-10)
  bool gave_order = false, failed_order = false, moved = false;
  bool operator==(const General&) const = default;
};

struct Division {
  Side side = Side::A;
  std::string name;
  UnitId general;
  bool broken = false;
  bool operator==(const Division&) const = default;
};

/// The last order test, while the army commander may still have it rolled again.
struct LastTest {
  OrderTest test;
  int roll = 0;
  std::map<UnitId, int> healed;  ///< casualties that it took off
  bool operator==(const LastTest&) const = default;
};

struct State {
  Options config;
  Length table_width, table_depth, tolerance{3000};
  engine::Checked<Terrain> terrain;
  std::map<UnitId, Unit> units;
  std::map<UnitId, General> generals;
  std::map<std::string, Division> divisions;  ///< key "A.D1"
  Phase phase = Phase::Deployment;
  int turn = 1;
  Side active = Side::A, first = Side::A;
  std::map<std::string, bool> reroll_used;  ///< "A", "B": this player turn
  engine::CheckedMaybe<LastTest> last_test;
  std::map<UnitId, UnitId> may_follow;  ///< winner -> the loser that gave ground before it
  /// winner -> every loser that gave ground before it in this step, with the place that one had till then
  std::map<UnitId, std::map<UnitId, Pose>> gave_ground;
  bool lost_in_play = false;            ///< a unit broke or was shattered since the setup
  std::string winner;                   ///< "A", "B", "draw" when ended
  std::optional<std::string> ended_by;  ///< why, where it is not by losses: "B gives up"
  engine::Agenda<Step> agenda;

  // Made once, in made_once.cpp: every file that names a State would make its own.
  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;
};

}  // namespace polemarch::hail_caesar
