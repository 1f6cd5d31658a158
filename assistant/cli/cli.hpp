#pragma once
/// What the verbs of the command line share: one function a verb, each in a file of its own.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "assistant/cli/run.hpp"

namespace polemarch::assistant {

/// What a verb does once its arguments are parsed; returns the exit code.
using Action = std::function<int()>;

/// Adds a verb to the program: declares options on a new subcommand and returns what to run.
using AddVerb = Action (*)(CLI::App& program);

/// For numbers: from `low` to `high`, said with their unit in the help and in the error. Neither "nan" nor "196,4" is a number.
CLI::Validator between(double low, double high, const std::string& unit);

}  // namespace polemarch::assistant
