#pragma once
/// JSON text read in one place: what the library needs for it costs a compiler more than a second in every file that calls it. Pure.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace polemarch::io {

/// Of text that this program wrote itself; throws the library's parse_error.
nlohmann::json parsed(std::string_view text);
/// A discarded value where the text is no JSON.
nlohmann::json parsed_or_discarded(std::string_view text);

/// A name that an object of this JSON text has twice, as copying and pasting makes it: a reader would take the last one without a word.
std::optional<std::string> key_twice(std::string_view text);

}  // namespace polemarch::io
