#pragma once
/// What is said of arguments that do not fit, in our words instead of the library's: the nearest option, what a value may be.

#include <CLI/CLI.hpp>
#include <string>

namespace polemarch::assistant {

/// One line without a full stop. `verb` is the one on the command line, the program itself without one.
std::string words_about(const CLI::App& program, const CLI::App& verb, const CLI::Error& error);

}  // namespace polemarch::assistant
