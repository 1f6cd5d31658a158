#pragma once
/// How units went: along boxes, or as legs, stops or the cheapest manoeuvre lead from where they were to where they are
/// (session/unit_way). Pure.

#include <map>
#include <string>
#include <vector>

#include "assistant/session/unit_way.hpp"
#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Finds the ways of a battle, command by command.
class WayFinder {
 public:
  /// Boxes a command's events name for a unit; kept until the unit stands in the last of them, since a throw may lie between.
  void hear(const std::string& event_json);
  /// The box a unit was last heard to go to, as the event names it; empty where none was.
  std::string goal(const UnitId& unit) const;
  /// The ways of units among the shifts that did not go straight on. `said`: of the command that shifted them.
  std::vector<Way> ways(const Story& story, const std::vector<Shift>& shifts, const SaidWay& said = {});

 private:
  std::map<UnitId, std::vector<std::string>> boxes_;
};

/// Where a unit's middle is when it has done `share` of its way, 0 to 1. Turning takes time as going does.
Standing on_way(const Way& way, double share);
/// Where a base is when its unit has done `share` of the way.
Standing on_way(const Shift& base, const Way& way, double share);

}  // namespace polemarch::assistant::story
