#pragma once
/// Reads a setup (battle.json) into the first State; README.md documents the fields. For text*.cpp. Throws FieldError.

#include <vector>

#include "engine/rulesets/to_the_strongest/text_types.hpp"

namespace polemarch::to_the_strongest {

State setup_state(const Json& j);
/// {"arc":"three_columns", "rules_off":["boats"], ...} by the names of Options.
void read_options(const Json& j, State& state);
/// Boxes whose centre lies inside an outline of the table file. TTS-GRID-05.
std::vector<Box> boxes_inside(const State& state, const std::vector<Point>& outline);
/// A third, to the nearest whole number. TTS-VP-08, TTS-VIC-01.
constexpr int medals_for(int victory_points) { return (2 * victory_points + 3) / 6; }
/// Fills victory points, medals and the ammunition reserve from the units.
void count_up(State& state);

}  // namespace polemarch::to_the_strongest
