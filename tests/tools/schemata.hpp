#pragma once
/// All wrong changes of a source text at once, each behind a switch that is thrown when the program runs: one build serves every mutant.
/// Pure.

#include <string>
#include <vector>

#include "tests/tools/mutations.hpp"

namespace polemarch::tools {

/// A wrong change and the number that throws its switch.
struct Mutant {
  int number = 0;
  Mutation mutation;
  std::size_t begin = 0, end = 0;     ///< the expression that stands twice, right and wrong
  int first_line = 0, last_line = 0;  ///< 1-based lines of that expression
};

/// The mutation with the smallest whole expression around it; false where there is none that could stand twice.
bool place(const std::string& text, Mutant& mutant);

/// The text with every mutant behind `polemarch::mutant::on(number)`. Lines keep their numbers. `loosened` makes constants plain values, so
/// that they may differ from run to run.
std::string schemata_of(const std::string& text, std::vector<Mutant> mutants, bool loosened);

/// What each source has to include before anything else: the switch reads POLEMARCH_MUTANT once.
std::string switch_header();

}  // namespace polemarch::tools
