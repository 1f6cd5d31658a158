#pragma once
/// table.json <-> Table. Text in, text out; millimetres and degrees in the file. Format: models/README.md and
/// models/data/schemas/table.schema.json. Pure.

#include <string>
#include <string_view>

#include "models/io/json.hpp"
#include "models/table.hpp"

namespace polemarch::io {

/// Reads a table. A border marker without x_mm and y_mm has place_known = false (the joint fit finds it). Outlines may wind either way;
/// they come out counter-clockwise. A battle.json is read for its "table". Errors name `name`, the JSON path and the mend; a border marker
/// listed twice is one.
Result<Table> table_from_text(std::string_view text, std::string_view name);
/// The same from a value that is already parsed (checked against the schema here).
Result<Table> table_from_json(const Json& value, std::string_view name);

/// The file again; reading it gives the same Table.
Json json_of(const Table& table);

}  // namespace polemarch::io
