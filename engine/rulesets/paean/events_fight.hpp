#pragma once
/// What happened in shooting, charging and close combat. Facts only. Throws are engine::Thrown, losses engine::Lost. Pure.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/checked.hpp"
#include "engine/core/gist.hpp"
#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

/// Part hits as they stand now (PA-MIS-14, PA-MIS-15).
struct PartHitsSet {
  static constexpr const char* kName = "part_hits_set";
  engine::Checked<PartHits> parts;
  bool operator==(const PartHitsSet&) const = default;
};
/// Hits of runs of tests, not yet applied (PA-SKI-08).
struct KeptHitsSet {
  static constexpr const char* kName = "kept_hits_set";
  engine::Checked<KeptHits> kept;
  bool operator==(const KeptHitsSet&) const = default;
};
/// What is kept of combats: who backs whom, cover, duels, lone heroes, distended fronts.
struct CombatsSet {
  static constexpr const char* kName = "combats_set";
  engine::Checked<Backing> backings;
  engine::Checked<Covered> covers;
  engine::Checked<Duel> duels;
  engine::Checked<LoneFight> lone;
  engine::Checked<Distended> distended;
  bool operator==(const CombatsSet&) const = default;
};
/// A charge was declared (PA-CHG-01).
struct ChargeDeclared {
  static constexpr const char* kName = "charge_declared";
  UnitId unit, target;
  Flank side = Flank::Front;  ///< of the target
  bool support = false;
  bool operator==(const ChargeDeclared&) const = default;
};
/// What a formation or leader does about a charge (PA-REA).
struct Reacted {
  static constexpr const char* kName = "reacted";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit, to;
  std::string how;  ///< "fires", "evades", "counter charges", "turns to face", "stands", "is caught"
  std::string rule;
  bool operator==(const Reacted&) const = default;
};
/// The charger stops two centimetres away (PA-CHG-09, PA-CHG-12), or where it comes upon nobody.
struct ChargeStopped {
  static constexpr const char* kName = "charge_stopped";
  static constexpr engine::News kNews = engine::News::Result;
  UnitId unit, target;
  std::string how;  ///< "feints", "halts", "is held up"; "stops" where it comes upon nobody
  std::string rule;
  bool operator==(const ChargeStopped&) const = default;
};
/// A phase of close combat was fought (PA-RES-01).
struct PhaseFought {
  static constexpr const char* kName = "phase_fought";
  static constexpr engine::News kNews = engine::News::Decision;
  engine::Checked<UnitId> formations;
  int hits_a = 0, hits_b = 0;
  std::optional<Side> winner;  ///< nobody: a draw
  bool compulsory = false;
  bool operator==(const PhaseFought&) const = default;
};

using FightEvents = std::variant<PartHitsSet, KeptHitsSet, CombatsSet, ChargeDeclared, Reacted, ChargeStopped, PhaseFought>;

}  // namespace polemarch::paean
