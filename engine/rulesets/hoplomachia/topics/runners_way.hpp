#pragma once
/// The way of a runner with a verbal order: between nearest edges, three inches from every enemy, round bends where it passes one
/// (HM-VERB-04 to 07, HM-AMB-94, 122). Pure.

#include <optional>
#include <vector>

#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"

namespace polemarch::hoplomachia {

/// The way of a runner with that order, the one it says or the shortest (HM-VERB-05).
std::optional<RunnersWay> runners_way(const Facts& facts, const VerbalOrder& order);
/// The same, worked out anew: facts keep the shortest.
std::optional<RunnersWay> look_for_way(const Facts& facts, const VerbalOrder& order);
/// What runners of a side keep off: 3" round every enemy stand that is seen, as polygons outside the arcs by less than a third of a
/// millimetre. Stands that close up to a rectangle are one piece.
std::vector<std::vector<Vec2>> kept_off_by(const State& state, Side runners);
/// Turns after the one in which it is sent (HM-VERB-04, HM-AMB-122).
int turns_for(Length length);

}  // namespace polemarch::hoplomachia
