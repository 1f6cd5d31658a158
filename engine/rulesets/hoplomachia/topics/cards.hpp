#pragma once
/// What a card lacks and what that disables (HM-NIS-01), and the card printed back as text. Pure.

#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/card.hpp"

namespace polemarch::hoplomachia {

/// Fields the troops of this class need and the card has not, each with the rule that reads it: "andreia (HM-AND-15)".
std::vector<std::string> card_gaps(const UnitCard& card);
/// What contradicts itself on the card: a drift without a charge, a range without belos.
std::vector<std::string> card_contradictions(const UnitCard& card);
/// The card as a card: name, figures, charts, a line each.
std::vector<std::string> printed(const UnitCard& card);

}  // namespace polemarch::hoplomachia
