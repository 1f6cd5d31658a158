#pragma once
/// The door of the command line, without the heavy header that the verbs share. Exit codes: 0 done, 1 refused by the rules or a check
/// failed, 2 bad use or bad input (one clear line on stderr).

#include <string>

namespace polemarch::assistant {

constexpr int kDone = 0;
constexpr int kRefused = 1;
constexpr int kBadInput = 2;

/// Says one line on stderr ("polemarch: " in front) and returns kBadInput.
int bad_input(const std::string& line);

/// Parses the arguments and runs the verb they name; returns the exit code.
int run_cli(int argc, char** argv);

}  // namespace polemarch::assistant
