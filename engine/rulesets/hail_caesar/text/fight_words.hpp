#pragma once
/// Words that the log and the menus share: how units are called, and what came of fighting. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/hail_caesar/events.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"
#include "engine/rulesets/hail_caesar/steps.hpp"

namespace polemarch::hail_caesar {

/// "A1 First legion"; the id alone where the unit has no other name.
std::string called(const State& state, const UnitId& id);
std::string names(const State& state, const std::vector<UnitId>& ids);
/// "A1 First legion: break test for a hit with a 6, hand-to-hand, modifier -1". The table stands there where a config chooses it
/// (HC-AMB-38).
std::string test_title(const State& state, const BreakTest& test);
/// " for a hit with a 6, before it fights": why a unit tests, and when.
std::string test_words(const State& state, const TestBecameDue& e);
/// "retreats 12.0 in, onto B1 and B2: agree where it stands": the sheet says nothing of units in the way (HC-CFG-04).
std::string driven_words(const State& state, const UnitDrivenBack& e);
/// "Combat of A1, B1: A 3 (2 and 1 support), B 2, A wins": what was inflicted, with what the supports add (HC-CFG-T1).
std::string score_words(const State& state, const CombatResolved& e);
/// "retreats, disordered" of a result of the break tables; a key that they have not, without underscores.
std::string tell_result(const std::string& key);
/// The same of a unit that was tested: one with foes before and behind has nowhere to go.
std::string result_words(const State& state, const BreakTested& e);

}  // namespace polemarch::hail_caesar
