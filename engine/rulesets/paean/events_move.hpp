#pragma once
/// What happened to the bound, to command and to formations. Facts only: evolve() writes them as they stand. Pure.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/checked.hpp"
#include "engine/core/gist.hpp"
#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

/// A phase began (PA-SEQ-01); with Combat a new bound begins and the counters of the bound are cleared.
struct PhaseBegan {
  static constexpr const char* kName = "phase_began";
  static constexpr engine::News kNews = engine::News::Course;
  int bound = 0;
  Side side = Side::A;
  Phase phase = Phase::Combat;
  bool operator==(const PhaseBegan&) const = default;
};
/// Somebody may take an action now, or nobody any more (no permit).
struct PermitSet {
  static constexpr const char* kName = "permit_set";
  std::optional<Permit> permit;
  bool operator==(const PermitSet&) const = default;
};
/// The run of tests in hand, or its end.
struct RunSet {
  static constexpr const char* kName = "run_set";
  std::optional<Run> run;
  UnitId ended;  ///< whose run is over for this bound
  bool operator==(const RunSet&) const = default;
};
/// Who commands now; empty: nobody.
struct CommandPassed {
  static constexpr const char* kName = "command_passed";
  UnitId to;
  bool operator==(const CommandPassed&) const = default;
};
/// An order, free or rolled, was given: counts for consecutive fire (PA-MIS-15).
struct OrderCounted {
  static constexpr const char* kName = "order_counted";
  UnitId unit;
  bool operator==(const OrderCounted&) const = default;
};
/// Bases stand elsewhere.
struct BasesMoved {
  static constexpr const char* kName = "bases_moved";
  UnitId unit;
  engine::Checked<engine::PlacedBase> poses;
  std::string how;  ///< "moves", "wheels", "is pushed back"
  std::string rule;
  Length distance;  ///< what it cost; 0 where nothing is measured
  bool operator==(const BasesMoved&) const = default;
};
/// The formation's counters and flags as they are now.
struct Marked {
  static constexpr const char* kName = "marked";
  UnitId unit;
  Status status;
  std::string why;  ///< in players' words; empty: nothing worth telling
  std::string rule;
  engine::News news() const { return why.empty() ? engine::News::Note : engine::News::Result; }
  std::optional<engine::Glyph> glyph() const { return status.rallying ? std::optional(engine::Glyph::Rallying) : std::nullopt; }
  bool operator==(const Marked&) const = default;
};
/// The formation's bases in their order and whether it is spread (PA-UNF-01); a formation that is not there yet is made.
struct FormationSet {
  static constexpr const char* kName = "formation_set";
  UnitId unit;
  Formation formation;
  std::string why, rule;
  engine::News news() const { return why.empty() ? engine::News::Note : engine::News::Result; }
  std::optional<engine::Glyph> glyph() const { return formation.spread ? std::optional(engine::Glyph::Unformed) : std::nullopt; }
  bool operator==(const FormationSet&) const = default;
};
/// Two formations touch: `on_unit` is the side of `unit` that `foe` touches.
struct ContactMade {
  static constexpr const char* kName = "contact_made";
  UnitId unit, foe;
  Flank on_unit = Flank::Front, on_foe = Flank::Front;
  bool operator==(const ContactMade&) const = default;
};
struct ContactEnded {
  static constexpr const char* kName = "contact_ended";
  UnitId unit, foe;
  bool operator==(const ContactEnded&) const = default;
};
/// A leader as he is now: value, attachment, counters.
struct LeaderSet {
  static constexpr const char* kName = "leader_set";
  UnitId id;
  Leader leader;
  std::string why, rule;
  bool operator==(const LeaderSet&) const = default;
};
struct InitiativeWon {
  static constexpr const char* kName = "initiative_won";
  Side side = Side::A;
  bool operator==(const InitiativeWon&) const = default;
};
struct BattleEnded {
  static constexpr const char* kName = "battle_ended";
  static constexpr engine::News kNews = engine::News::Decision;
  std::optional<Side> winner;
  std::string why, rule;
  bool operator==(const BattleEnded&) const = default;
};

using MoveEvents = std::variant<PhaseBegan, PermitSet, RunSet, CommandPassed, OrderCounted, BasesMoved, Marked, FormationSet, ContactMade,
                                ContactEnded, LeaderSet, InitiativeWon, BattleEnded>;

}  // namespace polemarch::paean
