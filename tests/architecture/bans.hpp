#pragma once
/// What the code of a folder may not name, whatever header brought it in.

#include <string>
#include <vector>

#include "tests/architecture/code_text.hpp"

namespace polemarch::architecture {

/// What is wrong with this line of a file at `path`; nothing outside engine and models.
std::vector<std::string> named_in_vain(const std::string& path, const CodeLine& line);

}  // namespace polemarch::architecture
