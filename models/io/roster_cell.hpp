#pragma once
/// A cell of a roster's table as a value: what spreadsheets and players write where a ruleset keeps numbers, truths and lists. Pure.

#include <string>

#include "models/io/json.hpp"

namespace polemarch::io {

/// Numbers and true/false (as spreadsheets of five languages write it) as such, "[...]" of numbers and words as a list, the rest as text.
/// Weapons, formations and other columns that rulesets keep as lists hold words with blanks, commas, '|', '/', '+' or ';' between them;
/// base_mm and footprint_mm two numbers: 40x50. Errors: "base_mm: what was expected and found".
Result<Json> roster_cell(const std::string& column, const std::string& cell);

}  // namespace polemarch::io
