#pragma once
/// Everything a player may say in this room: core's answer and place, the frame's half, the fighting's half. Pure.

#include "engine/core/commands.hpp"
#include "engine/core/joined.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hoplomachia/commands_fight.hpp"
#include "engine/rulesets/hoplomachia/commands_move.hpp"

namespace polemarch::hoplomachia {

using engine::AnswerWait;
using engine::PlaceBases;
using CommandList = engine::Joined<std::variant<AnswerWait, PlaceBases>, MoveCommands, FightCommands>;
struct Command : engine::OneOf<CommandList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::hoplomachia
extern template struct polemarch::engine::OneOf<polemarch::hoplomachia::CommandList>;
