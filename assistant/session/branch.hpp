#pragma once
/// "What if": a new battle that is another one up to a command, byte for byte, and goes its own way from there.

#include <cstdint>
#include <optional>
#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

/// Writes the first `seq` commands of `log` as a new log under `out`, with what it needs to go on beside it (its keys). Nothing that is
/// there is written over. Nothing, or what went wrong.
std::optional<InputError> branch_log(const std::string& log, std::int64_t seq, const std::string& out);

/// "game-from-63.battle" beside the log, or with a number behind it where that is taken.
std::string branch_name(const std::string& log, std::int64_t seq);

}  // namespace polemarch::assistant
