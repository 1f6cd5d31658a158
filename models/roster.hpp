#pragma once
/// An army as a player brings it: units with their bases and markers. What a type means is the ruleset's; other fields of a unit pass
/// through untouched. Pure.

#include <optional>
#include <string>
#include <vector>

#include "models/ids.hpp"

namespace polemarch {

struct RosterUnit {
  UnitId unit;  ///< empty: numbered by side ("A1", "A2" ...)
  std::string name;
  std::string type;
  int bases = 1;
  std::vector<MarkerId> markers;  ///< one for the whole unit (a sabot) or one a base; empty: numbered by us
  std::string fields;             ///< the unit's whole JSON object, for the ruleset
};

struct Roster {
  std::string army;
  std::string ruleset;  ///< may be empty
  bool sample = false;
  std::vector<RosterUnit> units;
  std::string fields;  ///< the whole JSON object of the roster, for the ruleset
};

}  // namespace polemarch
