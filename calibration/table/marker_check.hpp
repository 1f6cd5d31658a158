#pragma once
/// Whether markers can be read as a file describes them, before a picture is looked at. A family nobody knows, or a number that it does not
/// have, would never be seen, and nobody would be told.
/// One line that names the place in `file`, or nothing. Reads a file only for FILE: families.

#include <optional>
#include <string>
#include <vector>

#include "models/footprint.hpp"
#include "models/result.hpp"
#include "models/table.hpp"

namespace polemarch::calibration {

std::optional<InputError> border_problem(const Table& table, const std::string& file);

/// One line where border markers are declared more than 50 mm outside the table: right for a strip on a frame round a mat, wrong where
/// places were counted from the middle or in another unit. Nothing as a rule.
std::optional<std::string> border_note(const Table& table, const std::string& file);

/// Also a number that the table's border uses: that marker is never taken for a base.
std::optional<InputError> bases_problem(const std::vector<BaseSpec>& bases, const Table& table, const std::string& file);

}  // namespace polemarch::calibration
