#pragma once
/// The command line: one function a verb, each in a file of its own. Exit codes: 0 done, 1 refused by the rules or a check failed,
/// 2 bad use or bad input (one clear line on stderr).

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace polemarch::assistant {

constexpr int kDone = 0;
constexpr int kRefused = 1;
constexpr int kBadInput = 2;

/// What a verb does once its arguments are parsed; returns the exit code.
using Action = std::function<int()>;

/// Adds a verb to the program: declares options on a new subcommand and returns what to run.
using AddVerb = Action (*)(CLI::App& program);

/// For numbers: from `low` to `high`, said with their unit in the help and in the error. Neither "nan" nor "196,4" is a number.
CLI::Validator between(double low, double high, const std::string& unit);

/// Says one line on stderr ("polemarch: " in front) and returns kBadInput.
int bad_input(const std::string& line);

int run_cli(int argc, char** argv);

}  // namespace polemarch::assistant
