#pragma once
/// What the state holds of fighting: part hits, hits kept for the end of a run, who backs whom, cover, duels. PA-MIS-15, PA-SKI-08,
/// PA-HER-09, PA-FLR, PA-CHL. Pure.

#include <vector>

#include "engine/core/checked.hpp"
#include "engine/rulesets/paean/nouns.hpp"

namespace polemarch::paean {

/// Kinds of cover, worst first. PA-MRX-T1.
enum class Cover { None, Wood, Settlement, Works, Wall };

/// Part hits of a formation at a target (PA-MIS-15).
struct PartHits {
  UnitId by, at;
  int hits = 0;
  int order = 0;  ///< Turn::orders_given after they were shot
  bool operator==(const PartHits&) const = default;
};
/// Hits of a run of tests at a target, kept until the run ends (PA-SKI-08, PA-HER-09).
struct KeptHits {
  UnitId run;  ///< the light formation or hero whose run it is
  UnitId by, at;
  int hits = 0;
  bool operator==(const KeptHits&) const = default;
};
/// A formation that fights from behind a friend of its type (PA-CHG-16).
struct Backing {
  UnitId by, of;
  bool operator==(const Backing&) const = default;
};
/// A combat in cover: who stood in it when it began, and how (PA-RES-34..44).
struct Covered {
  UnitId defender, attacker;
  Cover cover = Cover::None;
  bool edge = false;    ///< the defender stood on its edge; false: inside
  bool pushed = false;  ///< the defender has given way since
  bool operator==(const Covered&) const = default;
};
/// A challenge drawn, to be fought again in the next compulsory combat (PA-CHL-08).
struct Duel {
  UnitId challenger, challenged;
  bool fought = false;  ///< again this bound
  bool operator==(const Duel&) const = default;
};
/// A hero alone in contact with a formation (PA-AMB-36).
struct LoneFight {
  UnitId hero, foe;
  bool fought = false;  ///< a compulsory phase this bound
  bool operator==(const LoneFight&) const = default;
};
/// Files that went ahead of their formation's front in a follow-on charge (PA-CHG-20).
struct Distended {
  UnitId unit;
  engine::Checked<BaseId> bases;
  Length by;
  bool operator==(const Distended&) const = default;
};

struct Fights {
  engine::Checked<PartHits> parts;
  engine::Checked<KeptHits> kept;
  engine::Checked<Backing> backings;
  engine::Checked<Covered> covers;
  engine::Checked<Duel> duels;
  engine::Checked<LoneFight> lone;
  engine::Checked<Distended> distended;
  bool operator==(const Fights&) const = default;
};

}  // namespace polemarch::paean
