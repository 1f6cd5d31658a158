#pragma once
/// What is said of a word that is none of those that are known. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "models/one_line.hpp"

namespace polemarch {

/// "did you mean play?" of the nearest, where a letter or two (a third of a long word) are wrong; else "there are " and all of them.
std::string meant_instead_of(std::string_view word, const std::vector<std::string>& known);

/// A word somebody wrote, in quotes, on a line, forty bytes of whole letters at most.
std::string in_quotes(std::string_view word);

}  // namespace polemarch
