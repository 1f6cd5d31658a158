#pragma once
/// What the verbs of the command line share: one function a verb, each in a file of its own.

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assistant/cli/run.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// What a verb does once its arguments are parsed; returns the exit code.
using Action = std::function<int()>;

/// Adds a verb to the program: declares options on a new subcommand and returns what to run.
using AddVerb = Action (*)(CLI::App& program);

/// For numbers: from `low` to `high`, said with their unit in the help and in the error. Neither "nan" nor "196,4" is a number.
CLI::Validator between(double low, double high, const std::string& unit);

/// What is wrong with the name of a file to write: it has the ending of another kind of file. A name without an ending passes.
std::optional<InputError> other_ending(const std::string& option, const std::string& path, const std::vector<std::string>& endings);

}  // namespace polemarch::assistant
