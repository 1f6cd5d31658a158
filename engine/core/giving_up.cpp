#include "engine/core/giving_up.hpp"

#include <string>

#include "engine/core/commands.hpp"

namespace polemarch::engine {

Verdict judge_giving_up(Viewer by, std::optional<Side> winner) {
  if (!winner) return by == Viewer::Both || by == Viewer::Umpire ? allow() : impossible("both sides have to agree to stop");
  const Side loser = other(*winner);
  return may_answer(by, viewer_of(loser)) ? allow() : impossible("only " + std::string(name_of(loser)) + " gives up");
}

}  // namespace polemarch::engine
