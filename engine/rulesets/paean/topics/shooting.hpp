#pragma once
/// Missile fire: which bases may shoot at which, at what, over whom, and the dice that come of it. Rules PA-MIS, PA-MRX, PA-TER. Table mm.
/// Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"
#include "engine/rulesets/paean/volley.hpp"

namespace polemarch::paean {

/// A base that shoots, or why it may not.
struct Aim {
  BaseId base, at;             ///< `at`: the nearest eligible target base in its arc
  geometry::Measure distance;  ///< front edge to the nearest part of it within the arc (PA-AMB-53)
  engine::Ruling ruling = engine::Ruling::Refused;
  engine::Reason reason;      ///< the first thing that stands against it, or its distance
  Flank from = Flank::Front;  ///< PA-MIS-07
  int own_ranks = 0;          ///< ranks of its own formation it shoots over (PA-MIS-12)
  int over_ranks = 0;         ///< ranks of others (PA-MIS-18)
  bool high = false;          ///< from or to higher ground, over others without penalty (PA-MIS-20)
};
/// What a formation could do with its missiles against another.
struct Aims {
  std::vector<Aim> bases;     ///< one a base, in the formation's order
  Cover cover = Cover::None;  ///< of the target
  std::string cover_rule;
  /// Bases that shoot: allowed, or too close to call and given to the shooter when another surely may.
  std::vector<Aim> shooting() const;
  /// Allowed when any base surely may; too close when none surely may but some perhaps; refused with the best reason.
  engine::Verdict verdict() const;
};
Aims aims_at(const State& state, const UnitId& unit, const UnitId& target);
/// Bases of a formation that may be shot at: not those in contact or overlapping (PA-MIS-21, PA-MIS-22).
std::vector<BaseId> eligible_targets(const State& state, const UnitId& target);
/// The volleys of those aims: bases with the same side and ranks to shoot over throw together.
std::vector<Volley> missile_volleys(const State& state, const UnitId& unit, const UnitId& target, const Aims& aims);
/// The bow of a hero: one D8 at 20 cm all round (PA-AMB-39).
std::vector<Volley> bow_volleys(const State& state, const UnitId& hero, const UnitId& target);
engine::Verdict may_bow(const State& state, const UnitId& hero, const UnitId& target);

/// Hits that disperse one of its bases. PA-MIS-T2.
int hits_per_base(const State& state, const UnitId& unit);
/// Target bases in the order they are lost: closest to the shooter first (PA-MIS-06). `by` may be a hero.
std::vector<BaseId> losses_first(const State& state, const UnitId& by, const UnitId& target);
/// Part hits that still count for this shooter and target. PA-MIS-15, PA-MIS-16.
int part_hits(const State& state, const UnitId& unit, const UnitId& target);
/// What to add to the d4 of a missile reaction. PA-MRX-03, PA-MRX-09..11.
int missile_reaction_modifier(Experience experience);

}  // namespace polemarch::paean
