#pragma once
/// Measuring by hand: between two points of the table, or what lies under them, edge to edge with its error, in the ruleset's unit; and
/// what one unit sees of another. Table frame, millimetres. Pure.

#include <optional>
#include <string>
#include <vector>

#include "assistant/present/present.hpp"

namespace polemarch::assistant::present {

/// The unit that stands there, if one does.
UnitId unit_at(const Inputs& inputs, Vec2 at);
/// Empty where a named unit is not on the table.
std::optional<Measured> measure(const Inputs& inputs, const End& a, const End& b);
/// Is this the wedge over a part that is seen or hidden?
bool is_sight_wedge(const engine::AdviceShape& shape);
/// The wedge from the eye over what it sees of the other, and hatched over what is hidden from it; nothing where nothing is.
void add_sight(Scene& scene, const Measured& measured);
/// From a unit to every other of the other side, the nearest first.
std::vector<Measured> ranges_from(const Inputs& inputs, const UnitId& unit);

/// The limit of the first unit that the measure lies nearest to: a ring that the room draws round it at one distance, such as a range.
void find_limit(const Inputs& inputs, Measured& measured);
/// How far they are apart as the rules of a grid count; nothing on open ground.
void count_on_grid(const Inputs& inputs, Measured& measured);
/// "2 across, 1 along": between the cells in which the points lie.
std::string cells_between(const GridSpec& grid, Vec2 a, Vec2 b);
/// How likely it is that the measure lies within its limit.
double chance_within(const Measured& measured);
/// Too near its limit to be called: neither is 99 % sure.
bool too_close(const Measured& measured);

/// "16.8 to 17.0 in" (two standard deviations either way), "16.9 in" where the error does not show, "touching".
std::string say_measure(const Measured& measured, const engine::LengthUnit& unit);
/// The same behind what is counted on a grid: "13 points, 6 squares (21.2 in)".
std::string say_counted(const Measured& measured, const engine::LengthUnit& unit);
/// "A1 to B7  11.9 to 12.1 in, 60 % seen, past A2": one line, to be copied.
std::string line_of(const Measured& measured, const Inputs& inputs);

}  // namespace polemarch::assistant::present
