#pragma once
/// The unit cards of a setup, by id, and which of them a unit of a roster plays with; for text*.cpp only (heavy header). Pure.

#include <map>
#include <string>
#include <vector>

#include "engine/core/json_types.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// Cards by id: the shipped samples, then the setup's own over them.
using CardTexts = std::map<std::string, engine::Json>;

/// The SAMPLE cards, and the usual one of each type.
const engine::Json& shipped_cards();
/// The fields of a card that a unit of a roster may give for itself.
std::vector<std::string> card_fields();
void add_cards(CardTexts& cards, const engine::Json& list, const std::string& path);
/// The card of a unit: by name, or the usual one of its type, with what the unit gives itself on top. Its key in the state.
std::string card_for(State& state, const CardTexts& cards, const engine::Json& unit, const UnitId& id);

}  // namespace polemarch::hoplomachia
