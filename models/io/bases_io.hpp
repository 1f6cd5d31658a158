#pragma once
/// bases.json <-> list of BaseSpec. Text in, text out; millimetres and degrees in the file. Format: models/README.md and
/// models/data/schemas/bases.schema.json. Pure.

#include <string_view>
#include <vector>

#include "models/footprint.hpp"
#include "models/io/json.hpp"

namespace polemarch::io {

/// Reads the bases. What an entry leaves out comes from the file's "default", then from 40 x 40 mm with a 25 mm DICT_APRILTAG_36h11
/// marker in the middle of the base, on the ground. Errors name `name`, the JSON path and the mend; a base or a marker (of one family)
/// listed twice is one.
Result<std::vector<BaseSpec>> bases_from_text(std::string_view text, std::string_view name);
/// The same from a value that is already parsed (checked against the schema here).
Result<std::vector<BaseSpec>> bases_from_json(const Json& value, std::string_view name);

/// True for a file that lists bases of its own, as battle.json does beside its table.
bool lists_bases(std::string_view text);

/// The file again; reading it gives the same bases.
Json json_of(const std::vector<BaseSpec>& bases);

/// Parts of a base entry, shared with other files (rosters, scenes). The JSON must already fit the schema.
Footprint footprint_from_json(const Json& value, Footprint fallback);
Json json_of(const Footprint& footprint);
/// Reads everything but the marker number.
MarkerMount mount_from_json(const Json& value, MarkerMount fallback);
Json json_of(const MarkerMount& mount);

}  // namespace polemarch::io
