#pragma once
/// Formation actions other than going: the order of bases and where they stand after each, and whether it may be done. PA-FAC. Pure.

#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// A new shape: bases in their new order with their places.
struct NewShape {
  engine::Verdict verdict;
  std::vector<engine::PlacedBase> poses;  ///< in the new order
  bool unforms = false;                   ///< no room: it becomes unformed (PA-FAC-04)
  std::string how, rule;
};

NewShape about_faced(const State& state, const UnitId& unit);
NewShape facing_changed(const State& state, const UnitId& unit, Flank to);
NewShape formed_wide(const State& state, const UnitId& unit, int files);
NewShape contracted(const State& state, const UnitId& unit, Flank flank);
NewShape expanded(const State& state, const UnitId& unit, Flank flank);
NewShape ground_given(const State& state, const UnitId& unit);
NewShape traversed(const State& state, const UnitId& unit, Flank to);
NewShape reordered(const State& state, const UnitId& unit, const std::vector<BaseId>& bases);
/// The bases of both, the larger's in place (PA-FAC-10). `wanted`: where the smaller's bases are put; empty: as they fit.
NewShape joined(const State& state, const UnitId& unit, const UnitId& with, const std::vector<engine::PlacedBase>& wanted);
/// May these bases leave (PA-FAC-06)?
engine::Verdict may_detach(const State& state, const UnitId& unit, const std::vector<BaseId>& bases);

/// Widest row and rows.
int files_of(const State& state, const UnitId& unit);
/// The least and the most bases wide one order may make it (PA-FAC-05, PA-AMB-22).
int least_files(int files);
int most_files(int files, int bases);

}  // namespace polemarch::paean
