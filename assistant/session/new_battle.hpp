#pragma once
/// Makes a battle.json from two rosters and a table size: unit ids, markers, border strip, grid; checked by setting the battle up.

#include <optional>
#include <string>

#include "models/result.hpp"
#include "models/units.hpp"

namespace polemarch::assistant {

struct TableSize {
  Length width, depth;
};
/// "6x4ft", "180x120cm", "1800x1200mm", "72x48in".
Result<TableSize> table_size_from(const std::string& text);

struct NewBattle {
  std::string ruleset;
  TableSize size;
  std::string roster_a, name_a;  ///< text of the file and its name for errors
  std::string roster_b, name_b;
  std::optional<Length> box;  ///< side of a grid box; the ruleset's usual one when not given
};

/// The text of battle.json. Errors: one line naming roster, place and mend; doubled markers and unknown rulesets too.
Result<std::string> new_battle(const NewBattle& wanted);

}  // namespace polemarch::assistant
