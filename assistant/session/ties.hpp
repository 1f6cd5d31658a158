#pragma once
/// Markers that were tied to bases, or taken off them, at the table: the log's own record of what battle.json says under "bases" before the
/// first command. Pure.

#include <optional>
#include <string>
#include <vector>

#include "assistant/session/battle_log.hpp"
#include "models/footprint.hpp"
#include "models/io/json.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// {"by":..,"do":"tie","base":{..}} with an entry as battle.json has it, or {"by":..,"do":"untie","base":"A3.1"}; nothing for any other
/// command. Errors: no such entry.
Result<std::optional<TieLine>> tie_in_command(const io::Json& command);

/// The command that ties a marker to a base, and the one that takes it off.
std::string tie_command(const BaseSpec& base);
std::string untie_command(const BaseId& base);

/// The bases once these were tied and untied, in their order. An entry replaces that of its base, and its marker leaves any other
/// base that carried it.
Result<std::vector<BaseSpec>> with_ties(std::vector<BaseSpec> bases, const std::vector<TieLine>& ties, const std::string& name);

}  // namespace polemarch::assistant
