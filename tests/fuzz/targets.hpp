#pragma once
/// Every reader of what comes from outside, as a function of bytes. The same targets serve libFuzzer (`./run fuzz TARGET`) and the tests,
/// which run the corpora and what was found. A target ends the program when a promise is broken: no exception leaves a reader, a
/// complaint is one line, what was accepted can be shown.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::fuzz {

struct Target {
  std::string name;  ///< of its folder in corpus/ and regressions/ too
  std::function<void(std::string_view bytes)> run;
};

/// All of them, by name.
const std::vector<Target>& targets();

/// Ends the program with `what` on standard error when it does not hold.
void promise(bool holds, std::string_view what);
/// A complaint is one line that says something.
void promise_one_line(const InputError& error);

void add_file_targets(std::vector<Target>& to);
void add_battle_targets(std::vector<Target>& to);
void add_wire_targets(std::vector<Target>& to);

}  // namespace polemarch::fuzz
