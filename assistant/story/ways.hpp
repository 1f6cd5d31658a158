#pragma once
/// How units went: along boxes, or as the cheapest manoeuvre of the whole unit leads from where it was to where it is. Pure.

#include <map>
#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// Finds the ways of a battle, command by command.
class WayFinder {
 public:
  /// Boxes a command's events name for a unit; kept until the unit stands in the last of them, since a throw may lie between.
  void hear(const std::string& event_json);
  /// The box a unit was last heard to go to, as the event names it; empty where none was.
  std::string goal(const UnitId& unit) const;
  /// The ways of units among the shifts that did not go straight on.
  std::vector<Way> ways(const Story& story, const std::vector<Shift>& shifts);

 private:
  std::map<UnitId, std::vector<std::string>> boxes_;
};

/// Where a unit's middle is when it has done `share` of its way, 0 to 1. Turning takes time as going does.
Standing on_way(const Way& way, double share);
/// Where a base is that goes with its unit's middle from the way's start to `now`.
Standing carried_along(const Standing& base, const Way& way, const Standing& now);

}  // namespace polemarch::assistant::story
