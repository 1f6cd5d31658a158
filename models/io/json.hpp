#pragma once
/// JSON text <-> values with errors a person can mend: every error is one line naming file, JSON path and what was expected.
/// Text in, text out; no file is touched here. Pure.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::io {

using Json = nlohmann::json;

/// Parses `text`. `name` is the file or message it came from, for the error line.
Result<Json> parse_json(std::string_view text, std::string_view name);

/// Checks `value` against the shipped schema `schema` (a file name in models/data/schemas, e.g. "table.schema.json").
/// `part`: a pointer into the schema where only a piece is to be checked ("/definitions/options").
/// Errors: the first violation as "name: /path: what is wrong (expected ...)".
Result<Json> validate_json(Json value, std::string_view schema, std::string_view name, std::string_view part = {});

/// parse_json, then validate_json.
Result<Json> read_json(std::string_view text, std::string_view schema, std::string_view name);

/// Compact text with sorted keys; equal values give equal bytes on every machine (numbers should be integers where that matters).
std::string canonical_text(const Json& value);

}  // namespace polemarch::io
