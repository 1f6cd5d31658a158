#pragma once
/// Reads a setup (battle.json) into the first State; README.md documents the fields. For text/. Throws FieldError.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/text/json.hpp"

namespace polemarch::to_the_strongest {

State setup_state(const Json& j);

// Its parts (text/setup_parts.cpp).
/// A key nobody reads is a typing mistake worth a line.
void only(const Json& j, const std::string& path, const std::set<std::string>& known);
/// Runs a reader with a path in front of what it complains about.
template <class F>
void at_path(const std::string& path, F&& read) {
  try {
    read();
  } catch (const engine::FieldError& error) {
    throw engine::FieldError(path + error.path, error.what());
  }
}
UnitId command_id(Side side, const Json& value);
void read_unit(const Json& j, Side side, State& state);
void read_general(const Json& j, Side side, State& state);
void read_camp(const Json& j, Side side, State& state);

/// {"arc":"three_columns", "rules_off":["boats"], ...} by the names of Options.
void read_options(const Json& j, State& state);
/// Boxes whose centre lies inside an outline of the table file. TTS-GRID-05.
std::vector<Box> boxes_inside(const State& state, const std::vector<Point>& outline);
/// A third, to the nearest whole number. TTS-VP-08, TTS-VIC-01.
constexpr int medals_for(int victory_points) { return (2 * victory_points + 3) / 6; }
/// Fills victory points, medals and the ammunition reserve from the units.
void count_up(State& state);

}  // namespace polemarch::to_the_strongest
