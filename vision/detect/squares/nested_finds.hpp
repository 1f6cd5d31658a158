#pragma once
/// Finds that lie inside others of their family. Prints do not lie in prints: modules of a large one show words of a family of little
/// distance, and a frame round several prints may show one too. Pure.

#include <vector>

#include "models/detection.hpp"

namespace polemarch::vision {

/// Of a find and those that lie in it keeps the one or the others, whichever is surer (Detection::margin, added up): what is left holds
/// none inside another.
void leave_out_nested(std::vector<Detection>& found);

}  // namespace polemarch::vision
