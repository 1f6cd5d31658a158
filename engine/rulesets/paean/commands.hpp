#pragma once
/// What players may say, from two lists and core's. Pure.

#include "engine/core/commands.hpp"
#include "engine/rulesets/paean/commands_fight.hpp"
#include "engine/rulesets/paean/commands_move.hpp"
#include "engine/rulesets/paean/parts.hpp"

namespace polemarch::paean {

using Command = Joined<std::variant<engine::AnswerWait, engine::PlaceBases>, MoveCommands, FightCommands>;

}  // namespace polemarch::paean
