#pragma once
/// The table of a battle.json. Rulesets on a grid name terrain by its boxes ("boxes": ["c4"], {"wood": ["c4", "c5"]}) or by the edges
/// between boxes ("edges": ["c3/c4"]); here that becomes outlines: a polygon a box, a narrow strip along an edge. Pure.

#include <string_view>

#include "models/io/json.hpp"
#include "models/table.hpp"

namespace polemarch::io {

/// The table of a battle that has one; `row_one` of its grid, or of its printed map, says at which edge row 1 lies. Errors as
/// table_from_json, naming `name` and the JSON path.
Result<Table> table_of_battle(const Json& setup, std::string_view name);

}  // namespace polemarch::io
