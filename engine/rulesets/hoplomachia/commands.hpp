#pragma once
/// Everything a player may say in this room: core's answer and place, the frame's half, the fighting's half. Pure.

#include "engine/core/commands.hpp"
#include "engine/rulesets/hoplomachia/commands_fight.hpp"
#include "engine/rulesets/hoplomachia/commands_move.hpp"
#include "engine/rulesets/hoplomachia/joined.hpp"

namespace polemarch::hoplomachia {

using engine::AnswerWait;
using engine::PlaceBases;
using Command = Joined<std::variant<AnswerWait, PlaceBases>, MoveCommands, FightCommands>;

}  // namespace polemarch::hoplomachia
