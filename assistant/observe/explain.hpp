#pragma once
/// Which commands explain where a unit now stands. Knows no ruleset: it reads the battle's offers about the unit, compares where the room
/// says each of them leads (engine/core/leading.hpp) with where the camera has it, fills in measured poses where an offer still needs them,
/// and lets the battle judge. Table frame. Pure.

#include <optional>
#include <string>
#include <vector>

#include "assistant/observe/watch.hpp"
#include "engine/core/battle.hpp"
#include "models/box_name.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::observe {

/// A command that fits what was seen.
struct Explanation {
  std::string command;  ///< JSON with "by"
  std::string text;     ///< plain words for a menu
  engine::Verdict verdict;
  double misfit = 0;  ///< how far off the fit is: 0 = inside the box, or the pose as measured; else mm
};

/// What the camera says of one unit.
struct Sighting {
  UnitId unit;
  Side side = Side::A;
  std::vector<ObservedBase> bases;
  std::vector<BaseId> removed;
};

/// Best first: allowed, too close to call, refused by rule; then by misfit. Impossible ones are left out.
std::vector<Explanation> explain(const engine::Battle& battle, const Table& table, const Sighting& seen, const WatchSettings& settings);

/// {"by":..,"do":"place","unit":..,"poses":[..]}: the unit stands as seen.
std::string place_command(std::string_view by, const Sighting& seen, std::optional<int> owed = {});
/// JSON list of measured poses with their error, as commands carry them.
std::string poses_json(const std::vector<ObservedBase>& bases);

}  // namespace polemarch::assistant::observe
