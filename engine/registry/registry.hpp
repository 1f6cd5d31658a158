#pragma once
/// The five rulesets, one explicit array. A new ruleset is a room and one line here. Pure.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"
#include "engine/core/measures.hpp"

namespace polemarch::engine {

struct RegisteredRuleset {
  const RulesetInfo& (*info)();
  /// Setup JSON and its name for errors -> a battle at its start (or half-way, when the setup says so).
  Result<std::unique_ptr<Battle>> (*make)(std::string_view setup_json, std::string_view name);
  Measures measures{};  ///< inches on open ground where the room says nothing else
  /// Rooms that read on over fields of a set-up they do not know: a line each (engine/core/unread_fields.hpp). None: they are refused.
  std::vector<std::string> (*unread)(std::string_view setup_json, std::string_view name) = nullptr;
  /// Rooms that complete a set-up made from two army lists; the error says what no list may leave out. None: it stands as it is.
  Result<std::string> (*from_lists)(std::string_view setup_json, std::string_view name) = nullptr;
};

/// Every room, sorted by key.
std::span<const RegisteredRuleset> rulesets();

/// The room called `key`; the error names the ones there are.
Result<const RegisteredRuleset*> find_ruleset(std::string_view key);

/// In what the room called `key` measures and counts; as a rulebook in inches where there is none of that name.
Measures measures_of(std::string_view key);

}  // namespace polemarch::engine
