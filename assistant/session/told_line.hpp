#pragma once
/// What a log line tells beside its events, so that a reader needs no rules to tell the battle: throws and losses in one shape, where
/// what moved stood before, the counters that decide, how it ended. Written and not read again: a replay works it out. Pure.

#include <functional>
#include <string>
#include <vector>

#include "assistant/session/hiding.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant {

/// How a battle stood before a command.
struct Stood {
  std::vector<engine::Place> places;
  std::vector<engine::Counter> counters;
  bool over = false;
};
Stood stood(const engine::Battle& battle);

/// Earlier commands that a command speaks of, read from the end of the log's text before it is done: those an undo takes back as
/// {"undone":[{"seq","text"}]}, the refused one that the players rule on as {"ruled_on":{"seq","text"}}. Text is a sentence, left out
/// where a command has none or is hidden. Empty for every other command.
std::string spoken_of(const engine::Battle& before, const std::string& log_text, const std::string& command_json);

/// The object under `told` of the line, as JSON text; empty where nothing is to be told. It holds what everybody may know. `spoken_of` is
/// what the function of that name gave; `dealer_of` names who broke a unit of which no event says so (dealer.hpp).
std::string told_text(const engine::Battle& after, const Stood& before, const Told& told, const std::string& command_json,
                      const std::string& spoken_of, const std::function<UnitId(const UnitId&)>& dealer_of);

}  // namespace polemarch::assistant
