#pragma once
/// Texts measured against limits.hpp before they are parsed. parse_json of json.hpp does so with kFileLimits. Pure.

#include "models/io/json.hpp"
#include "models/io/limits.hpp"

namespace polemarch::io {

/// What is wrong with the measure of `text` (too long, nested too deep, too many values) without parsing it; empty when nothing is.
std::string beyond(std::string_view text, const Limits& limits);

/// parse_json for a message: one command, one line of a script, the body of a request.
Result<Json> parse_message(std::string_view text, std::string_view name, const Limits& limits = kMessageLimits);

}  // namespace polemarch::io
