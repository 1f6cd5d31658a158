#pragma once
/// What players may say, from two lists and core's. Pure.

#include "engine/core/commands.hpp"
#include "engine/core/joined.hpp"
#include "engine/core/one_of.hpp"
#include "engine/rulesets/paean/commands_fight.hpp"
#include "engine/rulesets/paean/commands_move.hpp"

namespace polemarch::paean {

using CommandList = engine::Joined<std::variant<engine::AnswerWait, engine::PlaceBases>, MoveCommands, FightCommands>;
struct Command : engine::OneOf<CommandList> {
  using OneOf::OneOf;
};

}  // namespace polemarch::paean
extern template struct polemarch::engine::OneOf<polemarch::paean::CommandList>;
