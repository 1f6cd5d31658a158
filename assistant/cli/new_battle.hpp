#pragma once
/// Makes a battle.json from two rosters and a table size: unit ids, markers, border strip, grid; checked by setting the battle up.

#include <optional>
#include <string>
#include <vector>

#include "calibration/sheets/strip_items.hpp"
#include "models/result.hpp"
#include "models/units.hpp"

namespace polemarch::assistant {

struct TableSize {
  Length width, depth;
};
/// "6x4ft", "180x120cm", "1800x1200mm", "72x48in".
Result<TableSize> table_size_from(const std::string& text);

/// What new bases carry: strips and rings where the camera resolves them, or squares on tail tabs.
struct BaseMarking {
  bool strips = true;
  calibration::CameraSharpness camera;
  double strip_depth_mm = 6;  ///< free depth of the rear edges
  double tab_mm = 25;         ///< side of a tail tab
  double base_height_mm = kBaseHeightMm;
};

struct NewBattle {
  std::string ruleset;
  TableSize size;
  std::string roster_a, name_a;  ///< text of the file and its name for errors
  std::string roster_b, name_b;
  std::optional<Length> box;  ///< side of a grid box; the ruleset's usual one when not given
  BaseMarking marking;
  std::string from;  ///< the phase it begins in, as the ruleset's set-up names it: "terrain"; empty: the ruleset's usual one
};

struct MadeBattle {
  std::string text;                  ///< battle.json
  std::vector<std::string> marking;  ///< one line for each size of base: what it carries and why
  std::vector<std::string> unread;   ///< a line for each field of a roster that the ruleset does not read, naming roster and unit
  std::vector<std::string> renamed;  ///< a line for each name that several had
};

/// Errors: one line naming roster, place and mend; doubled markers and unknown rulesets too.
Result<MadeBattle> new_battle(const NewBattle& wanted);

}  // namespace polemarch::assistant
