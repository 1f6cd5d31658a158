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
  /// Keeps what promises of the inputs so far it was cheaper to look at together; called now and then, and at the end.
  std::function<void()> settle = [] {};
};

/// All of them, by name.
const std::vector<Target>& targets();

/// Whether what this input leads to is written out whole, which costs more than all the rest: always, or for one input in sixteen, chosen
/// by its bytes, so that the same input is always treated alike.
bool is_shown(std::string_view bytes);
void show_one_in_sixteen();

/// Ends the program with `what` on standard error when it does not hold.
void promise(bool holds, std::string_view what);
/// A complaint is one line that says something.
void promise_one_line(const InputError& error);

void add_file_targets(std::vector<Target>& to);
void add_battle_targets(std::vector<Target>& to);
void add_wire_targets(std::vector<Target>& to);

}  // namespace polemarch::fuzz
