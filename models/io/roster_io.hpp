#pragma once
/// Rosters as JSON or CSV (columns name, type, bases, marker and any others), told apart by their first character. Pure.

#include <string_view>

#include "models/io/json.hpp"
#include "models/roster.hpp"

namespace polemarch::io {

constexpr int kMostMarker = 1'000'000;  ///< the highest number of a marker, as in roster.schema.json and bases.schema.json

/// Errors: one line with the JSON path, or the CSV line and column, and the mend. CSV separators: comma, semicolon or tab; a header line
/// is needed; "marker" is a number, a range "17-24" or a list "17 18 19"; columns of the ruleset as roster_cell.hpp reads them.
Result<Roster> roster_from_text(std::string_view text, std::string_view name);

}  // namespace polemarch::io
