/// Faults of a set-up told as faults of the rosters it was made from.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/json_types.hpp"
#include "models/roster.hpp"

namespace polemarch::assistant {

/// Leaders and camps of a roster as the rulesets name them, and the field of an entry that holds its id.
inline constexpr std::array<std::pair<const char*, const char*>, 4> kLeaders{
    {{"generals", "general"}, {"leaders", "leader"}, {"commanders", "commander"}, {"camps", "camp"}}};

/// The set-up's line as the roster's: "battle: /sides/A/units/0/type: ..." is a.csv's first unit, a leader of the set-up the row he stands
/// in. `rosters` and `names` are of sides A and B, `battle` is the set-up. A line about both sides names both files. Pure.
std::string in_roster(const std::string& line, const std::vector<Roster>& rosters, const std::array<std::string, 2>& names,
                      const engine::Json& battle);

}  // namespace polemarch::assistant
