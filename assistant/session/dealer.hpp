#pragma once
/// Who dealt a loss that no event names: of who broke in a test, whoever hit him in this phase, where it was one. Read from the log. Pure.

#include <string_view>

#include "assistant/session/battle_log.hpp"
#include "models/ids.hpp"

namespace polemarch::assistant {

/// `log_text`: the log as far as it goes; `now`: the line to come, where the battle stands. Nobody: empty.
UnitId dealer_of(std::string_view log_text, const LogLine& now, const UnitId& lost);

}  // namespace polemarch::assistant
